import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** A process id with its start time: the number alone can later belong to another program. */
export interface ProcessMark {
  readonly name: string
  readonly pid: number
  readonly began: string
}

export function markOf(name: string, pid: number): ProcessMark {
  return { name, pid, began: beginning(pid) ?? '' }
}

export function isAlive({ pid, began }: ProcessMark): boolean {
  return began !== '' && beginning(pid) === began
}

function beginning(pid: number): string | undefined {
  if (process.platform !== 'linux') {
    const { status, stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })
    return status === 0 ? stdout.trim() : undefined
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program's name is in brackets and can contain anything, so fields are counted from the last bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [state, began] = [fields[0], fields[19]]
    return state === 'Z' ? undefined : began
  } catch {
    return undefined
  }
}

// A checkpoint on a busy disk takes its time.
const stopLimitMs = 60_000
const collectLimitMs = 5_000

/** Ends processes that an earlier start left behind. For PostgreSQL, SIGINT means "stop now, cleanly". */
export async function endOrphans(marks: readonly ProcessMark[]): Promise<string[]> {
  const orphans = marks.filter(isAlive)
  for (const { name, pid } of orphans) send(pid, name === 'postgres' ? 'SIGINT' : 'SIGTERM')
  const deadline = Date.now() + stopLimitMs
  while (orphans.some(isAlive)) {
    if (Date.now() > deadline) for (const mark of orphans.filter(isAlive)) send(mark.pid, 'SIGKILL')
    await pause(20)
  }
  // A killed PostgreSQL leaves its lock file, and the next one takes a process that was not collected for a running one.
  const collected = Date.now() + collectLimitMs
  while (Date.now() < collected && orphans.some(({ pid }) => exists(pid))) await pause(20)
  return orphans.map(({ name, pid }) => `${name} (${pid})`)
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended between the check and the signal, which is fine.
  }
}
