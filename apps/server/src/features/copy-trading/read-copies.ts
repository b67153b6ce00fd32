import type { BodyOf, DataOf } from '@fairlot/contract/routes'
import { type Db, inSnapshot } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { showCopy } from './show.ts'
import { listCopyRows, readCopy, sumCopies } from './store.ts'

const pageSize = 20

export const listCopies = (
  db: Db,
  memberId: string,
  { view, before = null }: Omit<BodyOf<'/copy-trading/list'>, 'before'> & { readonly before?: string | null },
): Promise<DataOf<'/copy-trading/list'>> =>
  inSnapshot(db, async (tx) => {
    const rows = await listCopyRows(tx, memberId, view, before, pageSize + 1)
    const { held, ...counts } = await sumCopies(tx, memberId)
    const page = rows.slice(0, pageSize)
    return {
      copies: page.map(showCopy),
      counts,
      held: held.toString(),
      next: rows.length > pageSize ? page.at(-1)!.id : null,
    }
  })

/** Refuses: `order.not-found`. */
export async function readOne(
  db: Db,
  memberId: string,
  copyId: string,
): Promise<Outcome<DataOf<'/copy-trading/read'>>> {
  const row = await readCopy(db, copyId)
  return row?.memberId === memberId ? done({ copy: showCopy(row) }) : refuse('order.not-found')
}
