import type { ConsoleBodyOf, ConsoleDataOf } from '@fairlot/contract/console-routes'
import { trialBalance, trialBalanceBefore } from '@fairlot/ledger'
import { dayMs, taipeiMidnight } from '@fairlot/rules/calendar'
import { type Db, inSnapshot } from '#platform/db'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import { reconcileEverySeconds } from './jobs.ts'
import {
  readCleanSince,
  readClosedDays,
  readFreshMinutes,
  readHalfHours,
  readLastFinished,
  readLastRun,
  readLastRuns,
  readLastStop,
  readOutside,
  readStopReason,
  type RunRow,
} from './store.ts'

const halfHourMs = 1_800_000
const halfHours = 48

export const readReconciliation = (db: Db, now: Date): Promise<ConsoleDataOf<'/funds/reconciliation'>> =>
  inSnapshot(db, async (tx) => {
    // Whole half hours, the last one still running.
    const end = Math.floor(now.getTime() / halfHourMs) * halfHourMs + halfHourMs
    const from = new Date(end - halfHours * halfHourMs)
    const [night, finished, stoppedBy, runs, closedDays, freshMinutes] = await Promise.all([
      readLastRun(tx, 'night'),
      readLastFinished(tx),
      readStopReason(tx),
      readLastRuns(tx),
      readClosedDays(tx),
      readFreshMinutes(tx),
    ])
    const [last, clean, day, stop, outside] = await Promise.all([
      readLastRun(tx),
      readCleanSince(tx),
      readHalfHours(tx, from),
      readLastStop(tx),
      readOutside(tx),
    ])
    return {
      last: last ? showRun(last) : null,
      night: night ? showRun(night) : null,
      finishedAt: finished?.toISOString() ?? null,
      stoppedBy,
      freshMinutes,
      runs: runs.map(({ at, ...run }) => ({ ...run, at: at.toISOString() })),
      closedDays: closedDays.map(({ closedAt, ...one }) => ({ ...one, closedAt: closedAt.toISOString() })),
      everySeconds: reconcileEverySeconds,
      cleanSince: last?.broken === 0 ? (clean?.toISOString() ?? null) : null,
      day: Array.from({ length: halfHours }, (_, place) => {
        const found = day.find((one) => one.place === place)
        return {
          from: new Date(from.getTime() + place * halfHourMs).toISOString(),
          runs: found?.runs ?? 0,
          broken: found?.broken ?? 0,
        }
      }),
      stop:
        stop?.resumedAt === null ? { since: stop.stoppedAt.toISOString(), checks: [...stop.checks] } : null,
      lastBreak: stop
        ? {
            at: stop.stoppedAt.toISOString(),
            resumedAt: stop.resumedAt?.toISOString() ?? null,
            checks: [...stop.checks],
          }
        : null,
      lastStatement: outside.lastStatement?.toISOString() ?? null,
      lastTree: outside.tree ? { at: outside.tree.at.toISOString(), root: outside.tree.root } : null,
    }
  })

const showRun = ({ at, tookMs, broken, failure, results }: RunRow) => ({
  at: at.toISOString(),
  tookMs,
  broken,
  failure,
  checks: results.map((result) => ({ ...result })),
})

/** Refuses: `input.invalid` for today and later days, which have not ended. */
export async function readTrialBalance(
  db: Db,
  { on }: ConsoleBodyOf<'/funds/trialBalance'>,
  now: Date,
): Promise<ConsoleOutcome<ConsoleDataOf<'/funds/trialBalance'>>> {
  const end = on === undefined ? null : new Date(taipeiMidnight(on) + dayMs)
  if (end !== null && end > now) return refuse('input.invalid', { field: 'on' })
  const rows = await (end === null ? trialBalance(db) : trialBalanceBefore(db, end))
  const assets = [...new Set(rows.map(({ asset }) => asset))]
  return done({
    at: (end ?? now).toISOString(),
    assets: assets.map((asset) => {
      const own = rows.filter((row) => row.asset === asset)
      return {
        asset,
        sum: own.reduce((sum, { total }) => sum + total, 0n).toString(),
        rows: own.map(({ owner, kind, total }) => ({ owner, kind, total: total.toString() })),
      }
    }),
  })
}
