// The hold of an order consists of parts. A fill takes from the first non-empty part; a release takes from the last
// non-empty part.

import type { AccountCode } from '@fairlot/ledger'
import type { HeldPart, OrderFact } from './settlement-input.ts'
import type { Taken } from './postings.ts'

export const isShares = ({ account }: { readonly account: AccountCode }): boolean => account.includes('/stk:')
export const isCash = (part: { readonly account: AccountCode }): boolean => !isShares(part)

export const sumOf = (parts: readonly HeldPart[], of: (part: HeldPart) => boolean): bigint =>
  parts.reduce((sum, part) => sum + (of(part) ? part.remaining : 0n), 0n)
export const cashSum = (taken: readonly Taken[]): bigint =>
  taken.reduce((sum, part) => sum + (isCash(part) ? part.amount : 0n), 0n)
export const cashIn = (taken: readonly Taken[]): string => String(cashSum(taken))
export const sharesIn = (taken: readonly Taken[]): number =>
  taken.reduce((sum, part) => sum + (isShares(part) ? Number(part.amount) : 0), 0)

/** Takes the amount from the matching parts, first to last. */
export function take(order: OrderFact, of: (part: HeldPart) => boolean, amount: bigint): Taken[] {
  if (amount < 0n) throw new Error(`a fill would add ${-amount} to the hold of order ${order.id}`)
  const taken: Taken[] = []
  let left = amount
  for (const part of order.parts) {
    if (left === 0n) break
    if (!of(part) || part.remaining === 0n) continue
    const some = part.remaining < left ? part.remaining : left
    part.remaining -= some
    left -= some
    taken.push({ holdId: part.holdId, account: part.account, amount: some })
  }
  if (left > 0n) throw new Error(`the hold of order ${order.id} is ${left} too small for a fill`)
  return taken
}

/** Releases the amount from the matching parts, last to first. */
export function giveBack(
  parts: readonly HeldPart[],
  of: (part: HeldPart) => boolean,
  amount: bigint,
  into: Taken[],
): void {
  let left = amount
  for (const part of parts.toReversed()) {
    if (left === 0n) break
    if (!of(part) || part.remaining === 0n) continue
    const some = part.remaining < left ? part.remaining : left
    part.remaining -= some
    left -= some
    into.push({ holdId: part.holdId, account: part.account, amount: some })
  }
  if (left > 0n) throw new Error(`the amount to release exceeds the hold by ${left}`)
}

/** Releases the held cash above `keep`. Never holds more. */
export function shrinkTo(order: OrderFact, keep: bigint, into: Taken[]): void {
  const over = sumOf(order.parts, isCash) - keep
  if (over > 0n) giveBack(order.parts, isCash, over, into)
}

export function restOf(parts: readonly HeldPart[]): Taken[] {
  const released: Taken[] = []
  for (const part of parts) {
    if (part.remaining === 0n) continue
    released.push({ holdId: part.holdId, account: part.account, amount: part.remaining })
    part.remaining = 0n
  }
  return released
}
