// A real exchange process that a test can kill, stop and wake.

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '@fairlot/testkit/services/process'
import { until } from '@fairlot/testkit/until'
import { childEnvironment } from '../../flows/support/child-environment.ts'

const ownTree = fileURLToPath(new URL('../../../', import.meta.url))

export interface ExchangeProcess {
  readonly pid: number
  readonly metricsPort: number
  readonly lines: readonly string[]
  isReady(): Promise<boolean>
  untilReady(): Promise<void>
  /** Exit code, or the signal that ended it. */
  readonly exited: Promise<number | NodeJS.Signals>
  signal(signal: NodeJS.Signals): void
  /** Ends it at once and waits until it is gone. */
  kill(): Promise<void>
  /** Asks it to stop and waits. */
  stop(): Promise<number | NodeJS.Signals>
}

export interface ExchangeEnvironment {
  readonly databaseUrl: string
  readonly natsUrl: string
  readonly namespace: string
  readonly shards: string
  readonly env?: Readonly<Record<string, string>>
  /** Whose code it runs: this one, or that of another release. */
  readonly tree?: string
}

export async function spawnExchange(options: ExchangeEnvironment): Promise<ExchangeProcess> {
  const metricsPort = await findFreePort()
  const program = join(options.tree ?? ownTree, 'apps/exchange/src/main.ts')
  const child = spawn(process.execPath, [program], {
    env: {
      ...childEnvironment(),
      FAIRLOT_MODE: 'test',
      DATABASE_URL: options.databaseUrl,
      NATS_URL: options.natsUrl,
      NATS_NAMESPACE: options.namespace,
      SHARDS: options.shards,
      METRICS_PORT: String(metricsPort),
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => lines.push(...chunk.toString().trimEnd().split('\n')))
  let isGone = false
  const exited = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('exit', (code, signal) => {
      isGone = true
      resolve(signal ?? code ?? -1)
    })
  })
  const isReady = async (): Promise<boolean> => {
    try {
      const answer = await fetch(`http://127.0.0.1:${metricsPort}/readyz`, {
        signal: AbortSignal.timeout(1_000),
      })
      return answer.ok
    } catch {
      return false
    }
  }
  return {
    pid: child.pid!,
    metricsPort,
    lines,
    isReady,
    async untilReady() {
      await until('the exchange to be ready', isReady).catch((error: unknown) => {
        throw new Error(`${String(error)}\n${lines.join('\n')}`)
      })
    },
    exited,
    signal: (signal) => void child.kill(signal),
    async kill() {
      if (!isGone) child.kill('SIGKILL')
      await exited
    },
    async stop() {
      if (!isGone) child.kill('SIGTERM')
      return exited
    },
  }
}
