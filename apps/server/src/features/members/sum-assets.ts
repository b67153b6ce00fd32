import { isShares, type Balance } from '@fairlot/ledger'
import { valueAt } from '@fairlot/rules/orders'

export interface Assets {
  readonly total: bigint
  readonly available: bigint
  readonly held: bigint
  readonly usd: bigint
}

/**
 * The member centre's figures from the ledger's balances. The total is assets less debts; loans, lent shares and
 * payables are already negative. Shares count at the last price. `marks` has it by symbol in hundredths; shares without
 * a price must throw, not count as zero.
 */
export function sumAssets(balances: readonly Balance[], marks: ReadonlyMap<string, number>): Assets {
  const twd = balances.filter(({ asset }) => asset === 'TWD')
  const sum = (rows: readonly Balance[]): bigint => rows.reduce((total, { amount }) => total + amount, 0n)
  const shares = balances.filter(({ asset, amount }) => isShares(asset) && amount !== 0n)
  return {
    total: shares.reduce((total, one) => total + worthOf(one, marks), sum(twd)),
    available: sum(twd.filter(({ kind }) => kind === 'available')),
    held: sum(twd.filter(({ kind }) => kind === 'held' || kind === 'held-receivable')),
    usd: sum(balances.filter(({ asset, kind }) => asset === 'USD' && kind === 'available')),
  }
}

export const symbolOf = (asset: string): string => asset.slice('stk:'.length)

function worthOf({ asset, amount }: Balance, marks: ReadonlyMap<string, number>): bigint {
  const mark = marks.get(symbolOf(asset))
  if (mark === undefined) throw new Error(`no price for ${asset}`)
  return valueAt(mark, 1) * amount
}
