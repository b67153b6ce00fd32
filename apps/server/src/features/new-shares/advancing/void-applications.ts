import type { VoidReason } from '@fairlot/contract/new-shares'
import { postMany } from '@fairlot/ledger'
import { removeTicket } from '#features/draws'
import { writesDurably } from '#platform/crash-points'
import type { Tx } from '#platform/db'
import type { NotifyDeps } from '../deps.ts'
import { releaseEntry } from '../postings.ts'
import type { OfferRow } from '../store.ts'
import { notifyApplicants } from './notify.ts'
import { type LockedApplication, lockUnqualified, lockWaiting, setVoided } from './store.ts'

const batch = 500

/** Returns everything that a batch of applications holds. Returns how many there were. */
export async function voidWaiting(
  tx: Tx,
  deps: NotifyDeps,
  offer: OfferRow,
  reason: VoidReason,
  now: Date,
): Promise<number> {
  const rows = await lockWaiting(tx, offer.id, batch)
  await refund(
    tx,
    deps,
    offer,
    rows.map((row) => ({ row, reason })),
    now,
  )
  return rows.length
}

/** Takes people who may not take part out of the draw before it closes, with a full refund. */
export async function voidUnqualified(tx: Tx, deps: NotifyDeps, offer: OfferRow, now: Date): Promise<number> {
  const rows = await lockUnqualified(tx, offer, batch)
  for (const { id } of rows) await removeTicket(tx, { drawId: offer.drawId!, reference: id })
  await refund(
    tx,
    deps,
    offer,
    rows.map((row) => ({ row, reason: row.reason })),
    now,
  )
  return rows.length
}

async function refund(
  tx: Tx,
  deps: NotifyDeps,
  offer: OfferRow,
  rows: readonly { readonly row: LockedApplication; readonly reason: VoidReason }[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return
  const posted = await postMany(
    tx,
    rows.map(({ row }) => releaseEntry({ ...row, now })),
  )
  const voided = rows.map(({ row: { id }, reason }, n) => {
    const outcome = posted[n]!
    if (!outcome.ok) throw new Error(`application ${id}: the ledger refused the refund (${outcome.reason})`)
    return { id, reason, entryId: outcome.entryId }
  })
  writesDurably(tx, 'offer.refund')
  await setVoided(tx, voided, now)
  await notifyApplicants(
    tx,
    deps,
    { offerId: offer.id, state: 'void', at: now },
    rows.map(({ row, reason }) => ({ row, notice: { code: 'subscription.void', reason } as const })),
  )
}
