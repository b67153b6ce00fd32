import type { DataOf } from '@fairlot/contract/routes'
import { ownEntry } from '@fairlot/ledger'
import type { Tx } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { readWhy } from './correcting/store.ts'
import { isCorrection } from './record-tab.ts'

/** One entry with the member's own lines. Refuses: `request.not-found`, also for another member's entry. */
export async function readEntry(
  tx: Tx,
  memberId: string,
  entryId: string,
): Promise<Outcome<DataOf<'/funds/entry'>>> {
  const found = await ownEntry(tx, memberId, entryId)
  if (!found) return refuse('request.not-found', { field: 'entryId' })
  const whys = await readWhy(tx, memberId, isCorrection(found.event) ? [entryId] : [])
  return done({
    event: found.event,
    reference: found.reference,
    postedAt: found.postedAt.toISOString(),
    why: whys.get(entryId) ?? null,
    lines: found.lines.map((line) => ({
      lineId: `${entryId}.${line.lineNo}`,
      entryId,
      event: found.event,
      asset: line.asset,
      account: line.due === null ? line.kind : `${line.kind}@${line.due}`,
      amount: line.amount.toString(),
      balanceAfter: line.balanceAfter.toString(),
      postedAt: found.postedAt.toISOString(),
    })),
  })
}
