// The live role: the WebSocket gateway that sends prices and member events to clients. Scales by copies, one port each.

import { type Gateway, openGateway } from '#features/live'
import { openQuoteCache } from '#features/market-data'
import type { Config } from '#platform/config'
import { openRuntime, type Runtime, type RoleOptions } from './runtime.ts'

export interface RunningLive {
  readonly port: number
  readonly metricsPort: number
  readonly gateway: Gateway
  readonly runtime: Runtime
  stop(): Promise<void>
}

export async function startLive(config: Config, options: RoleOptions = {}): Promise<RunningLive> {
  const runtime = await openRuntime('live', config, options)
  const { stopper, log, metricsPort } = runtime
  try {
    const gateway = await openGateway({ ...runtime, quotes: openQuoteCache(runtime) })
    stopper.add('gateway', () => gateway.stop())
    runtime.started()
    log.info({ port: gateway.port, metricsPort, origin: config.publicOrigin }, 'live listens')
    return { port: gateway.port, metricsPort, gateway, runtime, stop: () => stopper.stop() }
  } catch (error) {
    await stopper.stop()
    throw error
  }
}
