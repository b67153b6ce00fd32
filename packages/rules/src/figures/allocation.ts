import type { FigureAllocation } from '@fairlot/contract/positions'
import type { AccountFacts, Figures } from './figures.ts'
import { isShareAsset, symbolOf, valueOfBalance } from './parts.ts'

export interface AllocationLine {
  readonly of: FigureAllocation
  readonly symbol: string | null
  /** Debts are negative. */
  readonly amount: bigint
}

/**
 * Total assets by what they consist of: each stock at market, cash, collateral, and what is owed. The lines add up to
 * the total, so a loan is never left out and a short never counts as an asset.
 */
export function allocationOf({ balances, marks }: AccountFacts, { terms, parts }: Figures): AllocationLine[] {
  const stocks = new Map<string, bigint>()
  const borrowed = new Map<string, bigint>()
  for (const balance of balances.filter(({ asset }) => isShareAsset(asset))) {
    const side = balance.kind === 'loan' ? borrowed : stocks
    const symbol = symbolOf(balance.asset)
    side.set(symbol, (side.get(symbol) ?? 0n) + valueOfBalance(balance, marks))
  }
  const lines = (of: FigureAllocation, side: ReadonlyMap<string, bigint>): AllocationLine[] =>
    [...side].map(([symbol, amount]) => ({ of, symbol, amount })).toSorted(bySize)
  const all: AllocationLine[] = [
    ...lines('stock', stocks),
    { of: 'cash', symbol: null, amount: terms.available + terms.held + terms.unsettled },
    { of: 'collateral', symbol: null, amount: terms.collateral },
    { of: 'foreign', symbol: null, amount: terms.foreign },
    ...lines('borrowed', borrowed),
    { of: 'loan', symbol: null, amount: terms.loans - parts.borrowedShares },
  ]
  return all.filter(({ of, amount }) => amount !== 0n || of === 'cash')
}

const bySize = (one: AllocationLine, other: AllocationLine): number => {
  const [a, b] = [size(one.amount), size(other.amount)]
  return a === b ? 0 : a > b ? -1 : 1
}
const size = (amount: bigint): bigint => (amount < 0n ? -amount : amount)
