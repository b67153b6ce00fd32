// The console's files, served by their own process. It reaches the API on an internal port; a compromised API cannot
// alter the page an operator votes on. This process has no secrets, and uses the database only for its heartbeat.

import { existsSync, readFileSync } from 'node:fs'
import { consoleBase } from '@fairlot/contract/console-routes'
import { withPasswordFile } from '@fairlot/process/database-address'
import { serveMetrics } from '@fairlot/process/metrics'
import { makeStopper, type Stopper } from '@fairlot/process/stop'
import fastify, { type FastifyInstance } from 'fastify'
import * as z from 'zod'
import { systemClock } from '#platform/clock'
import { WrongConfig } from '#platform/config'
import { openDb } from '#platform/db'
import { startHeartbeat } from '#platform/heartbeat'
import { addBuiltApp } from '#platform/http/built-app'
import { readPagePolicy, securityHeaders } from '#platform/http/headers'
import { openPassThrough } from '#platform/http/pass-through'
import { type Log, openLog } from '#platform/log'
import { makeMetrics } from '#platform/metrics'
import { version } from './version.ts'

const port = z.coerce.number().int().min(0).max(65_535)
const file = z.string().refine((path) => existsSync(path), { message: 'no such file' })
const schema = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  CONSOLE_ORIGIN: z.url(),
  CONSOLE_PORT: port.default(8090),
  CONSOLE_APP_DIR: file,
  CONSOLE_UPSTREAM: z.url({ protocol: /^http$/ }),
  DATABASE_URL: z.url(),
  DATABASE_PASSWORD_FILE: file.optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  METRICS_PORT: port.default(9100),
  TRUST_PROXY: z.string().default('no'),
  TLS_CERT_FILE: file.optional(),
  TLS_KEY_FILE: file.optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
})

export const consoleAppVariables: readonly string[] = Object.keys(schema.shape)

export interface RunningConsoleApp {
  readonly port: number
  readonly log: Log
  readonly stopper: Stopper
  stop(): Promise<void>
}

export async function startConsoleApp(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<RunningConsoleApp> {
  const config = readEnvironment(environment)
  const log = openLog({ role: 'console-app', level: config.LOG_LEVEL })
  const stopper = makeStopper(log)
  try {
    const metrics = makeMetrics('console-app')
    let isListening = false
    const metricsServer = await serveMetrics(metrics.registry, {
      host: config.METRICS_HOST,
      port: config.METRICS_PORT,
      unready: async () => (isListening ? undefined : 'ready.starting'),
    })
    stopper.add('metrics', () => metricsServer.close())
    // Only for the heartbeat: the files are served even without PostgreSQL.
    const db = openDb({
      url: withPasswordFile(config.DATABASE_URL, config.DATABASE_PASSWORD_FILE),
      poolSize: 2,
      applicationName: 'fairlot-console-app',
    })
    stopper.add('database', () => db.close())
    const stopHeartbeat = startHeartbeat({
      process: 'console-app',
      version,
      db,
      registry: metrics.registry,
      clock: systemClock,
      log,
    })
    stopper.add('heartbeat', stopHeartbeat)
    const app = await openApp(config, stopper)
    stopper.add('http', () => app.close())
    await app.listen({ host: config.HOST, port: config.CONSOLE_PORT })
    isListening = true
    const address = app.server.address()
    const listening = typeof address === 'object' && address ? address.port : config.CONSOLE_PORT
    log.info({ port: listening, origin: config.CONSOLE_ORIGIN }, 'console-app listens')
    return { port: listening, log, stopper, stop: () => stopper.stop() }
  } catch (error) {
    await stopper.stop()
    throw error
  }
}

type Environment = z.infer<typeof schema>

function readEnvironment(environment: Readonly<Record<string, string | undefined>>): Environment {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  throw new WrongConfig(
    parsed.error.issues.map((issue) => ({
      variable: String(issue.path[0]),
      problem: given[String(issue.path[0])] === undefined ? 'is not set' : issue.message,
    })),
  )
}

async function openApp(config: Environment, stopper: Stopper): Promise<FastifyInstance> {
  const { CONSOLE_APP_DIR: folder, CONSOLE_ORIGIN: origin, TLS_CERT_FILE: cert, TLS_KEY_FILE: key } = config
  const headers = securityHeaders(origin, readPagePolicy(folder), undefined)
  const upstream = openPassThrough(config.CONSOLE_UPSTREAM, headers.api)
  stopper.add('upstream', () => upstream.close())
  const app = fastify({
    ...(cert !== undefined && key !== undefined
      ? { https: { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') } }
      : {}),
    trustProxy:
      config.TRUST_PROXY === 'no' ? false : config.TRUST_PROXY.split(',').map((part) => part.trim()),
    requestTimeout: 15_000,
    forceCloseConnections: 'idle',
  }) as unknown as FastifyInstance
  app.addHook('onRequest', (request, reply, next) => {
    reply.headers(request.url.startsWith('/api/') ? headers.api : headers.page)
    next()
  })
  // Bodies are for the API: they are forwarded unread.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.get('/healthz', () => ({ ok: true }))
  app.post(`${consoleBase}/*`, (request, reply) => {
    reply.hijack()
    upstream.pass(request.raw, reply.raw, request.ip)
  })
  await addBuiltApp(app, folder)
  return app
}
