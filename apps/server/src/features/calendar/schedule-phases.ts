// The market's clock. Time reaches the exchange only as commands; these open and close its day.

import { type ChangePhase, shards, type Subjects } from '@fairlot/contract/venue'
import { type CalendarName, type PhaseChange, phasesDue } from '@fairlot/rules/calendar'
import { decideOpening, type OpeningBeacon } from '#features/draws'
import { hasListed, readFree, readUnlisted, submitLimits, submitListings } from '#features/instruments'
import { type Bus, publishAfterCommit } from '#platform/bus'
import type { Db } from '#platform/db'
import { readClosures } from './read-closures.ts'
import { readLastPhases, submitPhase } from './store.ts'

export interface Opening {
  readonly shard: number
  readonly date: string
  readonly now: Date
}

export interface SchedulerDeps {
  readonly db: Db
  readonly bus: Bus
  readonly subjects: Subjects
  readonly calendar: CalendarName
  /** What decides between equal prices at the opening. */
  readonly openingBeacon: OpeningBeacon
  readonly openingFallback: OpeningBeacon | undefined
  /** Makes instruments of new shares whose day has come. */
  readonly listNew: (now: Date) => Promise<unknown>
  /** Prepares the ex-dates of the day on the shard. False: settlement still applies the day before, and the opening waits. */
  readonly passExDates: (opening: Opening) => Promise<boolean>
}

/**
 * Brings every shard to the calendar's current phase: new instruments first, then each missed phase, in order. Any
 * number of workers may run this at once, because a shard accepts each (date, phase) and each listing once.
 */
export async function schedulePhases(deps: SchedulerDeps, now: Date): Promise<Scheduled> {
  const { db, calendar } = deps
  // A listing that fails must not keep the market from opening: it fails the run afterwards.
  const [listing] = await Promise.allSettled([deps.listNew(now)])
  const [closures, lastPhases, unlisted, free] = await Promise.all([
    readClosures(db),
    readLastPhases(db),
    readUnlisted(db),
    readFree(db),
  ])
  let submitted = 0
  let isWaiting = false
  const draws = new Map<string, string | null | undefined>()
  for (const shard of shards) {
    const last = lastPhases.find((row) => row.shard === shard)
    const symbols = unlisted.get(shard) ?? []
    const due = phasesDue(calendar, closures, last, now.getTime())
    if (symbols.length === 0 && due.length === 0) continue
    // A shard without instruments has no day: its first listing begins it.
    if (symbols.length === 0 && last === undefined && !(await hasListed(db, shard))) continue
    const ready = await untilOpening(deps, draws, await untilExDates(deps, shard, due, now), now)
    isWaiting ||= ready.length < due.length
    const behind = { shard, symbols, free: free.get(shard) ?? [], due: ready }
    submitted += await bringForward(deps, behind, draws, now)
  }
  if (listing.status === 'rejected') throw listing.reason
  return { submitted, isWaiting }
}

/** An ex-date begins when the holders of the last close are known and the exchange has the new reference price. */
async function untilExDates(
  { passExDates }: SchedulerDeps,
  shard: number,
  due: readonly PhaseChange[],
  now: Date,
): Promise<readonly PhaseChange[]> {
  for (const [index, { phase, date }] of due.entries())
    if (phase === 'opening-call' && !(await passExDates({ shard, date, now }))) return due.slice(0, index)
  return due
}

/** The phases that may be sent now: an opening waits for its draw, and what follows waits with it. */
async function untilOpening(
  { db, openingBeacon, openingFallback }: SchedulerDeps,
  draws: Map<string, string | null | undefined>,
  due: readonly PhaseChange[],
  now: Date,
): Promise<readonly PhaseChange[]> {
  const deps = { db, beacon: openingBeacon, fallback: openingFallback }
  for (const [index, change] of due.entries()) {
    if (change.phase !== 'continuous') continue
    if (!draws.has(change.date)) draws.set(change.date, await decideOpening(deps, change, now))
    if (draws.get(change.date) === undefined) return due.slice(0, index)
  }
  return due
}

export interface Scheduled {
  readonly submitted: number
  /** For the draw of an opening, or for settlement before an ex-date. */
  readonly isWaiting: boolean
}

interface Behind {
  readonly shard: number
  /** Not listed there yet. */
  readonly symbols: readonly string[]
  /** In their first days, without a daily limit. */
  readonly free: readonly string[]
  readonly due: readonly PhaseChange[]
}

function bringForward(
  { db, bus, subjects }: SchedulerDeps,
  { shard, symbols, free, due }: Behind,
  draws: ReadonlyMap<string, string | null | undefined>,
  now: Date,
): Promise<number> {
  return db.transaction(async (tx) => {
    let submitted = await submitListings(tx, shard, symbols, now)
    for (const { date, phase, until, oddAuction } of due) {
      if (phase === 'opening-call') submitted += await submitLimits(tx, shard, free, date)
      const seed = phase === 'continuous' ? draws.get(date) : undefined
      const command: ChangePhase = {
        kind: 'phase',
        date,
        phase,
        ...(until === undefined ? {} : { until }),
        ...(typeof seed === 'string' ? { seed } : {}),
        ...(phase === 'opening-call' ? { odd: true } : {}),
        ...(oddAuction === undefined ? {} : { oddAuction }),
      }
      if (await submitPhase(tx, shard, date, phase, JSON.stringify(command))) submitted += 1
    }
    if (submitted > 0) publishAfterCommit(tx, bus, subjects.wakeExchange(shard), { shard })
    return submitted
  })
}
