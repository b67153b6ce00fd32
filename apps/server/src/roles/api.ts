// The api role: every feature's routes behind one HTTP server. Scales by copies; holds nothing in memory that a second
// copy would need.

import { openPasswordHasher, openSessionGate } from '#features/auth'
import { readLogo } from '#features/site'
import type { Config } from '#platform/config'
import { openHttp } from '#platform/http'
import { memberSurface } from '#platform/http/surface'
import { keepPace } from '#platform/pace'
import { closeRedis, openRedis } from '#platform/redis'
import { memberFeatures } from '../features/member-features.ts'
import { featureParts } from './feature-parts.ts'
import { openParts, type Parts, type RoleOptions } from './parts.ts'

export interface RunningApi {
  readonly port: number
  readonly metricsPort: number
  readonly parts: Parts
  stop(): Promise<void>
}

export async function startApi(config: Config, options: RoleOptions = {}): Promise<RunningApi> {
  const parts = await openParts('api', config, options)
  const { log, metrics, db, clock, stopper } = parts
  try {
    const redis = openRedis(config.redisUrl, log)
    stopper.add('redis', () => closeRedis(redis))
    const pace = keepPace({ redis, metrics, factor: config.paceFactor })
    const hasher = await openPasswordHasher(config.secrets)
    const forMembers = { ...featureParts(parts), hasher }
    const http = await openHttp({
      config,
      log,
      metrics,
      db,
      clock,
      surface: memberSurface(config, openSessionGate(db), pace),
      routes: memberFeatures.flatMap((feature) => feature.member?.(forMembers) ?? []),
      pictures: { base: '/api/site/logo', read: (name) => readLogo(db, name) },
    })
    stopper.add('http', () => http.close())
    const port = await http.listen()
    parts.started()
    log.info({ port, metricsPort: parts.metricsPort, origin: config.publicOrigin }, 'api listens')
    return { port, metricsPort: parts.metricsPort, parts, stop: () => stopper.stop() }
  } catch (error) {
    await stopper.stop()
    throw error
  }
}
