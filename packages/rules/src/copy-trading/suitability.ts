// The published rule that decides a follow at once. What it cannot decide, two operators do.

import { copyTradingRules } from './limits.ts'

export interface FollowFacts {
  readonly amount: bigint
  /** Of the mentor's level, or of the product. */
  readonly minFollow: bigint
  /** What the member's other copies hold or have in shares. */
  readonly inCopies: bigint
  /** What the account is worth: cash, holds and shares. */
  readonly equity: bigint
  readonly available: bigint
}

export type FollowRefusal =
  | { readonly code: 'follow.below-minimum'; readonly limit: bigint }
  | { readonly code: 'follow.above-maximum'; readonly limit: bigint }
  | { readonly code: 'follow.share-of-equity'; readonly limit: bigint }
  | { readonly code: 'balance.insufficient'; readonly limit: bigint }

/** The first reason against it. */
export function followRefusal(facts: FollowFacts): FollowRefusal | undefined {
  const { amount, minFollow, inCopies, equity, available } = facts
  if (amount < minFollow) return { code: 'follow.below-minimum', limit: minFollow }
  const max = BigInt(copyTradingRules.maxFollow.default)
  if (amount > max) return { code: 'follow.above-maximum', limit: max }
  const room = shareRoom(equity, inCopies)
  if (amount > room) return { code: 'follow.share-of-equity', limit: room }
  return amount > available ? { code: 'balance.insufficient', limit: available } : undefined
}

/** The first reason against more behind a mentor. Above what a rule decides at once a running copy is not raised. */
export function amountRefusal(facts: FollowFacts & { readonly before: bigint }): FollowRefusal | undefined {
  const { amount, before, inCopies, available } = facts
  const max = BigInt(copyTradingRules.reviewFrom.default)
  if (amount > before && amount > max) return { code: 'follow.above-maximum', limit: max }
  // Its own money is the first part of the new amount.
  return followRefusal({ ...facts, inCopies: inCopies - before, available: available + before })
}

/** What all copies together may still take of the account. */
export function shareRoom(equity: bigint, inCopies: bigint): bigint {
  const room = (equity * BigInt(copyTradingRules.equityShare.default)) / 10_000n - inCopies
  return room > 0n ? room : 0n
}

/** `review`: the amount is too large for a rule that asks nothing about the person. */
export const suitabilityOf = (amount: bigint): 'following' | 'under-review' =>
  amount > BigInt(copyTradingRules.reviewFrom.default) ? 'under-review' : 'following'

export interface CopySettings {
  readonly stockShareBp: number
  readonly stopLossBp: number | null
  /** The largest cost of one copied purchase. */
  readonly cap: bigint | null
}

/** The first setting that is out of bounds. */
export function settingsProblem(
  { stockShareBp, stopLossBp, cap }: CopySettings,
  amount: bigint,
): keyof CopySettings | undefined {
  const { stockShareMin, stopLossMin, stopLossMax } = copyTradingRules
  if (stockShareBp < stockShareMin.default || stockShareBp > 10_000) return 'stockShareBp'
  if (stopLossBp !== null && (stopLossBp < stopLossMin.default || stopLossBp > stopLossMax.default))
    return 'stopLossBp'
  return cap !== null && (cap <= 0n || cap > amount) ? 'cap' : undefined
}

/** What copied trades have gained or lost: the one definition, for the follower, the stop-loss and the mentor's figures. */
export const resultOf = (copy: {
  /** Of purchases, with fees. */
  readonly cost: bigint
  /** Of sales, after fees and tax. */
  readonly proceeds: bigint
  /** Of the shares that are left, at the last price. */
  readonly value: bigint
}): bigint => copy.value + copy.proceeds - copy.cost

/** The result of a copy so far, against what was put in; a stop-loss ends it at or below its limit. */
export const isStopLossReached = (
  copy: { readonly amount: bigint; readonly stopLossBp: number | null },
  result: bigint,
): boolean => copy.stopLossBp !== null && -result * 10_000n >= copy.amount * BigInt(copy.stopLossBp)
