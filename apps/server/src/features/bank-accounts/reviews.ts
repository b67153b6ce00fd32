import { bankAccountRejections } from '@fairlot/contract/bank-accounts'
import type { ReviewKindHandler } from '#features/operators'
import { rejectBankAccount, verifyBankAccount } from './decide-bank-account.ts'
import type { DecidingDeps } from './deps.ts'
import { findBankAccount } from './store.ts'

export const bankAccountReviews = (deps: DecidingDeps): ReviewKindHandler => ({
  kind: 'bank-account',
  async describe(tx, { subject }) {
    const row = await findBankAccount(tx, subject)
    if (!row) return { facts: [], effects: [] }
    const personal = { memberId: row.memberId, field: 'bank-account' } as const
    return {
      facts: [
        { code: 'bank-account.holder', value: row.holderMasked, personal: { ...personal, field: 'name' } },
        { code: 'bank-account.number', value: `•••• ${row.ending}`, personal },
        { code: 'bank-account.bank', value: `${row.bankCode} ${row.bankName}` },
        { code: 'bank-account.branch', value: `${row.branch} ${row.branchCode}`.trim() },
        { code: 'bank-account.currency', value: row.currency },
        ...(row.ifsc === null ? [] : [{ code: 'bank-account.ifsc', value: row.ifsc }]),
      ],
      // These checks are always true: an account in another name, or one that is already saved, is refused at creation.
      checks: [
        { ok: true, code: 'bank-account.own-name', value: row.holderMasked },
        { ok: true, code: 'bank-account.only-once', value: row.ending },
      ],
      lines: [{ code: 'bank-account.state', before: row.state, after: 'verified' }],
      effects: ['bank-account.verified', 'bank-account.cool-down'],
    }
  },
  async execute(tx, { subject, reviewId }, { now }) {
    const did = await verifyBankAccount(tx, deps, { bankAccountId: subject, reviewId, now })
    return did ? 'passed' : 'cancelled'
  },
  async onRejected(tx, { subject, reviewId, number }, { now, note, why, reason }) {
    if (why === 'cancelled') return
    const rejectionReason =
      why === 'expired' ? 'expired' : bankAccountRejections.find((each) => each === reason)
    if (rejectionReason === undefined)
      throw new Error(`review ${number} was rejected without a valid bank account reason`)
    await rejectBankAccount(tx, deps, { bankAccountId: subject, reviewId, now, note, rejectionReason })
  },
})
