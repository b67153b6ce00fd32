// The ledger entries of members' events. Pure: facts in, balanced entry out.

import { entry, houseAccounts, member, practiceGrant, seat, stock, type Entry } from '@fairlot/ledger'
import { membersRules, type Seat, seatCash, seatInventory } from '@fairlot/rules/members'

/** Paper money for a new member of the practice market. The key makes a second grant to one member impossible. */
export const practiceGrantEntry = (memberId: string, at: Date): Entry =>
  entry({
    event: 'practice-grant',
    reference: memberId,
    key: `practice-grant:${memberId}`,
    postedAt: at,
  })
    .move(BigInt(membersRules.practiceGrant.default), practiceGrant('TWD'), member(memberId).available('TWD'))
    .done()

/**
 * The initial shares of one instrument for the practice market's seats: posted by the seed, or by the worker when new
 * shares are listed. The key contains only the instrument: a second seed, or one after the reference price was changed,
 * creates no more shares.
 */
export function seatInventoryEntry(
  symbol: string,
  reference: number,
  seats: readonly Seat[],
  at: Date,
  event: 'seat-inventory' | 'listing.inventory' = 'seat-inventory',
): Entry {
  const shares = seats.map(({ kind }) => BigInt(seatInventory(kind, reference)))
  const asset = stock(symbol)
  const building = entry({
    event,
    reference: symbol,
    key: `${event}:${symbol}`,
    postedAt: at,
  })
  // One line for all created shares instead of one per seat.
  building.line({
    account: houseAccounts.issue(asset),
    amount: -shares.reduce((sum, part) => sum + part, 0n),
  })
  for (const [index, { ledgerId }] of seats.entries()) {
    building.line({ account: seat(ledgerId).available(asset), amount: shares[index]! })
  }
  return building.done()
}

/** Paper money of the practice market's seats. */
export function seatCashEntry(seats: readonly Seat[], at: Date): Entry {
  const building = entry({ event: 'seat-cash', reference: 'seats', key: 'seat-cash', postedAt: at })
  for (const { ledgerId, kind } of seats) {
    building.move(BigInt(seatCash(kind)), practiceGrant('TWD'), seat(ledgerId).available('TWD'))
  }
  return building.done()
}
