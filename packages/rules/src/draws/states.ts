import type { DrawState } from '@fairlot/contract/draws'

/** An empty list makes a draw void at its close; a missed release, at the last deadline. Nothing undoes an order. */
export const drawTransitions: readonly (readonly [from: DrawState, to: DrawState])[] = [
  ['committed', 'closed'],
  ['committed', 'void'],
  ['closed', 'released'],
  ['closed', 'void'],
  ['released', 'decided'],
]
