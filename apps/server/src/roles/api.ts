// The api role: every feature's routes behind one HTTP server. Scales by copies; holds nothing in memory that a second
// copy would need.

import { openPasswordHasher, openSessionGate } from '#features/auth'
import { readNewsPicture } from '#features/news'
import { readLogo } from '#features/site'
import { startCountingAnswers } from '#features/status'
import type { Config } from '#platform/config'
import { openHttp } from '#platform/http'
import { memberSurface } from '#platform/http/surface'
import { makeRateLimiter } from '#platform/rate-limits'
import { watchRedis } from '#platform/metrics'
import { closeRedis, openRedis } from '#platform/redis'
import { memberFeatures } from '../features/member-features.ts'
import { featureDeps } from './feature-deps.ts'
import { openRuntime, type Runtime, type RoleOptions } from './runtime.ts'

export interface RunningApi {
  readonly port: number
  readonly metricsPort: number
  readonly runtime: Runtime
  stop(): Promise<void>
}

export async function startApi(config: Config, options: RoleOptions = {}): Promise<RunningApi> {
  const runtime = await openRuntime('api', config, options)
  const { log, metrics, db, clock, stopper } = runtime
  try {
    const redis = openRedis(config, log)
    stopper.add('redis', () => closeRedis(redis))
    watchRedis(metrics, redis)
    const rateLimiter = makeRateLimiter({ redis, metrics, factor: config.rateLimitFactor })
    const hasher = await openPasswordHasher(config)
    const forMembers = { ...featureDeps(runtime), hasher }
    const http = await openHttp({
      config,
      log,
      metrics,
      db,
      clock,
      surface: memberSurface(config, openSessionGate(db), rateLimiter),
      routes: memberFeatures.flatMap((feature) => feature.member?.(forMembers) ?? []),
      pictures: [
        { base: '/api/site/logo', read: (name) => readLogo(db, name) },
        { base: '/api/news/picture', read: (name) => readNewsPicture(db, name, clock.now()) },
      ],
    })
    stopper.add('service levels', startCountingAnswers(db, metrics.registry))
    stopper.add('http', () => http.close())
    const port = await http.listen()
    runtime.started()
    log.info({ port, metricsPort: runtime.metricsPort, origin: config.publicOrigin }, 'api listens')
    return { port, metricsPort: runtime.metricsPort, runtime, stop: () => stopper.stop() }
  } catch (error) {
    await stopper.stop()
    throw error
  }
}
