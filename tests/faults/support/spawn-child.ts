import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { childEnvironment } from '../../flows/support/child-environment.ts'
import { until } from '../../flows/support/until.ts'

const program = fileURLToPath(new URL('./trading-child.ts', import.meta.url))

export interface TradingChild {
  /** Exit code, or the signal that ended it. */
  readonly exited: Promise<number | NodeJS.Signals>
  /** The port of an api that is listening. */
  port(): Promise<number>
  /** Whether it has ended by itself, as at a crash point. */
  endedByItself(limitMs?: number): Promise<number | NodeJS.Signals>
  kill(): Promise<void>
  /** What it printed. */
  said(): string
}

export function spawnChild(
  part: string,
  environment: Readonly<Record<string, string | undefined>>,
): TradingChild {
  const child = spawn(process.execPath, [program, part], {
    env: { ...childEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => said.push(String(data)))
  let end: number | NodeJS.Signals | undefined
  const exited = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('exit', (code, signal) => resolve((end = signal ?? code ?? -1)))
  })
  const waitFor = async <Value>(what: string, probe: () => Value | undefined, limitMs: number) =>
    until(what, probe, limitMs).catch((error: unknown) => {
      throw new Error(`${String(error)}\n${said.join('')}`)
    })
  return {
    exited,
    said: () => said.join(''),
    async port() {
      const found = await waitFor(
        'the child to listen',
        () => /^port (\d+)$/m.exec(said.join('')) ?? undefined,
        90_000,
      )
      return Number(found[1])
    },
    endedByItself: (limitMs = 90_000) => waitFor(`the ${part} to end at its point`, () => end, limitMs),
    async kill() {
      if (end === undefined) child.kill('SIGKILL')
      await exited
    },
  }
}
