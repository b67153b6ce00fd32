// Which balances make up total assets. Each cash or share balance belongs to exactly one part, each part to one term of
// the identity: total = available + held + unsettled + collateral + market value − loans. A feature that brings a new
// kind of balance adds a row here and nothing else: every figure, screen and check follows the table.

import type { FigurePart, FigureTerm } from '@fairlot/contract/positions'

export interface PartRow {
  readonly part: FigurePart
  readonly term: FigureTerm
  readonly asset: 'cash' | 'shares'
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
  {
    part: 'shares',
    term: 'marketValue',
    asset: 'shares',
    kinds: ['available', 'held', 'receivable', 'held-receivable'],
  },
  { part: 'cashLoans', term: 'loans', asset: 'cash', kinds: ['loan'] },
  { part: 'borrowedShares', term: 'loans', asset: 'shares', kinds: ['loan'] },
  { part: 'interest', term: 'loans', asset: 'cash', kinds: ['interest'] },
  { part: 'owed', term: 'loans', asset: 'cash', kinds: ['payable'] },
]

/** The currency of total assets. Balances in other currencies are shown beside the total and are not part of it. */
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
const isCounted = ({ asset }: FigureBalance): boolean => asset === figureCurrency || isShareAsset(asset)

export type Marks = ReadonlyMap<string, number>

/** The value of shares at their mark. Shares without a price throw instead of counting as zero. */
export function valueOfBalance({ asset, amount }: FigureBalance, marks: Marks): bigint {
  if (asset === figureCurrency || amount === 0n) return amount
  const mark = marks.get(symbolOf(asset))
  if (mark === undefined) throw new Error(`no price for ${asset}: total assets cannot be computed`)
  return BigInt(mark) * amount
}

/** The amount of each part, signed as in the ledger: debts are negative. */
export function partsOf(
  balances: readonly FigureBalance[],
  marks: Marks,
  rows: readonly PartRow[] = partRows,
): Readonly<Record<FigurePart, bigint>> {
  const sums = Object.fromEntries(rows.map(({ part }) => [part, 0n])) as Record<FigurePart, bigint>
  for (const balance of balances.filter(isCounted)) {
    const asset = isShareAsset(balance.asset) ? 'shares' : 'cash'
    const row = rows.find((one) => one.asset === asset && one.kinds.includes(balance.kind))
    if (row !== undefined) sums[row.part] += valueOfBalance(balance, marks)
    else if (balance.amount !== 0n)
      throw new Error(`no part of total assets counts ${balance.asset}/${balance.kind}`)
  }
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
