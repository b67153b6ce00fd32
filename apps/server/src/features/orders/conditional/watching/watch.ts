// One look after everything that waits: read the log, fire what has become due, follow up on what was fired, tend the
// pairs, count money anew after the roll, end what has run out. Every step is a transaction of its own that finds its work
// by state; the looks may be cut short anywhere.

import { addDays, phaseAt } from '@fairlot/rules/calendar'
import { readClosures } from '#features/calendar'
import { expire, tendPair } from './tend-pairs.ts'
import { fireDue, followUp } from './fire.ts'
import type { Moment, WatchDeps } from './moment.ts'
import { readTradesOn } from './read-trades.ts'
import { reprice } from './reprice.ts'
import { readDue, readExpired, readPairs, readToReprice, readUntaken } from './store.ts'

export async function watchConditionals(deps: WatchDeps, now: Date): Promise<number> {
  const { db, calendar } = deps
  const { date, phase } = phaseAt(calendar, await readClosures(db), now.getTime())
  const moment: Moment = { now, date, isOpen: phase !== 'closed' }
  await readTradesOn(deps)
  let did = 0
  const each = async (
    ids: readonly string[],
    step: (deps: WatchDeps, id: string, moment: Moment) => Promise<number>,
  ): Promise<void> => {
    for (const id of ids) did += await step(deps, id, moment)
  }
  await each(await readUntaken(db), followUp)
  await each(await readPairs(db), tendPair)
  await each(await readDue(db), fireDue)
  await each(await readExpired(db, moment.isOpen ? date : addDays(date, 1)), expire)
  await each(await readToReprice(db), reprice)
  return did
}
