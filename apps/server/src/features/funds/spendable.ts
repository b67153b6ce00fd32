import type { Balance } from '@fairlot/ledger'

/** What can be spent: free cash, and what comes in on its settlement date. */
export const isSpendable = (kind: string): boolean => kind === 'available' || kind === 'receivable'

export const spendableOf = (balances: readonly Balance[]): bigint =>
  balances
    .filter(({ asset, kind }) => asset === 'TWD' && isSpendable(kind))
    .reduce((sum, { amount }) => sum + amount, 0n)
