// Writes rows through the proxy by the server's own database layer, and remembers which were acknowledged and when.

import { setTimeout as pause } from 'node:timers/promises'
import { CommitUnconfirmed, openDb } from '../../../apps/server/src/platform/db.ts'
import { ask } from './cluster.ts'

export interface Writer {
  /** The time of each acknowledgement. */
  readonly times: readonly number[]
  /** Neither acknowledged nor refused: they may be stored or not. */
  unconfirmed(): number
  /** The rows, each with the time of the clock when it was acknowledged. */
  acknowledged(): ReadonlyMap<number, number>
  stop(): Promise<void>
}

const connections = 8
const heartbeatMs = 4_000

export const rowTable = `CREATE TABLE acknowledged (
  id bigint PRIMARY KEY, at timestamptz NOT NULL DEFAULT clock_timestamp())`

/** Makes the table. `url` leads to a database of the drill alone. */
export async function startWriter(url: string): Promise<Writer> {
  await ask(url, rowTable)
  const db = openDb({ url, poolSize: connections + 2, applicationName: 'drill-writer' })
  const times: number[] = []
  const acknowledged = new Map<number, number>()
  let unconfirmed = 0
  let last = 0
  let stopped = false
  const write = async (): Promise<void> => {
    while (!stopped) {
      const id = ++last
      try {
        await db.transaction((tx) => tx.query('INSERT INTO acknowledged (id) VALUES ($1)', [id]))
        acknowledged.set(id, Date.now())
        times.push(performance.now())
        await pause(15)
      } catch (error) {
        if (error instanceof CommitUnconfirmed) unconfirmed += 1
        await pause(50)
      }
    }
  }
  // As every process of the server does: its answer ends a stall.
  const heartbeat = setInterval(() => {
    db.probe(`SELECT pg_logical_emit_message(true, 'drill', 'x')`).catch(() => undefined)
  }, heartbeatMs)
  const running = Array.from({ length: connections }, write)
  let ending: Promise<void> | undefined
  const end = async (): Promise<void> => {
    stopped = true
    await Promise.all(running)
    clearInterval(heartbeat)
    await db.close()
  }
  return {
    times,
    unconfirmed: () => unconfirmed,
    acknowledged: () => acknowledged,
    stop: () => (ending ??= end()),
  }
}

/** Acknowledged rows that this server does not have. */
export async function missingRows(url: string, acknowledged: Iterable<number>): Promise<number[]> {
  const rows = await ask<{ id: string }>(url, 'SELECT id FROM acknowledged')
  const stored = new Set(rows.map(({ id }) => Number(id)))
  return [...acknowledged].filter((id) => !stored.has(id))
}

/** The longest time without an acknowledgement that began before `to` and ended after `from`. */
export function longestGap(times: readonly number[], from: number, to: number): number {
  let longest = 0
  for (let index = 1; index < times.length; index += 1) {
    if (times[index]! < from || times[index - 1]! > to) continue
    longest = Math.max(longest, times[index]! - times[index - 1]!)
  }
  return longest
}
