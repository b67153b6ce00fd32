import type { Db } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { markSeen } from './store.ts'

/** Refuses: `request.not-found`. */
export const seeCall = async (db: Db, memberId: string, callId: string, now: Date): Promise<Outcome<null>> =>
  (await markSeen(db, memberId, callId, now)) ? done(null) : refuse('request.not-found', { field: 'callId' })
