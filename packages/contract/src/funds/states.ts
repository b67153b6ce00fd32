/**
 * Why the books are corrected. `not-posted`: the records are right and a posting was missing. For the other reasons the
 * records stay unchanged and the correction is a separate amount.
 */
export const journalReasons = ['not-posted', 'wrong-charge', 'goodwill', 'wrong-owner'] as const
export type JournalReason = (typeof journalReasons)[number]

/**
 * The accounts a correction can touch. Held money, loans, collateral, shares, clearing, bank and in-transit accounts
 * are excluded: each of those belongs to a record that must change with it.
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

/** What the every-minute run checks; `app.reconcile()` answers one row for each. */
export const reconChecks = [
  'entries',
  'events',
  'requests',
  'trades',
  'grants',
  'records',
  'fills',
  'assets',
  'clearing',
  'closed-days',
  'balances',
  'min-balance',
  'holds',
  'holds-owned',
  'shares',
  'lent-shares',
  'loans',
  'collateral',
  'interest',
  'brokerage',
  'tax',
  'borrow-fee',
  'bank',
  'payouts',
  'suspense',
  'bank-cover',
  'vouchers',
  'two-people',
  'draw-tickets',
  'dividends',
] as const
export type ReconCheck = (typeof reconChecks)[number]

/** What the nightly run checks in the closed days; `app.reconcile_days()` answers one row for each. */
export const nightChecks = [
  'night-days',
  'night-balances',
  'night-events',
  'night-requests',
  'night-trades',
  'night-records',
  'night-grants',
  'night-fills',
  'night-holdings',
  'night-charges',
] as const
export type NightCheck = (typeof nightChecks)[number]

/**
 * Why no payout is sent to the bank: a difference, a run that did not finish, no recent clean run, or closed days that
 * were not added up again in time.
 */
export const payoutStopReasons = ['difference', 'unfinished', 'stale', 'night-stale'] as const
export type PayoutStopReason = (typeof payoutStopReasons)[number]

/**
 * How books and bank can differ: a movement the bank does not show as booked, or a bank line missing from the books.
 */
export const bankGapKinds = [
  'deposit',
  'payout',
  'returned-payout',
  'suspense',
  'sent-back',
  'open-line',
  'undecided-line',
] as const
export type BankGapKind = (typeof bankGapKinds)[number]
