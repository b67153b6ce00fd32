// The prices of an opened auction in few rows: bands above the lowest winning price, that price by itself, and one band of
// what was below it.

export interface PriceLevel {
  readonly price: bigint
  /** Lots of all bids at this price. */
  readonly asked: number
  readonly awarded: number
}

export interface PriceBand {
  readonly from: bigint
  readonly to: bigint
  readonly asked: number
  readonly awarded: number
}

const bandsAbove = 5

/** From the highest price to the lowest; `levels` in any order. Empty bands are left out. */
export function priceBands(levels: readonly PriceLevel[]): readonly PriceBand[] {
  const won = levels.filter(({ awarded }) => awarded > 0)
  const sorted = levels.toSorted((one, other) => (one.price > other.price ? -1 : 1))
  if (won.length === 0) return bandOf(sorted)
  const last = won.reduce((lowest, { price }) => (price < lowest ? price : lowest), won[0]!.price)
  const above = sorted.filter(({ price }) => price > last)
  return [
    ...splitEvenly(above),
    ...bandOf(sorted.filter(({ price }) => price === last)),
    ...bandOf(sorted.filter(({ price }) => price < last)),
  ]
}

/** By price: each band covers the same width. */
function splitEvenly(levels: readonly PriceLevel[]): readonly PriceBand[] {
  if (levels.length <= bandsAbove) return levels.flatMap((level) => bandOf([level]))
  const highest = levels[0]!.price
  const width = highest - levels.at(-1)!.price + 1n
  const bandAt = (price: bigint): number => Number(((highest - price) * BigInt(bandsAbove)) / width)
  return Array.from({ length: bandsAbove }, (_, n) =>
    bandOf(levels.filter(({ price }) => bandAt(price) === n)),
  ).flat()
}

function bandOf(levels: readonly PriceLevel[]): readonly PriceBand[] {
  const [first] = levels
  if (first === undefined) return []
  return [
    {
      from: levels.at(-1)!.price,
      to: first.price,
      asked: levels.reduce((sum, { asked }) => sum + asked, 0),
      awarded: levels.reduce((sum, { awarded }) => sum + awarded, 0),
    },
  ]
}
