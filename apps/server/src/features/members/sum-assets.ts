import { isShares, type Balance } from '@fairlot/ledger'

export interface Assets {
  readonly total: bigint
  readonly available: bigint
  readonly frozen: bigint
  readonly profit: bigint
  readonly usd: bigint
}

/**
 * The member centre's figures out of the ledger's balances. Total counts what is owed against what is owned; loans
 * and payables are negative already. Profit is what held shares have gained: the practice market has no shares yet,
 * and a balance in shares without a way to value it must stop here, not show as nothing.
 */
export function sumAssets(balances: readonly Balance[]): Assets {
  const held = balances.filter(({ asset, amount }) => isShares(asset) && amount !== 0n)
  if (held.length > 0) throw new Error('this member holds shares, which sumAssets cannot value')
  const twd = balances.filter(({ asset }) => asset === 'TWD')
  const sum = (rows: readonly Balance[]): bigint => rows.reduce((total, { amount }) => total + amount, 0n)
  return {
    total: sum(twd),
    available: sum(twd.filter(({ kind }) => kind === 'available')),
    frozen: sum(twd.filter(({ kind }) => kind === 'held' || kind === 'held-receivable')),
    profit: sum(held),
    usd: sum(balances.filter(({ asset, kind }) => asset === 'USD' && kind === 'available')),
  }
}
