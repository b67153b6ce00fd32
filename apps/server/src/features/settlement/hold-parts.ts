// The hold of an order consists of parts. A fill takes from the first non-empty part; a release takes from the last
// non-empty part.

import { type AccountCode, freeTwin, type OpenHold } from '@fairlot/ledger'
import type { HoldPart, SettlementOrder } from './settlement-input.ts'
import type { Taken } from './postings.ts'

/**
 * The parts of an order's hold, in the order in which it names them. A hold that was opened for another order, or of
 * another owner's money, is no part: an order never pays with it.
 */
export function holdPartsOf(
  order: { readonly id: string; readonly memberId: string },
  named: readonly string[],
  holds: ReadonlyMap<string, OpenHold>,
): HoldPart[] {
  return named.flatMap((holdId) => {
    const hold = holds.get(holdId)
    if (hold?.reference !== order.id) return []
    const { account, remaining } = hold
    if (!account.startsWith(`member/${order.memberId}/`) && !account.startsWith('lending/pool/')) return []
    return [{ holdId, account: freeTwin(account), remaining }]
  })
}

/** The ids that the order names: an ended order names none. */
export const openHolds = (holdParts: readonly HoldPart[]): string[] =>
  holdParts.flatMap(({ holdId, remaining }) => (remaining > 0n ? [holdId] : []))

export const isShares = ({ account }: { readonly account: AccountCode }): boolean => account.includes('/stk:')
export const isCash = (part: { readonly account: AccountCode }): boolean => !isShares(part)

export const sumOf = (holdParts: readonly HoldPart[], of: (part: HoldPart) => boolean): bigint =>
  holdParts.reduce((sum, part) => sum + (of(part) ? part.remaining : 0n), 0n)
export const cashSum = (taken: readonly Taken[]): bigint =>
  taken.reduce((sum, part) => sum + (isCash(part) ? part.amount : 0n), 0n)
export const cashIn = (taken: readonly Taken[]): string => String(cashSum(taken))
export const sharesIn = (taken: readonly Taken[]): number =>
  taken.reduce((sum, part) => sum + (isShares(part) ? Number(part.amount) : 0), 0)

/** Takes the amount from the matching parts, first to last. */
export function take(order: SettlementOrder, of: (part: HoldPart) => boolean, amount: bigint): Taken[] {
  if (amount < 0n) throw new Error(`a fill would add ${-amount} to the hold of order ${order.id}`)
  const taken: Taken[] = []
  let left = amount
  for (const part of order.holdParts) {
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
  holdParts: readonly HoldPart[],
  of: (part: HoldPart) => boolean,
  amount: bigint,
  into: Taken[],
): void {
  let left = amount
  for (const part of holdParts.toReversed()) {
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
export function shrinkTo(order: SettlementOrder, keep: bigint, into: Taken[]): void {
  const over = sumOf(order.holdParts, isCash) - keep
  if (over > 0n) giveBack(order.holdParts, isCash, over, into)
}

export function remainingOf(holdParts: readonly HoldPart[]): Taken[] {
  const released: Taken[] = []
  for (const part of holdParts) {
    if (part.remaining === 0n) continue
    released.push({ holdId: part.holdId, account: part.account, amount: part.remaining })
    part.remaining = 0n
  }
  return released
}
