import type { RuleProfile } from '@fairlot/rules/orders'
import * as z from 'zod/mini'
import type { Review, ReviewKindHandler, Rejection } from '#features/operators'
import type { Tx } from '#platform/db'
import { yearBefore } from './applying/apply.ts'
import { decideApplication } from './applying/decide-application.ts'
import { experienceOf } from './experience.ts'
import { readApplicationById, readResultsOfMember } from './store.ts'
import { termsNow } from './terms-now.ts'

const signed = z.object({
  version: z.int(),
  autoCover: z.string(),
  everybody: z.object({ closed: z.int(), lost: z.int() }),
})

export const dayTradingReviews = (profile: RuleProfile): ReviewKindHandler => ({
  kind: 'day-trading',
  async describe(tx, { subject }) {
    const row = await readApplicationById(tx, subject)
    if (!row) return { facts: [], effects: [] }
    const now = new Date()
    const [terms, experience, mine] = await Promise.all([
      termsNow(tx, profile, now),
      experienceOf(tx, row.memberId, now),
      readResultsOfMember(tx, row.memberId, yearBefore(now)),
    ])
    const { version, everybody } = signed.parse(JSON.parse(row.statement))
    return {
      facts: [
        { code: 'day-trading.account-days', value: String(experience.accountDays) },
        { code: 'day-trading.trades', value: String(experience.trades) },
        { code: 'day-trading.own-results', value: `${mine.lost}/${mine.closed}` },
        { code: 'day-trading.statement', value: `v${version}` },
        { code: 'day-trading.shown-results', value: `${everybody.lost}/${everybody.closed}` },
      ],
      checks: [
        {
          ok: experience.accountDays >= terms.dayTradeAccountDays,
          code: 'day-trading.days-enough',
          value: `≥ ${terms.dayTradeAccountDays}`,
        },
        {
          ok: experience.trades >= terms.dayTradeTradesInYear,
          code: 'day-trading.trades-enough',
          value: `≥ ${terms.dayTradeTradesInYear}`,
        },
      ],
      lines: [{ code: 'day-trading.state', before: row.state, after: 'passed' }],
      effects: ['day-trading.may-trade', 'day-trading.notified'],
    }
  },
  async execute(tx, review, { operators, now, requestId }) {
    const did = await decideApplication(tx, {
      memberId: memberOf(review),
      state: 'passed',
      reason: null,
      operators,
      now,
      requestId,
    })
    if (!did.ok && did.msg !== 'order.not-review')
      throw new Error(`the day-trading application was not decided: ${did.msg}`)
    return did.ok ? 'passed' : 'decided-before'
  },
  async onRejected(tx, review, context) {
    if (context.why !== 'cancelled') await onRejected(tx, memberOf(review), context)
  },
})

const ranOut = '審核逾期 It ran out before it was decided'

async function onRejected(tx: Tx, memberId: string, context: Rejection): Promise<void> {
  const { operators, now, requestId, note, why } = context
  const reason = why === 'expired' ? ranOut : note
  await decideApplication(tx, { memberId, state: 'rejected', reason, operators, now, requestId })
}

function memberOf({ memberId, number }: Review): string {
  if (memberId === null) throw new Error(`review ${number} names no member`)
  return memberId
}
