// Derives the status of each kind of process from heartbeats. Pure, so that dead processes can be tested by the
// hundred.

import { type ProcessName, processNames, type ProcessState } from '@fairlot/contract/status'
import type { BeatRow } from './store.ts'

/** A process writes every four seconds; after two and a half missed beats it counts as silent. */
export const silentAfterMs = 10_000
/** Votes are refused a minute away from PostgreSQL's clock; this warns long before that. */
const clockLimitMs = 5_000

/** The 99th percentile of a minute, above which a process counts as slow. */
const slowMs: Readonly<Partial<Record<ProcessName, number>>> = { api: 1_000, console: 1_000, exchange: 250 }
/** The practice market runs only where it is wanted. */
const isNeeded = (name: ProcessName): boolean => name !== 'practice'

export interface JudgedProcess {
  readonly name: ProcessName
  readonly state: ProcessState
  readonly why: string | null
  /** Copies that beat, and copies that were lost; a copy that stopped properly or was replaced is left out. */
  readonly copies: readonly (BeatRow & { readonly isHeard: boolean })[]
}

export function judgeProcesses(beats: readonly BeatRow[]): readonly JudgedProcess[] {
  return processNames.flatMap((name): JudgedProcess[] => {
    const mine = beats.filter((beat) => beat.process === name && beat.stoppedAt === null)
    const heard = mine.filter(({ silentMs }) => silentMs <= silentAfterMs)
    const lost = mine.filter((beat) => beat.silentMs > silentAfterMs && !isReplaced(beat, heard))
    const copies = [
      ...heard.map((beat) => ({ ...beat, isHeard: true })),
      ...lost.map((beat) => ({ ...beat, isHeard: false })),
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
const isReplaced = (beat: BeatRow, heard: readonly BeatRow[]): boolean =>
  heard.some((other) => other.host === beat.host && other.startedAt > beat.beatAt)

function slowness(name: ProcessName, heard: readonly BeatRow[]): string | null {
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
