import { dayMs, hourMs } from '@fairlot/rules/calendar'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import { deleteInBatches } from '#platform/delete-in-batches'
import type { Loop } from '#platform/loops'
import { forgetMinutes } from './store.ts'

/** Charts show minutes of the last days; a year and some are kept for comparison. */
const minutesKeptDays = 400

export function tidyMinutes(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - minutesKeptDays * dayMs)
  return deleteInBatches((limit) => forgetMinutes(db, before, limit))
}

/** Run by the quotes role, the only one that writes candles. */
export const quotesLoops = ({ db, clock }: { readonly db: Db; readonly clock: Clock }): readonly Loop[] => [
  { name: 'market-data-minutes', everyMs: hourMs, run: () => tidyMinutes(db, clock.now()) },
]
