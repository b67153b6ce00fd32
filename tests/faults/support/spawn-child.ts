import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { until } from '@fairlot/testkit/until'
import { childEnvironment } from '../../flows/support/child-environment.ts'

const program = fileURLToPath(new URL('./trading-child.ts', import.meta.url))

export interface TradingChild {
  /** Exit code, or the signal that ended it. */
  readonly exited: Promise<number | NodeJS.Signals>
  /** The port of an api that is listening. */
  port(): Promise<number>
  /** Whether it has ended by itself, as at a crash point. */
  endedByItself(): Promise<number | NodeJS.Signals>
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
  const untilSaid = <Value>(what: string, probe: () => Value | undefined) =>
    until(what, probe).catch((error: unknown) => {
      throw new Error(`${String(error)}
${said.join('')}`)
    })
  return {
    exited,
    said: () => said.join(''),
    async port() {
      const found = await untilSaid(
        'the child to listen',
        () => /^port (\d+)$/m.exec(said.join('')) ?? undefined,
      )
      return Number(found[1])
    },
    endedByItself: () => untilSaid(`the ${part} to end at its point`, () => end),
    async kill() {
      if (end === undefined) child.kill('SIGKILL')
      await exited
    },
  }
}
