import type { BodyOf, DataOf } from '@fairlot/contract/routes'
import { post } from '@fairlot/ledger'
import {
  copyTradingRules,
  followRefusal,
  type FollowRefusal,
  settingsProblem,
  suitabilityOf,
} from '@fairlot/rules/copy-trading'
import { refuseUnknown } from '#features/identity'
import { recordOutcome } from '#features/members'
import { openReview } from '#features/operators'
import type { Tx } from '#platform/db'
import { derivedId } from '#platform/ids'
import { done, type Outcome, refuse } from '#platform/outcome'
import type { CopyTradingDeps } from './deps.ts'
import { type Followable, readFollowable, readFollower } from './follow-facts.ts'
import { holdEntry } from './postings.ts'
import { showCopy } from './show.ts'
import { insertCopy, lockFollower, readCopy, readRunning } from './store.ts'

export interface Following {
  readonly memberId: string
  readonly body: BodyOf<'/copy-trading/follow'>
  readonly now: Date
  readonly requestId: string
}

type Followed = Outcome<DataOf<'/copy-trading/follow'>>

/**
 * Holds the amount; the published rule starts the copy, or two operators decide. Refuses in this order: consent and
 * settings, identity, mentor and product, an existing copy, the deadline, the amounts.
 */
export async function follow(tx: Tx, deps: CopyTradingDeps, asked: Following): Promise<Followed> {
  const { memberId, body, now } = asked
  if (!body.agreed) return refuse('input.required', { field: 'agreed' })
  const amount = BigInt(body.amount)
  const problem = settingsProblem(settingsOf(body), amount)
  if (problem !== undefined) return refuse('input.invalid', { field: problem })
  const unknown = await refuseUnknown(tx, deps.profile, memberId, 'trade')
  if (unknown) return unknown
  // One follow of a member after the other, so that two of them cannot take the same part of the account.
  await lockFollower(tx, memberId)
  const before = await readCopy(tx, body.copyId)
  // Sent again under another key after a lost connection: the first answer, without a second effect.
  if (before)
    return before.memberId === memberId && before.mentorId === body.mentorId && before.amount === amount
      ? done({ copy: showCopy(before) }, 'done.follow')
      : refuse('input.invalid', { field: 'copyId' })
  const found = await readFollowable(tx, body)
  if (found === 'follow.trader-not-found') return refuse('follow.trader-not-found', { field: 'productId' })
  if (found === 'follow.mentor-not-found' || found.minFollow === null)
    return refuse('follow.mentor-not-found', { field: 'mentorId' })
  const { mentor, product, minFollow } = found
  if (mentor.memberId === memberId) return refuse('follow.own', { field: 'mentorId' })
  if ((await readRunning(tx, memberId, mentor.id)) !== null)
    return refuse('follow.exists', { field: 'mentorId' })
  if (product && product.deadline <= now) return refuse('follow.past-deadline', { field: 'productId' })
  if (product && amount >= minFollow && amount > product.maxTotal - product.total)
    return refuse('follow.above-maximum', { field: 'amount' })
  const follower = await readFollower(tx, deps, memberId, now)
  const refusal = followRefusal({ amount, minFollow, ...follower })
  if (refusal) return refuse(refusal.code, { field: 'amount', ...ruleOf(refusal) })
  return holdAndStart(tx, deps, asked, { ...found, startsOn: follower.startsOn })
}

const settingsOf = ({ stockShareBp, stopLossBp, cap }: BodyOf<'/copy-trading/follow'>) => ({
  stockShareBp,
  stopLossBp,
  cap: cap === null ? null : BigInt(cap),
})

const ruleOf = ({ code }: FollowRefusal): { readonly rule?: string } => {
  if (code === 'follow.above-maximum') return { rule: copyTradingRules.maxFollow.id }
  return code === 'follow.share-of-equity' ? { rule: copyTradingRules.equityShare.id } : {}
}

async function holdAndStart(
  tx: Tx,
  deps: CopyTradingDeps,
  { memberId, body, now, requestId }: Following,
  { mentor, product, startsOn }: Followable & { readonly startsOn: string },
): Promise<Followed> {
  const id = body.copyId
  const amount = BigInt(body.amount)
  const holdId = derivedId(`copy hold ${id}`)
  const held = await post(tx, holdEntry({ id, memberId, holdId, amount }, now))
  if (!held.ok) return refuse('balance.insufficient', { field: 'amount' })
  const state = suitabilityOf(amount)
  const settings = settingsOf(body)
  let promisedAt: Date | null = null
  if (state === 'under-review') {
    const opened = await openReview(tx, {
      kind: 'copy',
      memberId,
      subject: id,
      amount,
      currency: 'TWD',
      payload: {
        copyId: id,
        mentorId: mentor.id,
        productId: product?.id ?? null,
        amount: amount.toString(),
        stockShareBp: settings.stockShareBp,
        stopLossBp: settings.stopLossBp,
        cap: body.cap,
      },
      now,
      requestId,
    })
    if (!opened.ok) return refuse('system.busy')
    promisedAt = opened.promisedAt
  }
  const productId = product?.id ?? null
  const times = { startsOn, sentAt: now, promisedAt }
  await insertCopy(tx, {
    id,
    memberId,
    mentorId: mentor.id,
    productId,
    amount,
    holdId,
    ...settings,
    state,
    ...times,
  })
  await recordOutcome(tx, deps, {
    memberId,
    action: 'copy-trading.followed',
    actor: `member:${memberId}`,
    subject: `copy:${id}`,
    now: { state },
    details: { mentorId: mentor.id, productId, amount: amount.toString(), entryId: held.entryId },
    event: { kind: 'copy.changed', id },
    notice: null,
    requestId,
    at: now,
  })
  return done({ copy: showCopy((await readCopy(tx, id))!) }, 'done.follow')
}
