import type { Db } from '#platform/db'
import { newId } from '#platform/ids'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import { deleteView, insertView, readViews, type ViewPage } from './store.ts'

const max = 20

export interface SavedView<Filter> {
  viewId: string
  name: string
  filter: Filter
}

export interface SavedViews<Filter extends object> {
  list(db: Db, operatorId: string): Promise<{ views: SavedView<Filter>[] }>
  /** Refuses with view.limit, view.exists. */
  save(
    db: Db,
    operatorId: string,
    view: { readonly name: string; readonly filter: Filter },
    now: Date,
  ): Promise<ConsoleOutcome<{ viewId: string }>>
  /** Refuses with view.not-found, also for another operator's. */
  remove(db: Db, operatorId: string, viewId: string): Promise<ConsoleOutcome<null>>
}

/**
 * An operator's own filters of one page. They are returned as they were saved: the route's schema has validated them.
 */
export const savedViewsOf = <Filter extends object>(page: ViewPage): SavedViews<Filter> => ({
  async list(db, operatorId) {
    const rows = await readViews(db, operatorId, page)
    return { views: rows.map(({ viewId, name, filter }) => ({ viewId, name, filter: filter as Filter })) }
  },
  save: (db, operatorId, { name, filter }, now) =>
    db.transaction(async (tx) => {
      if (name.trim() === '') return refuse('input.invalid', { field: 'name' })
      if ((await readViews(tx, operatorId, page)).length >= max) return refuse('view.limit')
      const viewId = newId(now.getTime())
      const kept = Object.fromEntries(Object.entries(filter))
      const view = { viewId, operatorId, page, name: name.trim(), filter: kept, now }
      return (await insertView(tx, view)) ? done({ viewId }) : refuse('view.exists', { field: 'name' })
    }),
  remove: async (db, operatorId, viewId) =>
    (await deleteView(db, operatorId, viewId)) ? done(null) : refuse('view.not-found'),
})
