import type { Db } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { deleteScreen } from './store.ts'

/** Refuses: `request.not-found`. */
export async function removeScreen(db: Db, memberId: string, id: string): Promise<Outcome<null>> {
  return (await deleteScreen(db, memberId, id))
    ? done(null)
    : refuse('request.not-found', { field: 'screen' })
}
