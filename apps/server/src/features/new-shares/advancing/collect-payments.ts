import { writesDurably } from '#platform/crash-points'
import type { Tx } from '#platform/db'
import type { NotifyDeps } from '../deps.ts'
import type { OfferRow } from '../store.ts'
import { notifyApplicants } from './notify.ts'
import { lockNextDrawn, lockOverdue, setMovedUp, setPaidByRule, setUnpaid } from './store.ts'

const batch = 500

/** At the deadline a prepaid winner has paid with the held money. Another winner has not paid and loses the place. */
export async function collectOverdue(
  tx: Tx,
  deps: NotifyDeps,
  offer: OfferRow,
  now: Date,
): Promise<{ readonly count: number; readonly unpaid: number }> {
  const rows = await lockOverdue(tx, offer.id, now, batch)
  if (rows.length === 0) return { count: 0, unpaid: 0 }
  writesDurably(tx, 'offer.collect')
  const ids = rows.map(({ id }) => id)
  const isPrepaid = offer.paymentMode === 'prepaid'
  if (isPrepaid) await setPaidByRule(tx, ids, now)
  else await setUnpaid(tx, ids)
  const code = isPrepaid ? 'subscription.paid' : 'subscription.unpaid'
  await notifyApplicants(
    tx,
    deps,
    { offerId: offer.id, state: isPrepaid ? 'paid' : 'unpaid', at: now },
    rows.map((row) => ({ row, notice: { code } as const })),
  )
  return { count: rows.length, unpaid: isPrepaid ? 0 : rows.length }
}

/** The next of the drawn order win; the next step asks them to pay. */
export async function moveUp(tx: Tx, offer: OfferRow, places: number): Promise<void> {
  writesDurably(tx, 'offer.move-up')
  const rows = await lockNextDrawn(tx, offer.id, places)
  await setMovedUp(
    tx,
    rows.map(({ id }) => id),
  )
}
