import type { BodyOf, DataOf } from '@fairlot/contract/routes'
import { copyTradingRules, isCopyOpen, shareRoom } from '@fairlot/rules/copy-trading'
import { termsOf } from '@fairlot/rules/orders'
import { readRuleValues } from '#features/site'
import { inSnapshot } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import type { CopyTradingDeps } from './deps.ts'
import { readFollowable, readFollower } from './follow-facts.ts'
import { showMentor } from './show.ts'
import { readRunning } from './store.ts'

/** Refuses: `follow.mentor-not-found`, `follow.trader-not-found`. */
export const readTerms = (
  deps: CopyTradingDeps,
  memberId: string,
  body: BodyOf<'/copy-trading/terms'>,
  now: Date,
): Promise<Outcome<DataOf<'/copy-trading/terms'>>> =>
  inSnapshot(deps.db, async (tx): Promise<Outcome<DataOf<'/copy-trading/terms'>>> => {
    const found = await readFollowable(tx, body)
    if (found === 'follow.mentor-not-found') return refuse('follow.mentor-not-found', { field: 'mentorId' })
    if (found === 'follow.trader-not-found') return refuse('follow.trader-not-found', { field: 'productId' })
    const follower = await readFollower(tx, deps, memberId, now)
    const trading = termsOf(deps.profile, await readRuleValues(tx, now))
    const rules = copyTradingRules
    return done({
      mentor: showMentor(found.mentor),
      minFollow: found.minFollow?.toString() ?? null,
      maxFollow: String(rules.maxFollow.default),
      available: follower.available.toString(),
      equity: follower.equity.toString(),
      room: shareRoom(follower.equity, follower.inCopies).toString(),
      reviewFrom: String(rules.reviewFrom.default),
      stockShareBp: rules.stockShare.default,
      stockShareMinBp: rules.stockShareMin.default,
      stopLossMinBp: rules.stopLossMin.default,
      stopLossMaxBp: rules.stopLossMax.default,
      capital: found.mentor.capital?.toString() ?? null,
      brokerage: trading.brokerage,
      brokerageMin: trading.brokerageMin,
      brokerageMinOdd: trading.brokerageMinOdd,
      tax: trading.taxStock,
      startsOn: follower.startsOn,
      isOpen: isCopyOpen,
      copyId: await readRunning(tx, memberId, found.mentor.id),
    })
  })
