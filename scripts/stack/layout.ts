import { join, resolve } from 'node:path'
import { repositoryRoot } from '@fairlot/testkit/services/binaries'

export interface Ports {
  readonly api: number
  readonly apiMetrics: number
  readonly console: number
  readonly consoleMetrics: number
  /** The console's API, behind the process that serves its files. */
  readonly consoleApi: number
  readonly consoleAppMetrics: number
  readonly workerMetrics: number
  readonly settlementMetrics: number
  readonly quotesMetrics: number
  readonly liveMetrics: number
  readonly live: number
  readonly practiceMetrics: number
  /** The practice beacon, which draws read. */
  readonly beacon: number
  readonly beaconMetrics: number
  /** The program that proposes practice offers; the one that approves them and the simulated mentors follow. */
  readonly practiceOperatorMetrics: number
  /** The first shard's port; the others follow. */
  readonly exchangeMetrics: number
  readonly postgres: number
  readonly nats: number
  readonly natsMonitor: number
  readonly redis: number
}

export interface Layout {
  readonly root: string
  /** Everything a start keeps: data, secrets, logs, the lock. */
  readonly devFolder: string
  readonly portBase: number
  readonly ports: Ports
}

export const defaultPortBase = 15_400

export function portsFrom(base: number): Ports {
  return {
    api: base,
    apiMetrics: base + 1,
    workerMetrics: base + 2,
    quotesMetrics: base + 3,
    liveMetrics: base + 4,
    live: base + 5,
    practiceMetrics: base + 6,
    beacon: base + 24,
    beaconMetrics: base + 25,
    practiceOperatorMetrics: base + 26,
    console: base + 7,
    consoleMetrics: base + 8,
    consoleApi: base + 9,
    consoleAppMetrics: base + 20,
    exchangeMetrics: base + 10,
    settlementMetrics: base + 21,
    nats: base + 22,
    postgres: base + 32,
    redis: base + 79,
    natsMonitor: base + 82,
  }
}

export function readLayout(env: NodeJS.ProcessEnv = process.env): Layout {
  const text = env.FAIRLOT_PORT_BASE ?? String(defaultPortBase)
  const portBase = Number(text)
  // Above 32768 the kernel gives ports to outgoing connections, which could take one of ours.
  if (!Number.isInteger(portBase) || portBase < 1024 || portBase + 100 > 32_768) {
    throw new Error(`FAIRLOT_PORT_BASE is ${text}: give a whole number from 1024 to 32668`)
  }
  const devFolder = resolve(repositoryRoot, env.FAIRLOT_DEV_DIR ?? '.dev')
  return { root: repositoryRoot, devFolder, portBase, ports: portsFrom(portBase) }
}

export function inDev(layout: Layout, ...path: string[]): string {
  return join(layout.devFolder, ...path)
}
