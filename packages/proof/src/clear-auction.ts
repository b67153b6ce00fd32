// Who gets how many lots: the highest price first, equal prices by lot, never more than the cap for one person. Each pays
// their own price. The last winner may get a part of their bid.

export interface OpenedBid {
  readonly fingerprint: string
  readonly person: string
  /** Minor units per share. */
  readonly price: bigint
  readonly lots: number
  /** Of `tieOf`. */
  readonly tie: string
}

export interface Award {
  readonly fingerprint: string
  /** From 1. */
  readonly rank: number
  /** Zero when the lots or the person's cap were used up before. */
  readonly lots: number
}

export const byPriceThenTie = (
  left: Pick<OpenedBid, 'price' | 'tie'>,
  right: Pick<OpenedBid, 'price' | 'tie'>,
): number => {
  if (left.price !== right.price) return left.price > right.price ? -1 : 1
  return left.tie < right.tie ? -1 : 1
}

/** Returns one award for each bid, in the order of the ranks. */
export function clearAuction(
  { lots, capLots }: { readonly lots: number; readonly capLots: number },
  bids: readonly OpenedBid[],
): readonly Award[] {
  const given = new Map<string, number>()
  let remaining = lots
  return bids.toSorted(byPriceThenTie).map(({ fingerprint, person, lots: asked }, n) => {
    const own = given.get(person) ?? 0
    const got = Math.min(asked, remaining, capLots - own)
    given.set(person, own + got)
    remaining -= got
    return { fingerprint, rank: n + 1, lots: got }
  })
}

/** `sealed`: the sealed text does not open with the round, or is not the bid of its fingerprint. */
export const bidProblems = ['sealed', 'price', 'lots', 'ceiling'] as const
export type BidProblem = (typeof bidProblems)[number]

const sharesPerLot = 1_000n

/** Why a bid takes no part; undefined when it does. */
export function bidProblem(
  terms: { readonly floorPrice: bigint; readonly minLots: number; readonly maxLots: number },
  bid: { readonly price: bigint; readonly lots: number },
  ceiling: bigint,
  isOnTick: (price: bigint) => boolean,
): Exclude<BidProblem, 'sealed'> | undefined {
  if (bid.price < terms.floorPrice || !isOnTick(bid.price)) return 'price'
  if (bid.lots < terms.minLots || bid.lots > terms.maxLots) return 'lots'
  return bid.price * BigInt(bid.lots) * sharesPerLot > ceiling ? 'ceiling' : undefined
}
