import type { Db } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { deleteGroup } from './store.ts'

/** Its symbols stay in the watch list. Refuses: `request.not-found`. */
export async function removeGroup(db: Db, memberId: string, id: string): Promise<Outcome<null>> {
  return (await deleteGroup(db, memberId, id)) ? done(null) : refuse('request.not-found', { field: 'group' })
}
