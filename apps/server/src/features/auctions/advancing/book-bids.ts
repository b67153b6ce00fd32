import type { BidVoidReason } from '@fairlot/contract/auctions'
import { type Entry, postMany } from '@fairlot/ledger'
import { writesDurably } from '#platform/crash-points'
import type { Tx } from '#platform/db'
import type { NotifyDeps } from '../deps.ts'
import { deliverEntry, forfeitEntry, openedEntry, releaseEntry } from '../postings.ts'
import { amountOf, sharesOf } from '../show.ts'
import type { AuctionRow } from '../store.ts'
import { notifyBidders } from './notify.ts'
import { type LockedBid, lockBids, lockUnqualified, setDecided, setDelivered, setForfeited } from './store.ts'

const batch = 500

/** Throws when the ledger refuses one: then nothing of the batch is booked. */
async function postAll(tx: Tx, rows: readonly LockedBid[], entryOf: (row: LockedBid) => Entry) {
  const posted = await postMany(tx, rows.map(entryOf))
  return rows.map(({ id }, n) => {
    const outcome = posted[n]!
    if (!outcome.ok) throw new Error(`bid ${id}: the ledger refused its entry (${outcome.reason})`)
    return { id, entryId: outcome.entryId }
  })
}

const stateOf = (row: LockedBid): 'invalid' | 'not-won' | 'payment-due' =>
  row.problem !== null ? 'invalid' : row.awarded > 0 ? 'payment-due' : 'not-won'

/** Charges the fees of a batch and returns the deposits that are not needed. Returns how many it booked. */
export async function bookOpened(tx: Tx, deps: NotifyDeps, auction: AuctionRow, now: Date): Promise<number> {
  const rows = await lockBids(tx, auction.id, 'sealed', batch)
  if (rows.length === 0) return 0
  const booked = await postAll(tx, rows, (row) => openedEntry({ ...row, now }, row.kept))
  await setDecided(
    tx,
    booked.map((each, n) => ({ ...each, state: stateOf(rows[n]!), voidReason: null })),
    now,
  )
  for (const [state, group] of Map.groupBy(rows, stateOf))
    await notifyBidders(
      tx,
      deps,
      auction,
      state,
      group.map((row) => ({ row })),
      now,
    )
  return rows.length
}

/** Winners who have not paid by the deadline lose the deposit of what they won. The lots are not given again. */
export async function forfeitOverdue(
  tx: Tx,
  deps: NotifyDeps,
  auction: AuctionRow,
  now: Date,
): Promise<number> {
  const rows = await lockBids(tx, auction.id, 'payment-due', batch)
  if (rows.length === 0) return 0
  await setForfeited(tx, await postAll(tx, rows, (row) => forfeitEntry({ ...row, now }, row.kept)))
  await notifyBidders(
    tx,
    deps,
    auction,
    'forfeited',
    rows.map((row) => ({ row })),
    now,
  )
  return rows.length
}

/** Takes the held price and gives the shares to a batch of winners. Returns how many got theirs. */
export async function deliverWon(tx: Tx, deps: NotifyDeps, auction: AuctionRow, now: Date): Promise<number> {
  const rows = await lockBids(tx, auction.id, 'paid', batch)
  if (rows.length === 0) return 0
  writesDurably(tx, 'auctions.deliver')
  const { symbol } = auction
  const posted = await postAll(tx, rows, (row) =>
    deliverEntry(
      { ...row, now },
      { symbol, shares: sharesOf(row), amount: amountOf(row), kept: row.kept, payHoldId: row.payHoldId! },
    ),
  )
  await setDelivered(tx, auction.id, posted, now)
  await notifyBidders(
    tx,
    deps,
    auction,
    'delivered',
    rows.map((row) => ({ row })),
    now,
  )
  return rows.length
}

type Refunded = LockedBid & { readonly reason: BidVoidReason }

/** Returns everything that a batch of bids of a void auction holds. */
export async function refundAll(tx: Tx, deps: NotifyDeps, auction: AuctionRow, now: Date): Promise<number> {
  const reason = auction.isRemoved ? ('removed' as const) : ('not-listed' as const)
  const rows = await lockBids(tx, auction.id, 'sealed', batch)
  return refund(
    tx,
    deps,
    auction,
    rows.map((row) => ({ ...row, reason })),
    now,
  )
}

/** Takes people who may not take part out of the list before it closes, with a full refund. */
export const refundUnqualified = async (
  tx: Tx,
  deps: NotifyDeps,
  auction: AuctionRow,
  now: Date,
): Promise<number> => refund(tx, deps, auction, await lockUnqualified(tx, auction, batch), now)

async function refund(
  tx: Tx,
  deps: NotifyDeps,
  auction: AuctionRow,
  rows: readonly Refunded[],
  now: Date,
): Promise<number> {
  if (rows.length === 0) return 0
  const posted = await postAll(tx, rows, (row) => releaseEntry({ ...row, now }))
  await setDecided(
    tx,
    posted.map((each, n) => ({ ...each, state: 'void' as const, voidReason: rows[n]!.reason })),
    now,
  )
  await notifyBidders(
    tx,
    deps,
    auction,
    'void',
    rows.map((row) => ({ row, reason: row.reason })),
    now,
  )
  return rows.length
}
