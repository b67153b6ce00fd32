import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { Loop } from '#platform/loops'
import { dayMs, hourMs } from '@fairlot/rules/calendar'
import { forgetMinutes } from './store.ts'

/** Charts show minutes of the last days; a year and some are kept for comparison. */
const minutesKeptDays = 400
const batch = 5_000
/** A round ends after this many batches; the next one continues. */
const maxBatches = 100

/** Each batch commits by itself, because a long transaction would keep the table's dead rows. */
export async function tidyMinutes(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - minutesKeptDays * dayMs)
  let deleted = 0
  for (let round = 0; round < maxBatches; round++) {
    const did = await forgetMinutes(db, before, batch)
    deleted += did
    if (did < batch) break
  }
  return deleted
}

/** Run by the quotes role, the only one that writes candles. */
export const quotesLoops = ({ db, clock }: { readonly db: Db; readonly clock: Clock }): readonly Loop[] => [
  { name: 'market-data-minutes', everyMs: hourMs, run: () => tidyMinutes(db, clock.now()) },
]
