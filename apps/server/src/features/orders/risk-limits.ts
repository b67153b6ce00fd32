import { tradingDateAt } from '@fairlot/rules/calendar'
import { readClosures } from '#features/calendar'
import { writesDurably } from '#platform/crash-points'
import type { Db } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import type { OrderDeps } from './deps.ts'
import { readMemberFigures } from './member-figures.ts'
import { readRiskLimits, setLossLimit, setStop } from './store.ts'

/** The limits a member has set for themselves, and how much of them the day has used. */
export async function showRiskLimits(db: Db, { calendar }: OrderDeps, memberId: string, now: Date) {
  const date = tradingDateAt(calendar, await readClosures(db), now.getTime())
  const [limits, { lostToday }] = await Promise.all([
    readRiskLimits(db, memberId),
    readMemberFigures(db, memberId, date, now),
  ])
  const { dailyLossLimit = null, stoppedAt = null, stoppedBy = null } = limits ?? {}
  return {
    dailyLossLimit: dailyLossLimit?.toString() ?? null,
    lostToday: lostToday.toString(),
    stopped: stoppedAt === null || stoppedBy === null ? null : { at: stoppedAt.toISOString(), by: stoppedBy },
  }
}

/** Also lifts a stop by the rate limit: the owner confirms having checked it. Refuses: `guard.loss-limit`. */
export async function setRiskLimits(
  db: Db,
  memberId: string,
  { dailyLossLimit, stopped }: { readonly dailyLossLimit: string | null; readonly stopped: boolean },
  now: Date,
): Promise<Outcome<null>> {
  const limit = dailyLossLimit === null ? null : BigInt(dailyLossLimit)
  if (limit !== null && (limit <= 0n || limit > maxLoss)) {
    return refuse('guard.loss-limit', { field: 'dailyLossLimit', rule: 'guard.dailyLoss' })
  }
  await db.transaction(async (tx) => {
    writesDurably(tx, 'intake.guards')
    await setStop(tx, memberId, stopped, now)
    await setLossLimit(tx, memberId, limit)
  })
  return done(null, 'done.guards-set')
}

/** Far above any member's equity, far below the limit of a bigint. */
const maxLoss = 10n ** 15n
