// Allowed transitions of a position. ../state-machines.ts lists them for the database.

export const positionStates = ['holding', 'preparing-to-close', 'closed'] as const
export type PositionState = (typeof positionStates)[number]

/** Why a position was closed, or who requested its last close. */
export const closeReasons = ['member', 'conditional', 'liquidated', 'auto-cover'] as const
export type CloseReason = (typeof closeReasons)[number]

export const positionTransitions: readonly (readonly [from: PositionState, to: PositionState])[] = [
  // A close order is open for some or all of it.
  ['holding', 'preparing-to-close'],
  // The close order ended and some shares remain.
  ['preparing-to-close', 'holding'],
  ['preparing-to-close', 'closed'],
  // Its opening order was still in the book and has filled again.
  ['closed', 'holding'],
]
