import { postOrThrow } from '#features/fund-requests'
import type { Tx } from '#platform/db'
import { freeEntry } from './postings.ts'
import { freePledge, type LoanRow, readPledges } from './store.ts'

/** Every pledge of a loan that was rejected or is repaid. The database refuses it for any other. */
export async function freePledges(tx: Tx, loan: LoanRow, now: Date): Promise<void> {
  for (const pledge of await readPledges(tx, [loan.loanId])) {
    const entryId = await postOrThrow(tx, freeEntry(loan, pledge, 'ended', now))
    await freePledge(tx, pledge.holdId, entryId, now)
  }
}
