// The live role: the WebSocket gateway that sends prices and member events to clients. Scales by copies, one port each.

import { type Gateway, openGateway } from '#features/live'
import { openQuoteCache } from '#features/market-data'
import type { Config } from '#platform/config'
import { openParts, type Parts, type RoleOptions } from './parts.ts'

export interface RunningLive {
  readonly port: number
  readonly metricsPort: number
  readonly gateway: Gateway
  readonly parts: Parts
  stop(): Promise<void>
}

export async function startLive(config: Config, options: RoleOptions = {}): Promise<RunningLive> {
  const parts = await openParts('live', config, options)
  const { stopper, log, metricsPort } = parts
  try {
    const gateway = await openGateway({ ...parts, quotes: openQuoteCache(parts) })
    stopper.add('gateway', () => gateway.stop())
    parts.started()
    log.info({ port: gateway.port, metricsPort, origin: config.publicOrigin }, 'live listens')
    return { port: gateway.port, metricsPort, gateway, parts, stop: () => stopper.stop() }
  } catch (error) {
    await stopper.stop()
    throw error
  }
}
