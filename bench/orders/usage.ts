// CPU time by process, from the kernel; transactions and bytes of WAL, from PostgreSQL.

import { readdirSync, readFileSync } from 'node:fs'
import type { Harness } from './harness.ts'
import { hundredths } from './figures.ts'

interface Backend {
  readonly name: string
  readonly ms: number
}

export interface Usage {
  readonly processes: ReadonlyMap<string, number>
  readonly backends: ReadonlyMap<number, Backend>
  /** Of backends that have ended. */
  readonly endedMs: number
  /** Transactions that wrote. */
  readonly transactions: number
  /** Position in the WAL. */
  readonly walBytes: number
}

/** The bench's own connections: not a cost of the platform. */
const own = 'bench'

export async function readUsage({ sql, pids }: Harness): Promise<Usage> {
  const rows = await sql.query<{ pid: number; name: string }>(
    `SELECT pid, CASE WHEN usename IS NULL THEN 'postgres itself' WHEN usename = current_user THEN $1
       ELSE 'postgres for ' || replace(usename, 'fairlot_', '') END AS name FROM pg_stat_activity`,
    [own],
  )
  const [wal] = await sql.query<{ transactions: number; bytes: number }>(
    `SELECT pg_current_xact_id()::text::float8 AS transactions,
       pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS bytes`,
  )
  const running = [...pids()]
  const postmaster = running.find(([name]) => name === 'postgres')![1]
  return {
    processes: new Map(
      running.map(([name, pid]) => [name === 'postgres' ? 'postgres itself' : name, threadsMs(pid)]),
    ),
    backends: new Map(
      rows.flatMap(({ pid, name }) => {
        const ms = threadsMs(pid)
        return ms === 0 ? [] : [[pid, { name, ms }] as const]
      }),
    ),
    endedMs: endedChildrenMs(postmaster),
    transactions: wal!.transactions,
    walBytes: wal!.bytes,
  }
}

/** Milliseconds of CPU by process, divided by `units`: orders or seconds. `all` is without the senders. */
export function cpuBetween(before: Usage, after: Usage, units: number): Record<string, number> {
  const ms = new Map<string, number>()
  const add = (name: string, value: number): void => void ms.set(name, (ms.get(name) ?? 0) + value)
  for (const [name, value] of after.processes) add(name, value - (before.processes.get(name) ?? 0))
  for (const [pid, { name, ms: value }] of after.backends)
    add(name, value - (before.backends.get(pid)?.ms ?? 0))
  // A backend that ended is in the sum of its parent, with all it ever used.
  const gone = [...before.backends].filter(([pid]) => !after.backends.has(pid))
  const goneMs = gone.reduce((sum, [, backend]) => sum + backend.ms, 0)
  add('postgres itself', Math.max(0, after.endedMs - before.endedMs - goneMs))
  ms.delete(own)
  const all = [...ms.values()].reduce((sum, value) => sum + value, 0)
  return Object.fromEntries([['all', all] as const, ...ms].map(([name, value]) => [name, value / units]))
}

export const postgresOf = (cpu: Readonly<Record<string, number>>): number =>
  Object.entries(cpu).reduce((sum, [name, ms]) => (name.startsWith('postgres ') ? sum + ms : sum), 0)

export const rounded = (figures: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, hundredths(value)]))

export const listed = (figures: Readonly<Record<string, number>>): string =>
  Object.entries(figures)
    .map(([name, value]) => `${name} ${hundredths(value)}`)
    .join(', ')

/** Time on a core, of all threads. 0 when the process has ended. */
function threadsMs(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`).reduce(
      (sum, thread) =>
        sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
      0,
    )
  } catch {
    return 0
  }
}

/** Ticks of 10 ms. */
function endedChildrenMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[13]) + Number(fields[14])) * 10
}
