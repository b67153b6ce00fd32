import type { Db } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { deleteAlert } from './store.ts'

/** Its delivery log goes with it. Refuses: `request.not-found`. */
export async function removeAlert(db: Db, memberId: string, id: string): Promise<Outcome<null>> {
  return (await deleteAlert(db, memberId, id)) ? done(null) : refuse('request.not-found', { field: 'alert' })
}
