// The chart of accounts. Positive means "belongs to this account", so that every asset sums to zero over all
// accounts at all times. The table ledger.chart holds the same rows for the database's own checks; a test
// compares the two, so a row added here without a migration fails.

import type { Currency } from '@fairlot/money'

/** Money by currency, shares by security: `stk:2330`. Both are assets and both obey double entry. */
export type Asset = Currency | `stk:${string}`

export const stock = (symbol: string): Asset => `stk:${symbol}`
export const isShares = (asset: string): boolean => asset.startsWith('stk:')

/** `owner/id/asset/kind`, with `@yyyy-mm-dd` behind kinds that have a settlement date. */
export type AccountCode = `${OwnerKind}/${string}/${string}/${string}`

export type OwnerKind =
  | 'member'
  | 'seat'
  | 'house'
  | 'clearing'
  | 'fees'
  | 'tax'
  | 'practice-grant'
  | 'lending'
  | 'suspense'

export interface ChartRow {
  readonly owner: OwnerKind
  readonly kind: string
  /** Has one sub-account per settlement date. */
  readonly dated: boolean
  /** Every line on the account names the hold it opens, captures or releases. */
  readonly holding: boolean
  /** A bound makes a balance row; accounts without one are summed from checkpoint and tail and have no hot row. */
  readonly lowest: bigint | null
  readonly highest: bigint | null
  readonly meaning: string
}

const own = (kind: string, meaning: string, more: Partial<ChartRow> = {}): Omit<ChartRow, 'owner'> => ({
  kind,
  dated: false,
  holding: false,
  lowest: 0n,
  highest: null,
  meaning,
  ...more,
})
const owed = (kind: string, meaning: string, more: Partial<ChartRow> = {}): Omit<ChartRow, 'owner'> =>
  own(kind, meaning, { lowest: null, highest: 0n, ...more })
const open = (kind: string, meaning: string, more: Partial<ChartRow> = {}): Omit<ChartRow, 'owner'> =>
  own(kind, meaning, { lowest: null, ...more })

const customer = [
  own('available', 'free to use: cash, or shares that may be sold'),
  own('held', 'held for an order or a request; every part of it belongs to one hold', { holding: true }),
  own('receivable', 'comes in on this settlement date; counts as buying power, not for withdrawal', {
    dated: true,
  }),
  own('held-receivable', 'held from what settles on this date', { dated: true, holding: true }),
  owed('payable', 'owed on this settlement date', { dated: true }),
  own('collateral', 'kept against a loan or a short: margin and proceeds'),
  owed('loan', 'borrowed from the lending pool: cash of a long, shares of a short, a credit loan'),
  owed('interest', 'interest accrued and not yet paid'),
  own('dividend', 'a dividend that is paid on this date; no buying power before', { dated: true }),
]

const rows = (owner: OwnerKind, kinds: readonly Omit<ChartRow, 'owner'>[]): ChartRow[] =>
  kinds.map((kind) => ({ owner, ...kind }))

export const chart: readonly ChartRow[] = [
  ...rows('member', customer),
  ...rows('seat', customer),
  ...rows('house', [
    open('bank', 'the other side of deposits and withdrawals: money at the banks'),
    open('payouts', 'passed withdrawals the bank has not confirmed yet'),
    open('capital', "the operator's own money, and what it funds"),
    open(
      'issue',
      'the other side of shares that came into being or ceased to exist, and what was paid for new ones',
    ),
    open('fx', 'the position left by currency exchange'),
    open('interest', 'interest earned and paid'),
    open('rounding', 'remainders of a rounding rule: they are named, they never vanish'),
    open('corrections', 'the other side of a correction that two operators signed'),
    open('promotion', 'what the operator spends on fee coupons'),
    open('vouchers', 'set aside for fee coupons that can still be used'),
    open('dividends', 'what issuers owe for dividends, less what short sellers owe for them'),
  ]),
  ...rows('clearing', [
    open('settlement', 'between the two sides of a trade; sums to zero'),
    open('settling', 'the same by settlement date', { dated: true }),
  ]),
  ...rows('fees', [open('income', 'fees by name: brokerage, subscription, auction')]),
  ...rows('tax', [open('collected', 'tax by name, owed to the treasury')]),
  ...rows('practice-grant', [open('granted', 'paper money given to new members')]),
  ...rows('lending', [
    own('available', 'what the pool can still lend'),
    own('held', 'shares promised to open short orders', { holding: true }),
    own('lent', 'what borrowers owe the pool: equals the sum of their loans'),
    own('dividend', 'a dividend that is paid to the pool on this date', { dated: true }),
  ]),
  ...rows('suspense', [open('open', 'money whose owner is not known yet')]),
]

