// Integer types that must not be mixed up. A brand exists only at compile time: at run time each is a bigint.

declare const brand: unique symbol
type Branded<Name extends string> = bigint & { readonly [brand]: Name }

/** Money in hundredths of its currency. */
export type Minor = Branded<'minor'>
/** A price per share in hundredths. */
export type Price = Branded<'price'>
export type Shares = Branded<'shares'>
export type Lots = Branded<'lots'>

/** One lot of the Taiwan market. */
export const SHARES_PER_LOT = 1000n

export const minor = (hundredths: bigint): Minor => hundredths as Minor

export function price(hundredths: bigint): Price {
  if (hundredths <= 0n) throw new RangeError(`a price is positive, not ${hundredths}`)
  return hundredths as Price
}

export function shares(count: bigint): Shares {
  if (count < 0n) throw new RangeError(`a share count is not negative: ${count}`)
  return count as Shares
}

export function lots(count: bigint): Lots {
  if (count < 0n) throw new RangeError(`a lot count is not negative: ${count}`)
  return count as Lots
}

export const sharesOf = (count: Lots): Shares => shares(count * SHARES_PER_LOT)

/** Whole lots in a share count, and the odd shares left over. */
export const lotsIn = (count: Shares): { readonly lots: Lots; readonly odd: Shares } => ({
  lots: lots(count / SHARES_PER_LOT),
  odd: shares(count % SHARES_PER_LOT),
})

/** The cost of this many shares at this price. Exact: hundredths times whole shares. */
export const valueOf = (at: Price, count: Shares): Minor => minor(at * count)
