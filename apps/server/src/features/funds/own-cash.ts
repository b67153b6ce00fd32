import type { Balance } from '@fairlot/ledger'

/**
 * The member's cash: available, held and unsettled. A hold and its release do not change it, so the fund record has rows
 * for what happened and none for what was reserved on the way.
 */
export const isOwnCash = (kind: string): boolean =>
  kind === 'available' || kind === 'held' || kind === 'receivable' || kind === 'held-receivable'

export const ownCashOf = (balances: readonly Balance[]): bigint =>
  balances
    .filter(({ asset, kind }) => asset === 'TWD' && isOwnCash(kind))
    .reduce((sum, { amount }) => sum + amount, 0n)
