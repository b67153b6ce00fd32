// The HTTP layer with routes of its own, for tests of what every route shares. Sessions are simplified: the token is
// `tk1_<member>` and the bind cookie must be `bind-<member>`; the auth feature tests the real gate.

import type { TestDatabase } from '@fairlot/testkit'
import { systemClock } from '../../../apps/server/src/platform/clock.ts'
import type { Config } from '../../../apps/server/src/platform/config.ts'
import { type Db, openDb } from './open-db.ts'
import { type HttpServer, openHttp } from '../../../apps/server/src/platform/http.ts'
import type { BoundRoute } from '../../../apps/server/src/platform/http/routes.ts'
import { memberSurface } from '../../../apps/server/src/platform/http/surface.ts'
import { issueXsrf } from '../../../apps/server/src/platform/http/xsrf.ts'
import type { Log } from '../../../apps/server/src/platform/log.ts'
import { makeMetrics, type Metrics } from '../../../apps/server/src/platform/metrics.ts'
import { makeRateLimiter, type RateLimiter } from '../../../apps/server/src/platform/rate-limits.ts'
import { closeRedis, openRedis } from '../../../apps/server/src/platform/redis.ts'
import type { SessionGate } from '../../../apps/server/src/platform/session-gate.ts'
import { captureLog } from './captured-log.ts'
import { TestClient } from './test-client.ts'
import { testConfig, testOrigin } from './test-config.ts'

export interface PlatformHttp {
  readonly base: string
  readonly db: Db
  readonly config: Config
  readonly http: HttpServer
  readonly rateLimiter: RateLimiter
  readonly metrics: Metrics
  readonly mismatches: string[]
  readonly logLines: readonly string[]
  client(member?: string): TestClient
  stop(): Promise<void>
}

export interface PlatformHttpOptions {
  readonly environment?: Readonly<Record<string, string | undefined>>
  readonly bars?: () => readonly any[]
  readonly config?: Config
}

export async function startPlatformHttp(
  database: TestDatabase,
  makeRoutes: (db: Db, log: Log) => readonly BoundRoute[],
  options: PlatformHttpOptions = {},
): Promise<PlatformHttp> {
  const config = options.config ?? testConfig(database, options.environment)
  const { log, lines } = captureLog()
  const metrics = makeMetrics('test')
  const db = openDb({
    url: config.databaseUrl,
    poolSize: config.databasePool,
    applicationName: 'test',
  })
  const redis = openRedis(config, log)
  if (config.redisUrl && redis.status !== 'ready') {
    await Promise.race([
      new Promise((resolve) => redis.once('ready', resolve)),
      new Promise((resolve) => redis.once('error', resolve)),
    ])
  }
  const mismatches: string[] = []
  const gate: SessionGate = {
    async authenticate({ token, bind }) {
      const member = token.replace(/^tk1_/, '')
      if (bind !== `bind-${member}`) return { ok: false, msg: 'session.expired' }
      return {
        ok: true,
        caller: { memberId: member, account: member, sessionId: `session-${member}` },
        bars: options.bars?.() ?? [],
      }
    },
    async reportAccountMismatch(caller) {
      mismatches.push(caller.memberId)
    },
  }
  const rateLimiter = makeRateLimiter({ redis, metrics, factor: config.rateLimitFactor })
  const http = await openHttp({
    config,
    log,
    metrics,
    db,
    clock: systemClock,
    surface: memberSurface(config, gate, rateLimiter),
    routes: makeRoutes(db, log),
  })
  const base = `http://127.0.0.1:${await http.listen()}`
  let stopped: Promise<void> | undefined
  return {
    base,
    db,
    config,
    http,
    rateLimiter,
    metrics,
    mismatches,
    logLines: lines,
    client(member) {
      const client = new TestClient(base, testOrigin)
      if (member !== undefined) {
        client.session = { token: `tk1_${member}`, account: member }
        client.cookies.set('__Host-bind', `bind-${member}`)
        client.cookies.set('__Host-XSRF-TOKEN', issueXsrf(config.secrets, `session-${member}`))
      }
      return client
    },
    stop: () =>
      (stopped ??= (async () => {
        await http.close()
        await closeRedis(redis)
        await db.close()
      })()),
  }
}
