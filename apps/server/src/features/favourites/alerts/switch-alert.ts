import { shardOf } from '@fairlot/contract/venue'
import type { Db } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { lockList } from '../store.ts'
import { isWaiting, lockAlert, readStanding, switchOff, switchOn } from './store.ts'

/**
 * Turned on again, it considers only trades from now on; an alert that fired today can fire on the next trading day at
 * the earliest. Refuses: `request.not-found`, `favourites.alert-same`.
 */
export function switchAlert(db: Db, memberId: string, id: string, on: boolean): Promise<Outcome<null>> {
  return db.transaction(async (tx): Promise<Outcome<null>> => {
    await lockList(tx, memberId)
    const alert = await lockAlert(tx, memberId, id)
    if (!alert) return refuse('request.not-found', { field: 'alert' })
    if (!on) await switchOff(tx, id)
    else if (alert.state !== 'waiting') {
      if (await isWaiting(tx, memberId, alert)) return refuse('favourites.alert-same', { field: 'alert' })
      await switchOn(tx, id, (await readStanding(tx, alert.symbol, shardOf(alert.symbol))).event)
    }
    return done(null)
  })
}
