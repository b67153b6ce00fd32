// What a holding may become. The same rows stand in app.position_transitions, where a trigger refuses any other step.

export const positionStates = ['holding', 'preparing-to-close', 'closed'] as const
export type PositionState = (typeof positionStates)[number]

/** Why a closed holding was closed, or by whom its last close was asked for. */
export const closeReasons = ['member', 'conditional', 'liquidated', 'auto-cover'] as const
export type CloseReason = (typeof closeReasons)[number]

export const positionTransitions: readonly (readonly [from: PositionState, to: PositionState])[] = [
  // A close order is open for some or all of it.
  ['holding', 'preparing-to-close'],
  // The close order ended and something is left.
  ['preparing-to-close', 'holding'],
  ['preparing-to-close', 'closed'],
  // Its opening order was still in the book and has filled again.
  ['closed', 'holding'],
]
