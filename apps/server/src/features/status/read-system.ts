import { drillKinds, type ProcessName, type WaitingName } from '@fairlot/contract/status'
import { dayMs, taipeiDate, taipeiMidnight } from '@fairlot/rules/calendar'
import type { Db } from '#platform/db'
import { showLevels } from './service-levels.ts'
import { judgeProcesses, type JudgedProcess } from './judge-processes.ts'
import {
  type HeartbeatRow,
  readHeartbeats,
  readChanges,
  readDatabase,
  readFigures,
  readLastDrills,
  readSamples,
  readStuck,
  type SampleRow,
} from './store.ts'

/** How long each may wait before it needs attention. */
const limits: Readonly<Record<WaitingName, number>> = {
  settlement: 5_000,
  quotes: 2_000,
  'exchange-queue': 2_000,
  'audit-unlinked': 3_000,
  'reviews-to-execute': 10_000,
  'notices-unsent': 10_000,
  pushes: 60_000,
  // Even one of these needs attention.
  'reviews-stuck': 0,
  'commands-set-aside': 0,
  'events-set-aside': 0,
  'copy-blocks-stopped': 0,
}
/** How often each should be done: a backup every day, the drills every month, the long ones once in a quarter. */
const drillDays = {
  backup: 1,
  restore: 31,
  failover: 31,
  upgrade: 92,
  degrade: 92,
  soak: 92,
  viewers: 92,
  nats: 92,
  containers: 92,
  alerts: 92,
  secrets: 92,
} as const
const halfHourMs = 1_800_000
const newest = 12

export async function readSystem(db: Db, now: Date) {
  const midnight = new Date(taipeiMidnight(taipeiDate(now.getTime())))
  const asked = performance.now()
  const database = await readDatabase(db)
  const answersMs = performance.now() - asked
  const [heartbeats, figures, samples, stuck, drills, changes, levels] = await Promise.all([
    readHeartbeats(db),
    readFigures(db),
    readSamples(db),
    readStuck(db),
    readLastDrills(db),
    readChanges(db, midnight),
    showLevels(db),
  ])
  const processes = judgeProcesses(heartbeats)
  const lines = Map.groupBy(samples, ({ name }) => name)
  return {
    at: now.toISOString(),
    processes: processes.map((process) => showProcess(process, lines.get(`p99.${process.name}`) ?? [])),
    waiting: figures.map(({ name, amount, waitedMs }) => ({
      name,
      amount: Number(amount),
      // A scheduled notice waits for a time in the future.
      waitedMs: Math.max(0, Number(waitedMs)),
      limitMs: limits[name],
      isLate: amount > 0n && Number(waitedMs) > limits[name],
      line: (lines.get(`waited.${name}`) ?? []).map(({ at, value }) => ({ at: at.toISOString(), value })),
    })),
    database: { ...database, answersMs: Math.round(answersMs * 10) / 10 },
    clients: sumOf(processes, 'live', 'clients'),
    requestsPerSecond: sumOf(processes, 'api', 'perSecond'),
    stuck: stuck.map((row) => ({ ...row, retryAt: row.retryAt?.toISOString() ?? null })),
    levels,
    drills: drillKinds.map((kind) => {
      const last = drills.find((drill) => drill.kind === kind)
      return {
        kind,
        last: last
          ? { at: last.at.toISOString(), ok: last.ok, seconds: last.seconds, note: last.note }
          : null,
        isDue: !last || !last.ok || now.getTime() - last.at.getTime() > drillDays[kind] * dayMs,
      }
    }),
    today: [
      ...startsOf(heartbeats.filter(({ startedAt }) => startedAt >= midnight)),
      ...changes.map(({ at, kind, number, by }) => ({
        at: at.toISOString(),
        what: 'review' as const,
        name: kind,
        detail: number,
        by: [...by],
      })),
    ]
      .toSorted((one, other) => other.at.localeCompare(one.at))
      .slice(0, newest),
  }
}

/** Copies that started together are one line. */
function startsOf(heartbeats: readonly HeartbeatRow[]) {
  const together = Map.groupBy(
    heartbeats,
    ({ process, version, host, startedAt }) =>
      `${process} ${version} ${host} ${Math.floor(startedAt.getTime() / 60_000)}`,
  )
  return [...together.values()].map((copies) => {
    const { startedAt, process, version, host } = copies[0]!
    return {
      at: startedAt.toISOString(),
      what: 'started' as const,
      name: process,
      detail: `${version} · ${host}${copies.length === 1 ? '' : ` ×${copies.length}`}`,
      by: [] as string[],
    }
  })
}

function showProcess({ name, state, why, copies }: JudgedProcess, samples: readonly SampleRow[]) {
  const heard = copies.filter(({ isHeard }) => isHeard)
  const newestAt = samples.at(-1)?.at.getTime() ?? 0
  return {
    name,
    state,
    why,
    copies: copies.map((copy) => ({
      host: copy.host,
      pid: copy.pid,
      version: copy.version,
      startedAt: copy.startedAt.toISOString(),
      heartbeatAt: copy.heartbeatAt.toISOString(),
      isHeard: copy.isHeard,
      clockMs: Number(copy.clockMs),
    })),
    versions: [...new Set(copies.map(({ version }) => version))],
    perSecond: total(heard, 'perSecond'),
    p50Ms: worst(heard, 'p50Ms'),
    p99Ms: worst(heard, 'p99Ms'),
    memoryMb: total(heard, 'memoryMb'),
    line: samples.filter(({ at }) => newestAt - at.getTime() <= halfHourMs).map(({ value }) => value),
  }
}

const given = (heartbeats: readonly HeartbeatRow[], figure: string): readonly number[] =>
  heartbeats.flatMap(({ figures }) => figures[figure] ?? [])

const total = (heartbeats: readonly HeartbeatRow[], figure: string): number | null => {
  const values = given(heartbeats, figure)
  return values.length === 0 ? null : Math.round(values.reduce((sum, value) => sum + value, 0) * 10) / 10
}

const worst = (heartbeats: readonly HeartbeatRow[], figure: string): number | null => {
  const values = given(heartbeats, figure)
  return values.length === 0 ? null : Math.max(...values)
}

const sumOf = (processes: readonly JudgedProcess[], name: ProcessName, figure: string): number | null =>
  total(
    processes.find((process) => process.name === name)?.copies.filter(({ isHeard }) => isHeard) ?? [],
    figure,
  )
