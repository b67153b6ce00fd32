import { postMany } from '@fairlot/ledger'
import { writesDurably } from '#platform/crash-points'
import type { Tx } from '#platform/db'
import type { NotifyDeps } from '../deps.ts'
import { deliverEntry } from '../postings.ts'
import type { OfferRow } from '../store.ts'
import { notifyApplicants } from './notify.ts'
import { lockPaid, setDelivered } from './store.ts'

const batch = 500

/** Takes the held price and gives the shares to a batch of winners. Returns how many got theirs. */
export async function deliverShares(tx: Tx, deps: NotifyDeps, offer: OfferRow, now: Date): Promise<number> {
  const rows = await lockPaid(tx, offer.id, batch)
  if (rows.length === 0) return 0
  writesDurably(tx, 'new-shares.deliver')
  const posted = await postMany(
    tx,
    rows.map((row) => deliverEntry({ ...row, now })),
  )
  const delivered = rows.map(({ id }, n) => {
    const outcome = posted[n]!
    if (!outcome.ok) throw new Error(`application ${id}: the ledger refused the delivery (${outcome.reason})`)
    return { id, entryId: outcome.entryId }
  })
  await setDelivered(tx, offer.id, delivered, now)
  await notifyApplicants(
    tx,
    deps,
    { offerId: offer.id, state: 'delivered', at: now },
    rows.map((row) => ({ row, notice: { code: 'subscription.delivered' } as const })),
  )
  return rows.length
}
