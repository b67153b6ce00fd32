import type { Period } from '@fairlot/contract/market-data'
import { indexRules, isMinutePeriod, minutesIn, periodStart } from '@fairlot/rules/market-data'
import type { Db } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { type IndexValue, readDayValues, readMinuteValues } from './indices/store.ts'

export interface IndexWish {
  readonly code: string
  readonly period: Period
  readonly count: number
}

/** Refuses: `request.not-found`. */
export async function listIndexValues(
  db: Db,
  { code, period, count }: IndexWish,
): Promise<Outcome<{ values: [at: number, value: number][] }>> {
  if (!indexRules.some((rule) => rule.code === code)) return refuse('request.not-found', { field: 'code' })
  const rows = isMinutePeriod(period)
    ? await readMinuteValues(db, code, count * minutesIn(period))
    : await readDayValues(db, code, count * { day: 1, month: 31, year: 366 }[period])
  return done({ values: lastOfEach(period, rows.toReversed()).slice(-count) })
}

/** The rows are oldest first, so the last one of a period stays. */
const lastOfEach = (period: Period, rows: readonly IndexValue[]): [number, number][] => [
  ...new Map(rows.map(({ at, value }) => [periodStart(period, at), value])),
]
