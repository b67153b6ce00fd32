/** Shares in one lot. */
export const lotSize = 1_000
/** Most shares of one order in the book of odd lots. */
export const maxOddShares = 999
/** Maximum lots of one order in the board-lot session. */
export const maxLots = 499
