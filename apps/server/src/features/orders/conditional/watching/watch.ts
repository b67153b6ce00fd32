// One run over all conditional orders: read the log, fire what is due, follow up on what was fired, maintain the pairs,
// recompute holds after the day changes, end what has expired. Every step is its own transaction that finds its work by
// state, so a run may be interrupted anywhere.

import { addDays, phaseAt } from '@fairlot/rules/calendar'
import { readClosures } from '#features/calendar'
import { readUnarmed } from '../../exits/store.ts'
import { armExits } from './arm-exits.ts'
import { fireEntry, followUpEntry } from '../entry/fire-entry.ts'
import { expireEntry, repriceEntry } from '../entry/reprice-entry.ts'
import { readEntriesToReprice } from '../entry/store.ts'
import { expire, maintainPair } from './maintain-pairs.ts'
import { fireDue, followUp } from './fire.ts'
import type { ConditionalDeps } from '../deps.ts'
import type { Moment } from './moment.ts'
import { readTradesOn } from './read-trades.ts'
import { reprice } from './reprice.ts'
import { readDue, readExpired, readPairs, readToReprice, readUntaken } from './store.ts'

export async function watchConditionals(deps: ConditionalDeps, now: Date): Promise<number> {
  const { db, calendar } = deps
  const { date, phase } = phaseAt(calendar, await readClosures(db), now.getTime())
  const moment: Moment = { now, date, isOpen: phase !== 'closed' }
  await readTradesOn(deps)
  let did = 0
  const each = async (
    ids: readonly string[],
    step: (deps: ConditionalDeps, id: string, moment: Moment) => Promise<number>,
  ): Promise<void> => {
    for (const id of ids) did += await step(deps, id, moment)
  }
  await each(await readUnarmed(db), armExits)
  await each(await readUntaken(db, 'closes'), followUp)
  await each(await readPairs(db), maintainPair)
  await each(await readDue(db, 'closes'), fireDue)
  const lastDay = moment.isOpen ? date : addDays(date, 1)
  await each(await readExpired(db, lastDay, 'closes'), expire)
  await each(await readToReprice(db), reprice)
  await each(await readUntaken(db, 'opens'), followUpEntry)
  await each(await readExpired(db, lastDay, 'opens'), expireEntry)
  await each(await readEntriesToReprice(db), repriceEntry)
  await each(await readDue(db, 'opens'), fireEntry)
  return did
}
