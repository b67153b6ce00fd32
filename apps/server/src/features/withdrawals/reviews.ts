import { withdrawalRejections } from '@fairlot/contract/withdrawals'
import * as z from 'zod/mini'
import { amountText } from '#features/fund-requests'
import type { ReviewKindHandler } from '#features/operators'
import { passWithdrawal, rejectWithdrawal } from './decide-withdrawal.ts'
import type { DecidingDeps } from './deps.ts'
import { sendPayoutBatch } from './payout-batch.ts'
import { returnPayout } from './payout-return.ts'
import { readWithdrawal } from './store.ts'

export const withdrawalReviews = (deps: DecidingDeps): readonly ReviewKindHandler[] => [
  withdrawal(deps),
  payoutBatch(deps),
  payoutReturn(deps),
]

const withdrawal = (deps: DecidingDeps): ReviewKindHandler => ({
  kind: 'withdrawal',
  async describe(tx, { subject }) {
    const row = await readWithdrawal(tx, subject)
    if (!row) return { facts: [], effects: [] }
    const total = row.amount + row.fee
    return {
      facts: [
        { code: 'withdrawal.amount', value: amountText(row.amount, row.currency) },
        { code: 'withdrawal.fee', value: amountText(row.fee, row.currency) },
        {
          code: 'withdrawal.to',
          value: `${row.bankCode} ${row.bankName} •••• ${row.ending}`,
          personal: { memberId: row.memberId, field: 'bank-account' },
        },
        { code: 'withdrawal.reference', value: row.reference },
      ],
      // Always true: the database refuses a request to an account that is not the member's own, verified and past its
      // cool-down.
      checks: [
        { ok: true, code: 'withdrawal.own-account', value: row.ending },
        {
          ok: total <= row.withdrawable,
          code: 'withdrawal.was-withdrawable',
          value: amountText(row.withdrawable, row.currency),
        },
        { ok: row.deviceKey !== null, code: 'withdrawal.signed', value: '' },
      ],
      lines: [
        {
          code: 'withdrawal.held',
          before: amountText(total, row.currency),
          after: amountText(0n, row.currency),
        },
      ],
      effects: ['withdrawal.hold-to-payouts', 'withdrawal.queued', 'withdrawal.notified'],
    }
  },
  async execute(tx, { subject, reviewId }, { now }) {
    const did = await passWithdrawal(tx, deps, { withdrawalId: subject, reviewId, now })
    return did ? 'passed' : 'cancelled'
  },
  async onRejected(tx, { subject, reviewId, number }, { now, note, why, reason }) {
    if (why === 'cancelled') return
    const rejectionReason =
      why === 'expired' ? 'expired' : withdrawalRejections.find((each) => each === reason)
    if (rejectionReason === undefined)
      throw new Error(`review ${number} was rejected without a valid withdrawal reason`)
    await rejectWithdrawal(tx, deps, { withdrawalId: subject, reviewId, note, now, rejectionReason })
  },
})

const batchPayload = z.strictObject({
  bankDay: z.string(),
  currency: z.string(),
  count: z.int(),
  total: z.string(),
  withdrawals: z.array(z.uuid()),
})

const payoutBatch = (deps: DecidingDeps): ReviewKindHandler => ({
  kind: 'payout-batch',
  describe(_tx, { payload }) {
    const batch = batchPayload.parse(payload)
    return Promise.resolve({
      facts: [
        { code: 'payout-batch.day', value: batch.bankDay },
        { code: 'payout-batch.count', value: String(batch.count) },
        { code: 'payout-batch.total', value: amountText(BigInt(batch.total), batch.currency) },
      ],
      effects: ['payout-batch.file', 'payout-batch.sent'],
    })
  },
  async execute(tx, { payload, reviewId }, { now }) {
    await sendPayoutBatch(tx, deps, { payload: batchPayload.parse(payload), reviewId, now })
  },
  onRejected: () => Promise.resolve(),
})

const returnPayload = z.strictObject({ withdrawalId: z.uuid(), reason: z.string(), amount: z.string() })

const payoutReturn = (deps: DecidingDeps): ReviewKindHandler => ({
  kind: 'payout-return',
  async describe(tx, { payload }) {
    const { withdrawalId, reason } = returnPayload.parse(payload)
    const row = await readWithdrawal(tx, withdrawalId)
    return {
      facts: [
        { code: 'payout-return.reason', value: reason },
        { code: 'withdrawal.reference', value: row?.reference ?? '' },
        { code: 'withdrawal.amount', value: row ? amountText(row.amount, row.currency) : '' },
      ],
      lines: [{ code: 'withdrawal.stage', before: row?.stage ?? null, after: 'returned' }],
      effects: ['payout-return.to-member', 'withdrawal.notified'],
    }
  },
  async execute(tx, { payload, reviewId }, { now }) {
    const { withdrawalId, reason } = returnPayload.parse(payload)
    const did = await returnPayout(tx, deps, { withdrawalId, reason, reviewId, now })
    return did ? 'passed' : 'returned-before'
  },
  onRejected: () => Promise.resolve(),
})
