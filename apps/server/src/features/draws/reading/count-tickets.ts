import type { Tx } from '#platform/db'
import { countIssued, type DrawRow } from './store.ts'

const freshMs = 5_000
const maxKnown = 100

/** The count of an open draw for some seconds: many phones ask for it, and it may be of a hundred thousand rows. */
const known = new Map<string, { readonly count: number; readonly at: number }>()

/** Tickets in the list; before the close, those issued so far. */
export async function countTickets(
  tx: Tx,
  { drawId, tickets }: Pick<DrawRow, 'drawId' | 'tickets'>,
  now: Date,
): Promise<number> {
  if (tickets !== null) {
    known.delete(drawId)
    return tickets
  }
  const last = known.get(drawId)
  if (last && Math.abs(now.getTime() - last.at) < freshMs) return last.count
  const count = await countIssued(tx, drawId)
  if (known.size >= maxKnown) known.clear()
  known.set(drawId, { count, at: now.getTime() })
  return count
}
