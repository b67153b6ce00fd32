import { mentorRejections } from '@fairlot/contract/mentors'
import { formatPrice } from '@fairlot/money'
import { conditionsOf, thresholds, winRateBp } from '@fairlot/rules/mentors'
import { amountText } from '#features/fund-requests'
import type { ReviewKindHandler } from '#features/operators'
import { passApplication, rejectPending } from './applying/decide.ts'
import type { NotifyDeps } from './deps.ts'
import { mentorPayload } from './payload.ts'

const percentText = (bp: number): string => `${formatPrice(BigInt(bp))}%`

export const mentorsReviews = (deps: NotifyDeps): readonly ReviewKindHandler[] => [
  {
    kind: 'mentor',
    async describe(_tx, { payload }) {
      const asked = mentorPayload.parse(payload)
      const threshold = thresholds.find(({ level }) => level === asked.level)!
      const met = conditionsOf({ ...asked, money: BigInt(asked.money) }, threshold)
      const rate = winRateBp(asked)
      return {
        facts: [
          { code: 'mentor.name', value: asked.name },
          { code: 'mentor.strategy-tw', value: asked.strategyTw || '—' },
          { code: 'mentor.strategy-en', value: asked.strategyEn || '—' },
          { code: 'mentor.date', value: asked.date },
          { code: 'mentor.return', value: percentText(asked.timeBp) },
          { code: 'mentor.win-rate', value: rate === null ? '—' : percentText(rate) },
        ],
        checks: [
          { ok: met.days, code: 'mentor.days', value: `${asked.days} ≥ ${threshold.days}` },
          { ok: met.trades, code: 'mentor.trades', value: `${asked.closed} ≥ ${threshold.trades}` },
          {
            ok: met.drawdown,
            code: 'mentor.drawdown',
            value: `${percentText(asked.drawdownBp)} ≤ ${percentText(threshold.drawdownBp)}`,
          },
          {
            ok: met.money,
            code: 'mentor.money',
            value: `${amountText(BigInt(asked.money), 'TWD')} ≥ ${amountText(threshold.money, 'TWD')}`,
          },
        ],
        effects: [`mentor.${asked.level}`, 'mentor.listed', 'mentor.recomputed', 'mentor.notified'],
      }
    },
    execute: (tx, { subject, reviewId }, { now }) =>
      passApplication(tx, deps, { applicationId: subject, reviewId, now }),
    async onRejected(tx, { subject, reviewId, number }, { now, note, why, reason: said }) {
      if (why === 'cancelled') return
      const reason = why === 'expired' ? 'expired' : mentorRejections.find((each) => each === said)
      if (reason === undefined) throw new Error(`review ${number} was rejected without a valid mentor reason`)
      await rejectPending(tx, deps, {
        applicationId: subject,
        reviewId,
        reason,
        note: why === 'expired' ? '' : note,
        now,
      })
    },
  },
]
