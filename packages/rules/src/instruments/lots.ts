/** Shares in one lot. */
export const lotSize = 1_000
/** Maximum lots of one order in the board-lot session. */
export const maxLots = 499