/** A civil date, `2026-11-17`. */
export type SettlementDate = string

const customerAccounts = (owner: 'member' | 'seat', id: string) => {
  const code = (asset: Asset, kind: string): AccountCode => `${owner}/${id}/${asset}/${kind}`
  return {
    available: (asset: Asset) => code(asset, 'available'),
    held: (asset: Asset) => code(asset, 'held'),
    receivable: (asset: Asset, due: SettlementDate) => code(asset, `receivable@${due}`),
    heldReceivable: (asset: Asset, due: SettlementDate) => code(asset, `held-receivable@${due}`),
    payable: (asset: Asset, due: SettlementDate) => code(asset, `payable@${due}`),
    collateral: (asset: Asset) => code(asset, 'collateral'),
    loan: (asset: Asset) => code(asset, 'loan'),
    interest: (asset: Asset) => code(asset, 'interest'),
    dividend: (asset: Asset, due: SettlementDate) => code(asset, `dividend@${due}`),
  }
}

export const member = (memberId: string) => customerAccounts('member', memberId)
export const seat = (seatId: string) => customerAccounts('seat', seatId)

const house = (kind: string) => (asset: Asset) => `house/main/${asset}/${kind}` as const
export const houseAccounts = {
  bank: house('bank'),
  payouts: house('payouts'),
  capital: house('capital'),
  issue: house('issue'),
  fx: house('fx'),
  interest: house('interest'),
  rounding: house('rounding'),
  corrections: house('corrections'),
  promotion: house('promotion'),
  /** The account is named `vouchers` in stored entries. */
  coupons: house('vouchers'),
  dividends: house('dividends'),
}
export const clearing = {
  settlement: (asset: Asset): AccountCode => `clearing/main/${asset}/settlement`,
  settling: (asset: Asset, due: SettlementDate): AccountCode => `clearing/main/${asset}/settling@${due}`,
}
export const fees = (name: string, asset: Asset): AccountCode => `fees/${name}/${asset}/income`
export const tax = (name: string, asset: Asset): AccountCode => `tax/${name}/${asset}/collected`
export const practiceGrant = (asset: Asset): AccountCode => `practice-grant/main/${asset}/granted`
export const lending = {
  available: (asset: Asset): AccountCode => `lending/pool/${asset}/available`,
  lent: (asset: Asset): AccountCode => `lending/pool/${asset}/lent`,
}
export const suspense = (asset: Asset): AccountCode => `suspense/main/${asset}/open`

export interface AccountParts {
  readonly owner: OwnerKind
  readonly ownerId: string
  readonly asset: Asset
  readonly kind: string
  readonly due: SettlementDate | null
}

/** Parses a code; throws on one the chart does not know, because only our own code writes codes. */
export function partsOf(code: AccountCode): AccountParts {
  const [owner, ownerId, asset, tail, more] = code.split('/')
  const [kind, due] = (tail ?? '').split('@')
  const row = chart.find((candidate) => candidate.owner === owner && candidate.kind === kind)
  if (!row || !ownerId || !asset || more !== undefined || row.dated !== (due !== undefined)) {
    throw new Error(`no such account in the chart: ${code}`)
  }
  return { owner: row.owner, ownerId, asset: asset as Asset, kind: row.kind, due: due ?? null }
}

/**
 * The account that held money comes from and returns to: `held` and `available`, `held-receivable@d` and
 * `receivable@d`.
 */
export function heldTwin(code: AccountCode): AccountCode {
  if (code.endsWith('/available')) return code.replace(/available$/, 'held') as AccountCode
  if (code.includes('/receivable@')) return code.replace('/receivable@', '/held-receivable@') as AccountCode
  throw new Error(`nothing can be held on ${code}`)
}

export function freeTwin(code: AccountCode): AccountCode {
  if (code.endsWith('/held')) return code.replace(/held$/, 'available') as AccountCode
  if (code.includes('/held-receivable@')) {
    return code.replace('/held-receivable@', '/receivable@') as AccountCode
  }
  throw new Error(`${code} keeps no holds`)
}
