// CPU and memory of processes, from /proc.

import { readFileSync } from 'node:fs'
import { childrenOf } from './processes.ts'

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const ticksPerSecond = 100

/** User and system time of all its threads. */
export function cpuSeconds(pid: number): number {
  const fields = textOf(`/proc/${pid}/stat`)
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / ticksPerSecond
}

export interface MachineTime {
  readonly used: number
  /** CPU time the host gave to others although this machine asked for it. */
  readonly stolen: number
}

export function machineTime(): MachineTime {
  const [user = 0, nice = 0, system = 0, , , , softirq = 0, stolen = 0] = textOf('/proc/stat')
    .split('\n')[0]!
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return { used: user + nice + system + softirq, stolen }
}

export function stolenPercent(from: MachineTime): number {
  const now = machineTime()
  const stolen = now.stolen - from.stolen
  const all = now.used - from.used + stolen
  return all === 0 ? 0 : Math.round((100 * stolen) / all)
}

/** Memory of its own, without what it shares with others. */
export const megabytesOf = (pid: number): number =>
  Number(/^RssAnon:\s+(\d+)/m.exec(textOf(`/proc/${pid}/status`))?.[1] ?? 0) / 1_024

/** Of a process and its children: PostgreSQL with its sessions. */
export const megabytesOfAll = (pid: number): number =>
  [pid, ...childrenOf(pid)].reduce((sum, each) => sum + megabytesOf(each), 0)
