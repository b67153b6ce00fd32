import type { EntryHead } from './entry.ts'
import type { Executor } from './executor.ts'
import { type OutcomeRow, type PostOutcome, toOutcome } from './outcome.ts'

/**
 * Undoes an entry, once, by a new one with every amount negated. It can be refused like any other posting: the money
 * may have been spent since.
 */
export async function reverse(
  tx: Executor,
  { entryId, event, reference, key, postedAt }: EntryHead & { readonly entryId: string },
): Promise<PostOutcome> {
  const [row] = await tx.query<OutcomeRow>(
    `SELECT outcome, entry_id::text, posted_ms::text, refused_on FROM ledger.reverse($1, $2, $3, $4, $5)`,
    [entryId, event, reference, key, postedAt.toISOString()],
  )
  if (!row) throw new Error('the ledger returned no row')
  return toOutcome(row)
}
