/**
 * Why the books are corrected. `not-posted`: the records are right and the books lacked it. With the others the records
 * stay as they are and the correction is an amount of its own.
 */
export const journalReasons = ['not-posted', 'wrong-charge', 'goodwill', 'wrong-owner'] as const
export type JournalReason = (typeof journalReasons)[number]

/**
 * The accounts a correction may touch, by name. Frozen money, loans, collateral, shares, clearing, the banks and what is on
 * its way are not among them: each of those belongs to a record that must change with it.
 */
export const journalAccounts = [
  'member.available',
  'house.corrections',
  'house.capital',
  'house.promotion',
  'house.rounding',
  'fees.brokerage',
  'fees.borrow',
  'fees.deposit',
  'fees.withdrawal',
  'tax.transaction',
  'suspense.open',
] as const
export type JournalAccount = (typeof journalAccounts)[number]

/** The money invariants the worker looks at every minute; `app.reconcile()` answers one row for each. */
export const reconChecks = [
  'entries',
  'assets',
  'balances',
  'holds',
  'holds-owned',
  'shares',
  'lent-shares',
  'loans',
  'collateral',
  'interest',
  'bank',
  'payouts',
  'brokerage',
  'tax',
  'borrow-fee',
  'floor',
  'clearing',
  'vouchers',
  'two-people',
] as const
export type ReconCheck = (typeof reconChecks)[number]
