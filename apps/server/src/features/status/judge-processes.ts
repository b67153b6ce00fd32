// Derives the status of each kind of process from heartbeats. Pure, so that dead processes can be tested by the
// hundred.

import { type ProcessName, processNames, type ProcessState } from '@fairlot/contract/status'
import type { HeartbeatRow } from './store.ts'

/** A process writes every four seconds; after two and a half missed heartbeats it counts as silent. */
export const silentAfterMs = 10_000
/** Votes are refused a minute away from PostgreSQL's clock; this warns long before that. */
const clockLimitMs = 5_000

/** The 99th percentile of a minute, above which a process counts as slow. */
const slowMs: Readonly<Partial<Record<ProcessName, number>>> = { api: 1_000, console: 1_000, exchange: 250 }
/** The practice market runs only where it is wanted. */
const isNeeded = (name: ProcessName): boolean => !name.startsWith('practice')

export interface JudgedProcess {
  readonly name: ProcessName
  readonly state: ProcessState
  readonly why: string | null
  /** Copies with a heartbeat, and copies that were lost; a copy that stopped properly or was replaced is left out. */
  readonly copies: readonly (HeartbeatRow & { readonly isHeard: boolean })[]
}

export function judgeProcesses(heartbeats: readonly HeartbeatRow[]): readonly JudgedProcess[] {
  return processNames.flatMap((name): JudgedProcess[] => {
    const mine = heartbeats.filter((heartbeat) => heartbeat.process === name && heartbeat.stoppedAt === null)
    const heard = mine.filter(({ silentMs }) => silentMs <= silentAfterMs)
    const lost = mine.filter(
      (heartbeat) => heartbeat.silentMs > silentAfterMs && !isReplaced(heartbeat, heard),
    )
    const copies = [
      ...heard.map((heartbeat) => ({ ...heartbeat, isHeard: true })),
      ...lost.map((heartbeat) => ({ ...heartbeat, isHeard: false })),
    ]
    if (copies.length === 0) {
      return isNeeded(name) ? [{ name, state: 'missing', why: 'missing', copies }] : []
    }
    if (lost.length > 0) return [{ name, state: 'lost', why: 'lost', copies }]
    const why = slowness(name, heard)
    return [{ name, state: why === null ? 'well' : 'slow', why, copies }]
  })
}

/** A copy that started on the same machine after this one fell silent is its successor. */
const isReplaced = (heartbeat: HeartbeatRow, heard: readonly HeartbeatRow[]): boolean =>
  heard.some((other) => other.host === heartbeat.host && other.startedAt > heartbeat.heartbeatAt)

function slowness(name: ProcessName, heard: readonly HeartbeatRow[]): string | null {
  if (heard.some(({ clockMs }) => Math.abs(Number(clockMs)) > clockLimitMs)) return 'clock'
  if (name === 'exchange') {
    if (heard.some(({ figures }) => (figures['halted'] ?? 0) > 0)) return 'halted'
    if (heard.every(({ figures }) => (figures['running'] ?? 0) === 0)) return 'waiting'
  }
  const limit = slowMs[name]
  if (limit !== undefined && heard.some(({ figures }) => (figures['p99Ms'] ?? 0) > limit)) return 'slow'
  if (heard.some(({ figures }) => figures['nats'] === 0)) return 'nats'
  return null
}
