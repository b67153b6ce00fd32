// Processes of a drill by their numbers: their children, and whether they are ours.

import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const stateOf = (pid: number): string => textOf(`/proc/${pid}/stat`).replace(/^.*\) /, '')

/** A zombie has ended: only its parent has not noticed. */
export const isAlive = (pid: number): boolean => {
  const state = stateOf(pid)
  return state !== '' && !state.startsWith('Z')
}

export const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => Number(stateOf(pid).split(' ')[1]) === parent)

/** The number in postmaster.pid, when that process runs on this data folder. */
export function postmasterOf(dataFolder: string): number | undefined {
  const pid = Number(textOf(`${dataFolder}/postmaster.pid`).split('\n')[0])
  if (!(pid > 1) || !isAlive(pid)) return undefined
  return textOf(`/proc/${pid}/cmdline`).includes(dataFolder) ? pid : undefined
}

/** To all at once. One that has ended already is no fault. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

export async function untilEnded(pids: readonly number[]): Promise<void> {
  while (pids.some(isAlive)) await pause(20)
}
