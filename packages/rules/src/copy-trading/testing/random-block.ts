// Random blocks: a mentor's order, followers with their money and settings, and what the two books filled of it.

import type { BlockFills, PlannedLine } from '../allocate.ts'
import { type FollowerMoney, type MentorPurchase, purchaseShares, type FeeTerms } from '../scale.ts'

export type Random = (max: number) => number

/** Whole numbers from 0 to `max` - 1, the same for a seed. */
export function randomOf(seed: number): Random {
  let state = (seed * 2_654_435_761 + 1) % 2_147_483_647 || 1
  return (max) => {
    state = (state * 48_271) % 2_147_483_647
    return state % max
  }
}

export interface RandomBlock {
  readonly mentor: MentorPurchase
  readonly followers: readonly FollowerMoney[]
  readonly lines: readonly PlannedLine[]
  readonly fills: BlockFills
}

function randomFollower(random: Random): FollowerMoney {
  const amount = BigInt(1_000_000 + random(200_000_000))
  return {
    amount,
    left: (amount * BigInt(random(101))) / 100n,
    inStock: (amount * BigInt(random(40))) / 100n,
    stockShareBp: 500 + random(9_501),
    cap: random(3) === 0 ? BigInt(1 + random(50_000_000)) : null,
    isPaused: random(10) === 0,
  }
}

/** Places 1 to n in random order. */
export function shuffled(random: Random, count: number): readonly number[] {
  const places = Array.from({ length: count }, (_, n) => n + 1)
  for (let at = count - 1; at > 0; at -= 1) {
    const other = random(at + 1)
    ;[places[at], places[other]] = [places[other]!, places[at]!]
  }
  return places
}

export function randomBlock(random: Random, terms: FeeTerms): RandomBlock {
  const price = 50 + random(200_000)
  const shares = 1 + random(20_000)
  const spent = BigInt(price) * BigInt(shares)
  const mentor = { shares, price, capital: spent * BigInt(1 + random(8)) + BigInt(random(1_000_000)) }
  // Some are equal, so that the order of the day decides often.
  const kinds = Array.from({ length: 1 + random(6) }, () => randomFollower(random))
  const followers = Array.from({ length: random(30) }, () => kinds[random(kinds.length)]!)
  const places = shuffled(random, followers.length)
  const lines = [
    { id: 'mentor', isMentor: true, planned: shares, place: 0 },
    ...followers.map((follower, n) => ({
      id: `f${n}`,
      isMentor: false,
      planned: purchaseShares(terms, mentor, follower),
      place: places[n]!,
    })),
  ]
  return { mentor, followers, lines, fills: randomFills(random, price, lines) }
}

/** Several fills at or below the limit, in whole lots and in odd lots; sometimes none or all, mostly a part. */
function randomFills(random: Random, price: number, lines: readonly PlannedLine[]): BlockFills {
  const total = lines.reduce((sum, { planned }) => sum + planned, 0)
  const kind = random(10)
  let left = kind === 0 ? 0 : kind < 3 ? total : random(total + 1)
  let [shares, value] = [0, 0n]
  while (left > 0) {
    const quantity = 1 + random(left)
    shares += quantity
    value += BigInt(quantity) * BigInt(price - random(Math.min(price, 50)))
    left -= quantity
  }
  return { shares, value }
}
