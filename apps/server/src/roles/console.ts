// The console role: the operators' own process, with its own port, host name, cookies and database role. It reads,
// opens reviews and votes; the worker executes what two operators have decided.

import { openPasswordHasher } from '#features/auth'
import { hasherOptions, openOperatorGate } from '#features/operators'
import { watchSystem } from '#features/status'
import { type Config, WrongConfig } from '#platform/config'
import { openHttp } from '#platform/http'
import { consoleSurface } from '#platform/http/console-surface'
import { makeRateLimiter } from '#platform/rate-limits'
import { watchRedis } from '#platform/metrics'
import { closeRedis, openRedis } from '#platform/redis'
import { allFeatures } from '../features/all-features.ts'
import { featureDeps } from './feature-deps.ts'
import { openRuntime, type Runtime, type RoleOptions } from './runtime.ts'
import { reviewKinds } from './review-kinds.ts'

export interface RunningConsole {
  readonly port: number
  readonly metricsPort: number
  readonly runtime: Runtime
  stop(): Promise<void>
}

export async function startConsole(config: Config, options: RoleOptions = {}): Promise<RunningConsole> {
  if (!config.console) throw new WrongConfig([{ variable: 'CONSOLE_ORIGIN', problem: 'is not set' }])
  const runtime = await openRuntime('console', config, options)
  const { log, metrics, db, clock, stopper } = runtime
  try {
    const redis = openRedis(config, log)
    stopper.add('redis', () => closeRedis(redis))
    watchRedis(metrics, redis)
    watchSystem(metrics.registry, db)
    const forConsole = {
      ...featureDeps(runtime),
      hasher: await openPasswordHasher(config, hasherOptions),
      kinds: reviewKinds(runtime),
      personal: allFeatures.flatMap((feature) => feature.personal?.(config.secrets) ?? []),
    }
    const http = await openHttp({
      config,
      log,
      metrics,
      db,
      clock,
      surface: consoleSurface({
        console: config.console,
        secrets: config.secrets,
        gate: openOperatorGate(db),
        rateLimiter: makeRateLimiter({ redis, metrics, factor: config.rateLimitFactor }),
      }),
      routes: allFeatures.flatMap((feature) => feature.console?.(forConsole) ?? []),
    })
    stopper.add('http', () => http.close())
    const port = await http.listen()
    runtime.started()
    log.info({ port, metricsPort: runtime.metricsPort, origin: config.console.origin }, 'console listens')
    return { port, metricsPort: runtime.metricsPort, runtime, stop: () => stopper.stop() }
  } catch (error) {
    await stopper.stop()
    throw error
  }
}
