import type { BodyOf, DataOf } from '@fairlot/contract/routes'
import { type Db, inSnapshot } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { showAllocation, showPosition } from './allocations/show.ts'
import { listAllocations, listCopiedPositions } from './allocations/store.ts'
import { showCopy } from './show.ts'
import { listCopyRows, readCopy, sumCopies } from './store.ts'

const pageSize = 20
/** Open ones come first, so none of them is missing. */
const maxPositions = 200

export const listCopies = (
  db: Db,
  memberId: string,
  { view, before = null }: Omit<BodyOf<'/copy-trading/list'>, 'before'> & { readonly before?: string | null },
): Promise<DataOf<'/copy-trading/list'>> =>
  inSnapshot(db, async (tx) => {
    const rows = await listCopyRows(tx, memberId, view, before, pageSize + 1)
    const { held, current, history } = await sumCopies(tx, memberId)
    const page = rows.slice(0, pageSize)
    return {
      copies: page.map(showCopy),
      counts: { current, history },
      held: held.toString(),
      next: rows.length > pageSize ? page.at(-1)!.id : null,
    }
  })

/** Refuses: `order.not-found`. */
export const readOne = (
  db: Db,
  memberId: string,
  {
    copyId,
    before = null,
  }: Omit<BodyOf<'/copy-trading/read'>, 'before'> & { readonly before?: string | null },
): Promise<Outcome<DataOf<'/copy-trading/read'>>> =>
  inSnapshot(db, async (tx): Promise<Outcome<DataOf<'/copy-trading/read'>>> => {
    const row = await readCopy(tx, copyId)
    if (row?.memberId !== memberId) return refuse('order.not-found')
    const allocations = await listAllocations(tx, copyId, before, pageSize + 1)
    const page = allocations.slice(0, pageSize)
    return done({
      copy: showCopy(row),
      positions: (await listCopiedPositions(tx, copyId, maxPositions)).map(showPosition),
      allocations: page.map(showAllocation),
      next: allocations.length > pageSize ? page.at(-1)!.blockId : null,
    })
  })
