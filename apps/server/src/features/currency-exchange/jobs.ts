import { dayMs, hourMs } from '@fairlot/rules/calendar'
import type { Clock } from '#platform/clock'
import type { Config } from '#platform/config'
import type { Db } from '#platform/db'
import { deleteInBatches } from '#platform/delete-in-batches'
import type { Log } from '#platform/log'
import type { Loop } from '#platform/loops'
import { sourcesOf } from './rates/sources-of.ts'
import { deletePoints, deleteUnused } from './rates/store.ts'
import { updateRates } from './rates/update-rates.ts'

interface JobDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly config: Pick<Config, 'rates'>
}

/** Longer than the longest time between two trading days: the day's result counts from the rates of its begin. */
const pointsKeptMs = 30 * dayMs
const unusedKeptMs = 30 * dayMs

export async function tidyCurrencies(db: Db, now: Date): Promise<number> {
  const points = await deleteInBatches((limit) =>
    deletePoints(db, new Date(now.getTime() - pointsKeptMs), limit),
  )
  return (
    points +
    (await deleteInBatches((limit) => deleteUnused(db, new Date(now.getTime() - unusedKeptMs), limit)))
  )
}

export function currencyExchangeLoops({ db, clock, log, config: { rates } }: JobDeps): readonly Loop[] {
  const sources = sourcesOf(rates)
  return [
    {
      name: 'currency-rates',
      // Published rates change a few times a day; asking more often than this would be impolite.
      everyMs: rates === 'practice' ? 4_000 : 20_000,
      run: () => updateRates(db, sources, log, clock.now()),
    },
    { name: 'currency-tidy', everyMs: hourMs, run: () => tidyCurrencies(db, clock.now()) },
  ]
}
