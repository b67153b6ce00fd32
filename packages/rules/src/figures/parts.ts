// Which balances make up total assets. Each cash or share balance belongs to exactly one part, each part to one term of
// the identity: total = available + held + unsettled + collateral + foreign + market value − loans. A feature that brings a new
// kind of balance adds a row here and nothing else: every figure, screen and check follows the table.

import type { FigurePart, FigureTerm } from '@fairlot/contract/positions'
import { type Currency, isCurrency } from '@fairlot/money'
import { type Mids, twdOf } from '../currency-exchange/convert.ts'

export interface PartRow {
  readonly part: FigurePart
  readonly term: FigureTerm
  readonly asset: 'cash' | 'foreign' | 'shares'
  /** Kinds of ledger accounts, as in the chart of accounts. */
  readonly kinds: readonly string[]
}

export const partRows: readonly PartRow[] = [
  { part: 'available', term: 'available', asset: 'cash', kinds: ['available'] },
  { part: 'held', term: 'held', asset: 'cash', kinds: ['held', 'held-receivable'] },
  { part: 'unsettled', term: 'unsettled', asset: 'cash', kinds: ['receivable'] },
  // Counts, but buys nothing before its date.
  { part: 'dividends', term: 'unsettled', asset: 'cash', kinds: ['dividend'] },
  { part: 'collateral', term: 'collateral', asset: 'cash', kinds: ['collateral'] },
  { part: 'foreign', term: 'foreign', asset: 'foreign', kinds: ['available', 'held'] },
  {
    part: 'shares',
    term: 'marketValue',
    asset: 'shares',
    // A stock dividend counts from its ex-date on, and is sold after it arrived.
    kinds: ['available', 'held', 'receivable', 'held-receivable', 'dividend'],
  },
  { part: 'cashLoans', term: 'loans', asset: 'cash', kinds: ['loan'] },
  { part: 'borrowedShares', term: 'loans', asset: 'shares', kinds: ['loan'] },
  { part: 'interest', term: 'loans', asset: 'cash', kinds: ['interest'] },
  { part: 'owed', term: 'loans', asset: 'cash', kinds: ['payable'] },
]

/** The currency of total assets. Balances in other currencies count at the mid rate. */
export const figureCurrency = 'TWD'

export interface FigureBalance {
  /** A currency, or `stk:` and a symbol. */
  readonly asset: string
  readonly kind: string
  /** The settlement date of dated kinds. */
  readonly due: string | null
  readonly amount: bigint
}

const shareOf = 'stk:'
export const symbolOf = (asset: string): string => asset.slice(shareOf.length)
export const isShareAsset = (asset: string): boolean => asset.startsWith(shareOf)
export const isForeign = (asset: string): asset is Currency => asset !== figureCurrency && isCurrency(asset)
const assetOf = (asset: string): PartRow['asset'] | undefined =>
  isShareAsset(asset)
    ? 'shares'
    : asset === figureCurrency
      ? 'cash'
      : isForeign(asset)
        ? 'foreign'
        : undefined

export type Marks = ReadonlyMap<string, number>

/** The value of shares at their mark. Shares without a price throw instead of counting as zero. */
export function valueOfBalance({ asset, amount }: FigureBalance, marks: Marks): bigint {
  if (asset === figureCurrency || amount === 0n) return amount
  const mark = marks.get(symbolOf(asset))
  if (mark === undefined) throw new Error(`no price for ${asset}: total assets cannot be computed`)
  return BigInt(mark) * amount
}

export interface ForeignCash {
  readonly currency: Currency
  readonly amount: bigint
  /** At the mid rate, to the nearest hundredth; undefined while there has never been a rate. */
  readonly twd: bigint | undefined
}

/** Foreign cash by currency: free and held together, rounded once. */
export function foreignCashOf(
  balances: readonly Pick<FigureBalance, 'asset' | 'amount'>[],
  mids: Mids,
): readonly ForeignCash[] {
  const amounts = new Map<Currency, bigint>()
  for (const { asset, amount } of balances)
    if (isForeign(asset)) amounts.set(asset, (amounts.get(asset) ?? 0n) + amount)
  return [...amounts]
    .filter(([, amount]) => amount !== 0n)
    .map(([currency, amount]) => ({ currency, amount, twd: twdOf(mids, currency, amount) }))
}

export const foreignValueOf = (cash: readonly ForeignCash[]): bigint =>
  cash.reduce((sum, { twd }) => sum + (twd ?? 0n), 0n)

/** The amount of each part, signed as in the ledger: debts are negative. */
export function partsOf(
  balances: readonly FigureBalance[],
  marks: Marks,
  mids: Mids,
  rows: readonly PartRow[] = partRows,
): Readonly<Record<FigurePart, bigint>> {
  const sums = Object.fromEntries(rows.map(({ part }) => [part, 0n])) as Record<FigurePart, bigint>
  for (const balance of balances) {
    const asset = assetOf(balance.asset)
    if (asset === undefined) continue
    const row = rows.find((one) => one.asset === asset && one.kinds.includes(balance.kind))
    if (row !== undefined) {
      if (asset !== 'foreign') sums[row.part] += valueOfBalance(balance, marks)
    } else if (balance.amount !== 0n)
      throw new Error(`no part of total assets counts ${balance.asset}/${balance.kind}`)
  }
  sums.foreign = foreignValueOf(foreignCashOf(balances, mids))
  return sums
}

export function termsOfParts(
  parts: Readonly<Record<FigurePart, bigint>>,
  rows: readonly PartRow[] = partRows,
): Readonly<Record<FigureTerm, bigint>> {
  const sums = Object.fromEntries(rows.map(({ term }) => [term, 0n])) as Record<FigureTerm, bigint>
  for (const { part, term } of rows) sums[term] += parts[part]
  return sums
}
