import type { Balance } from '@fairlot/ledger'

/** Spendable cash: available cash, and cash that arrives on its settlement date. */
export const isSpendable = (kind: string): boolean => kind === 'available' || kind === 'receivable'

export const spendableOf = (balances: readonly Balance[]): bigint =>
  balances
    .filter(({ asset, kind }) => asset === 'TWD' && isSpendable(kind))
    .reduce((sum, { amount }) => sum + amount, 0n)
