import { postMany } from '@fairlot/ledger'
import { placesOf } from '@fairlot/rules/new-shares'
import { writesDurably } from '#platform/crash-points'
import type { Tx } from '#platform/db'
import type { NotifyDeps } from '../deps.ts'
import { drawnEntry } from '../postings.ts'
import type { OfferRow } from '../store.ts'
import { notifyApplicants } from './notify.ts'
import { type LockedApplication, lockWaiting, lockWon, readLastWinner, setDrawn, setDue } from './store.ts'

const batch = 500

/** Charges the fee of a batch and returns the money of those who were not drawn. Returns how many it booked. */
export async function bookDrawn(tx: Tx, deps: NotifyDeps, offer: OfferRow, now: Date): Promise<number> {
  const rows = await lockWaiting(tx, offer.id, batch)
  if (rows.length === 0) return 0
  const last = await readLastWinner(tx, offer.id, placesOf(offer))
  const isWon = (row: LockedApplication): boolean => {
    if (row.place === null) throw new Error(`application ${row.id} is not in the drawn order`)
    return last === null || row.place <= last
  }
  const posted = await postMany(
    tx,
    rows.map((row) => drawnEntry({ ...row, now }, isWon(row))),
  )
  const booked = rows.map((row, n) => {
    const outcome = posted[n]!
    if (!outcome.ok) throw new Error(`application ${row.id}: the ledger refused the draw (${outcome.reason})`)
    return {
      id: row.id,
      state: isWon(row) ? ('won' as const) : ('not-won' as const),
      entryId: outcome.entryId,
    }
  })
  writesDurably(tx, 'offer.book')
  await setDrawn(tx, booked, now)
  const lost = rows
    .filter((row) => !isWon(row))
    .map((row) => ({ row, notice: { code: 'subscription.not-won' } as const }))
  // Winners hear of it together with the amount to pay.
  const won = rows.filter(isWon).map((row) => ({ row, notice: null }))
  await notifyApplicants(tx, deps, { offerId: offer.id, state: 'not-won', at: now }, lost)
  await notifyApplicants(tx, deps, { offerId: offer.id, state: 'won', at: now }, won)
  return rows.length
}

/** Returns how many winners were asked to pay. */
export async function callWinners(
  tx: Tx,
  deps: NotifyDeps,
  offer: OfferRow,
  payBy: Date,
  now: Date,
): Promise<number> {
  const rows = await lockWon(tx, offer.id, batch)
  if (rows.length === 0) return 0
  writesDurably(tx, 'offer.call')
  await setDue(
    tx,
    rows.map(({ id }) => id),
    payBy,
  )
  await notifyApplicants(
    tx,
    deps,
    { offerId: offer.id, state: 'payment-due', at: now },
    rows.map((row) => ({ row, notice: { code: 'subscription.won', payBy } as const })),
  )
  return rows.length
}
