/** Shares in one lot. */
export const lotSize = 1_000
/** Most shares of one order in the book of odd lots. */
export const maxOddShares = 999
/** An order of less than one lot is for the book of odd lots, every other for the regular book. */
export const isOddLot = (quantity: number): boolean => quantity < lotSize
/** The two parts of these shares: whole lots and an odd lot. Each is an order in its own book. */
export const splitLots = (shares: number): { readonly whole: number; readonly odd: number } => ({
  whole: shares - (shares % lotSize),
  odd: shares % lotSize,
})
/** Maximum lots of one order in the board-lot session. */
export const maxLots = 499
