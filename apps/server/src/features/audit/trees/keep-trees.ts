import {
  type CalendarName,
  type Closures,
  phaseAt,
  previousTradingDay,
  sessionHours,
} from '@fairlot/rules/calendar'
import type { Db, Tx } from '#platform/db'
import type { Secrets } from '#platform/secrets'
import { buildCopies } from '../copies/build-copies.ts'
import { buildFills, buildingAlone, buildLines, buildOrders, buildSums } from './build-trees.ts'
import { lastTree, newestTree } from './store.ts'

export interface TreeDeps {
  readonly db: Db
  readonly secrets: Secrets
  readonly calendar: CalendarName
  /** Passed in: nearly every feature writes audit rows, so audit may not depend on any feature. */
  readonly readClosures: (tx: Tx) => Promise<Closures>
  /** A practice installation builds trees during the day too, so that a visitor need not wait for tomorrow. */
  readonly often: boolean
}

const minuteMs = 60_000
/** Settlement follows the last trade of a day within a second; later fills still get a second part. */
const graceMs = 2 * minuteMs
const oftenMs = 10 * minuteMs
const sumsOftenMs = 60 * minuteMs
/** A tree of balances is always built in full, so during the day only while it is small. */
const smallTree = 10_000

/**
 * Builds what is due and returns how many trees it made. After a day's end: its fills, ended orders and all ledger
 * lines since the last time. On the first round of a trading day, and on the very first: balances and debts.
 */
export const keepTrees = (deps: TreeDeps, now: Date): Promise<number> =>
  buildingAlone(deps.db, () => buildDue(deps, now))

async function buildDue(
  { db, secrets, calendar, readClosures, often }: TreeDeps,
  now: Date,
): Promise<number> {
  const closures = await readClosures(db)
  const at = now.getTime() - graceMs
  const { date } = phaseAt(calendar, closures, at)
  const over = at >= sessionHours(calendar, date).overAt ? date : previousTradingDay(calendar, closures, date)
  const builder = { db, secrets, now }
  const isOlder = (builtAt: Date | undefined, ms: number): boolean =>
    builtAt === undefined || now.getTime() - builtAt.getTime() >= ms
  let built = 0

  const sums = await newestTree(db, 'balances')
  const again = often && sums !== undefined && sums.leaves < smallTree && isOlder(sums.builtAt, sumsOftenMs)
  if (sums === undefined || sums.date < date || again) built += (await buildSums(builder, date)).length

  const lines = await lastTree(db, 'ledger-lines')
  const isDue = often && isOlder(lines?.builtAt, oftenMs)
  const upTo = isDue ? date : over
  // A day counts only if it began on this installation: a fresh installation has no yesterday.
  const hadDay = sums !== undefined && sums.date <= over
  if (isDue || (hadDay && (lines === undefined || lines.date < over))) {
    built += (await buildLines(builder, upTo)).length
  }
  built += (await buildFills(builder, upTo)).length
  built += (await buildOrders(builder, upTo)).length
  built += (await buildCopies(builder, upTo)).length
  return built
}
