// The guests of the drill: support/viewers.c holds their sockets. One process may not open as many files as there are
// viewers, so there are several.

import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { cpuSeconds } from './usage.ts'

/** What all viewers together have seen since they began. */
export interface Counted {
  readonly open: number
  /** Have a price since they entered. */
  readonly priced: number
  readonly bytes: number
  readonly frames: number
  readonly connects: number
  /** Tries that did not get in. */
  readonly failures: number
  readonly losses: number
  /** Closed by a gateway without room. */
  readonly refusals: number
}

/** A line of support/viewers.c. */
interface Line extends Counted {
  readonly ms: number
  readonly of: readonly number[]
}

export interface Viewers {
  last(): Counted
  /** Open sockets at the gateway with this place in the list of ports. */
  at(gateway: number): number
  cpuSeconds(): number
  stop(): Promise<void>
}

export interface ViewersOptions {
  /** The compiled support/viewers.c. */
  readonly program: string
  readonly count: number
  readonly openedPerSecond: number
  readonly watched: readonly string[]
  readonly ports: readonly number[]
  readonly maxOfProcess?: number
}

/** Well below the limit of open files that a machine usually sets. */
const usualMaxOfProcess = 8_000
const counts = ['open', 'priced', 'bytes', 'frames', 'connects', 'failures', 'losses', 'refusals'] as const

export function startViewers({
  program,
  count,
  openedPerSecond,
  watched,
  ports,
  maxOfProcess = usualMaxOfProcess,
}: ViewersOptions): Viewers {
  const watch = JSON.stringify({ t: 'watch', rows: watched, detail: [], idx: false })
  const processes = Math.ceil(count / maxOfProcess)
  const running = Array.from({ length: processes }, (_, at) => {
    const own = Math.floor(count / processes) + (at < count % processes ? 1 : 0)
    return startOne(program, [own, openedPerSecond / processes, watch, ...ports].map(String))
  })
  return {
    last: () =>
      Object.fromEntries(
        counts.map((name) => [name, running.reduce((sum, { last }) => sum + (last()?.[name] ?? 0), 0)]),
      ) as Record<(typeof counts)[number], number>,
    at: (gateway) => running.reduce((sum, { last }) => sum + (last()?.of[gateway] ?? 0), 0),
    cpuSeconds: () => running.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0),
    async stop() {
      await Promise.all(running.map(({ stop }) => stop()))
    },
  }
}

function startOne(program: string, args: readonly string[]) {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  let last: Line | undefined
  createInterface({ input: child.stdout }).on('line', (line) => (last = JSON.parse(line) as Line))
  const ended = new Promise<void>((resolve) => void child.once('exit', () => resolve()))
  return {
    pid: child.pid!,
    last: () => last,
    stop() {
      child.stdin.end()
      return ended
    },
  }
}
