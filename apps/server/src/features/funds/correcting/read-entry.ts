import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import type { Db } from '#platform/db'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import { readEntryHead, readLegs } from './store.ts'

/** Refuses with funds.journal-entry: there is no such entry. */
export async function readEntry(
  db: Db,
  entryId: string,
): Promise<ConsoleOutcome<ConsoleDataOf<'/funds/entryLines'>>> {
  const [head, legs] = await Promise.all([readEntryHead(db, entryId), readLegs(db, entryId)])
  if (!head) return refuse('funds.journal-entry', { field: 'entryId' })
  return done({
    entryId,
    event: head.event,
    reference: head.reference,
    postedAt: head.postedAt.toISOString(),
    lines: legs.map(({ amount, ...leg }) => ({ ...leg, amount: amount.toString() })),
  })
}
