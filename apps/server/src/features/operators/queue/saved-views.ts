import type { Db } from '#platform/db'
import { newId } from '#platform/ids'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import { deleteView, insertView, readViews } from './store.ts'

const most = 20

export function saveView(
  db: Db,
  operatorId: string,
  { name, filter }: { readonly name: string; readonly filter: Record<string, unknown> },
  now: Date,
): Promise<ConsoleOutcome<{ viewId: string }>> {
  return db.transaction(async (tx) => {
    if ((await readViews(tx, operatorId)).length >= most) return refuse('view.limit')
    const viewId = newId(now.getTime())
    const isNew = await insertView(tx, { viewId, operatorId, name: name.trim(), filter, now })
    return isNew ? done({ viewId }) : refuse('view.exists', { field: 'name' })
  })
}

export const removeView = async (
  db: Db,
  operatorId: string,
  viewId: string,
): Promise<ConsoleOutcome<null>> =>
  (await deleteView(db, operatorId, viewId)) ? done(null) : refuse('view.not-found')
