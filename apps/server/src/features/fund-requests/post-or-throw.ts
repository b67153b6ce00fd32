import { type Entry, post } from '@fairlot/ledger'
import type { Tx } from '#platform/db'

/** Returns the id of the entry. For a posting the ledger has no reason to refuse. */
export async function postOrThrow(tx: Tx, posting: Entry): Promise<string> {
  const posted = await post(tx, posting)
  if (!posted.ok) throw new Error(`${posting.key}: the ledger refused the entry (${posted.reason})`)
  return posted.entryId
}
