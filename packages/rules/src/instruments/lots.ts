/** Shares in one lot. */
export const lotSize = 1_000
/** Lots one order of the board-lot session may have. */
export const mostLots = 499
