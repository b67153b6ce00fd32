// The HTTP layer: routes built from the contract's tables, the same envelope and headers on every answer.

import cookie from '@fastify/cookie'
import { imageBytes } from '@fairlot/contract'
import type { ConsoleRefusalCode } from '@fairlot/contract/catalogue/console'
import { traceRequest } from '@fairlot/process/traces'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Db } from './db.ts'
import type { RequestContext } from './handler.ts'
import { cookieHeader } from './http/cookies.ts'
import { checkContract } from './http/contract-check.ts'
import { addDocs } from './http/docs.ts'
import { type Answer, answerOf, refusalAnswer, send } from './http/envelope.ts'
import { mapError } from './http/errors.ts'
import { header } from './http/gatekeeping.ts'
import { headersFor, readPagePolicy, securityHeaders } from './http/headers.ts'
import { answerOnce, isKey } from './http/idempotency.ts'
import { passLiveOn } from './http/live-line.ts'
import { addBuiltApp } from './http/built-app.ts'
import { addParsers, makeApp, type SetHeaders } from './http/make-app.ts'
import { addPublicPictures, type PublicPictures } from './http/public-pictures.ts'
import type { AnyRoute, BoundRoute } from './http/routes.ts'
import type { Passed } from './http/gatekeeping.ts'
import type { ApiSurface } from './http/surface.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import { withOutside } from './outside.ts'
import { networkOf } from './rate-limits.ts'
import { withRequestId } from './request-scope.ts'

export interface HttpOptions {
  readonly config: Config
  readonly log: Log
  readonly metrics: Metrics
  readonly db: Db
  readonly clock: Clock
  /** Which API this is: its base path, gatekeeping, cookies and app. */
  readonly surface: ApiSurface
  readonly routes: readonly BoundRoute[]
  readonly pictures?: readonly PublicPictures[]
}

export interface HttpServer {
  readonly app: FastifyInstance
  /** Returns the port it listens on. */
  listen(): Promise<number>
  /** Stops accepting requests, lets running ones finish, then closes. */
  close(): Promise<void>
}

declare module 'fastify' {
  interface FastifyRequest {
    admitted: Passed | undefined
    startedAt: number
  }
}

export async function openHttp(options: HttpOptions): Promise<HttpServer> {
  const { config, log, metrics, surface } = options
  const headers = securityHeaders(surface.origin, readPagePolicy(surface.appDir), surface.reportPath)
  const setHeaders: SetHeaders = (reply, url) => {
    const [path = ''] = url.split('?')
    reply.headers(headersFor(headers, path))
  }
  let isStopping = false
  let inFlight = 0

  const app = makeApp(config, log, headers, setHeaders)
  app.setValidatorCompiler(validatorCompiler)
  // checkContract checks answers against their schemas; here they are only serialised.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  app.decorateRequest('admitted', undefined)
  app.decorateRequest('startedAt', 0)
  await app.register(cookie)
  addParsers(app)

  app.addHook('onRequest', (request, reply, next) => {
    request.startedAt = performance.now()
    metrics.httpInFlight.set(++inFlight)
    reply.raw.once('close', () => {
      metrics.httpInFlight.set(--inFlight)
      observe(request, reply, metrics, log)
    })
    setHeaders(reply, request.url)
    reply.header('x-request-id', request.id)
    if (isStopping || inFlight > config.maxInFlight) {
      metrics.httpShed.inc({ why: isStopping ? 'stopping' : 'overload' })
      reply.header('connection', 'close')
      send(reply, refusalAnswer('system.busy', request.id))
      return
    }
    // Everything after this, down to the database, knows the request id.
    withRequestId(request.id, next)
  })
  // A connection that was busy when the stop began would be kept alive after its answer, and the stop would wait for
  // it.
  app.addHook('onSend', (_request, reply, payload, next) => {
    if (isStopping) reply.header('connection', 'close')
    next(null, payload)
  })
  addRefusals(app, options)

  if (config.hasDocs) await addDocs(app, options.routes, surface)
  // Whether the process is alive. The metrics port reports whether it is ready.
  app.get('/healthz', async () => ({ status: 1, msg: '', data: { alive: true } }))
  addRoutes(app, options)
  for (const pictures of options.pictures ?? []) addPublicPictures(app, pictures)
  if (surface.appDir !== undefined) await addBuiltApp(app, surface.appDir)
  await app.ready()
  app.server.maxConnections = config.maxConnections
  const endLive =
    surface.liveUpstream === undefined
      ? undefined
      : passLiveOn(app.server, {
          upstream: surface.liveUpstream,
          perNetwork: config.live.perNetwork,
          trustProxy: config.trustProxy,
        })

  return {
    app,
    async listen() {
      await app.listen({ host: config.host, port: surface.port })
      const address = app.server.address()
      return typeof address === 'object' && address ? address.port : surface.port
    },
    async close() {
      isStopping = true
      endLive?.()
      await app.close()
    },
  }
}

/** The answers to requests that no route takes, and to those that fail. */
function addRefusals(app: FastifyInstance, { surface, log }: HttpOptions): void {
  // POSTs are rate limited with their route (gatekeeping). Everything else is a page, a file, a document or not found.
  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'POST' || request.url === '/healthz') return
    const seconds = await surface.rateLimiter.take('page', 'network', networkOf(request.ip))
    if (seconds === undefined) return
    reply.header('retry-after', seconds)
    return send(reply, refusalAnswer('request.too-frequent', request.id, { seconds }))
  })
  app.setNotFoundHandler((request, reply) => send(reply, refusalAnswer('request.not-found', request.id)))
  app.setErrorHandler((error, request, reply) => {
    const mapped = mapError(error)
    if (mapped.isFault) log.error({ err: error, route: request.routeOptions.url }, 'request failed')
    send(
      reply,
      refusalAnswer(mapped.msg, request.id, mapped.field === undefined ? {} : { field: mapped.field }),
    )
  })
}

function addRoutes(app: FastifyInstance, options: HttpOptions): void {
  const { clock, metrics, routes, surface } = options
  const { gatekeeping, rateLimiter } = surface

  for (const bound of routes) {
    const { route } = bound
    const takes = 'takes' in route ? route.takes : undefined
    const gives = 'gives' in route ? route.gives : undefined
    const url = surface.base + route.path
    const isReport = url === surface.reportPath
    app.post(url, {
      schema: { body: route.body },
      ...(takes === 'image' ? { bodyLimit: imageBytes } : {}),
      async onRequest(request, reply) {
        const context = {
          requestId: request.id,
          now: clock.now(),
          ip: request.ip,
          userAgent: userAgent(request),
        }
        // Browsers send policy reports by themselves, with their own content type and without a reliable origin.
        if (isReport) {
          const seconds = await rateLimiter.take(route.rateLimit, 'network', request.ip)
          return seconds === undefined ? undefined : refuse(reply, 'request.too-frequent', seconds)
        }
        const found = await gatekeeping.check(route, request, context)
        if (found && 'msg' in found) return refuse(reply, found.msg, found.seconds)
        if (found) request.admitted = found
        if (takes === 'image' ? !isImage(request) : !isJson(request)) {
          return refuse(reply, takes === 'image' ? 'upload.refused' : 'request.not-json')
        }
        return undefined
      },
      handler: (request, reply) =>
        traceRequest(`POST ${route.path}`, { 'http.route': url }, async () => {
          if (gives === 'file') return sendFile(request, reply, bound)
          const { answer, replayed } = await answerRoute(options, request, reply, bound)
          if (replayed) metrics.replays.inc({ route: route.path })
          if (answer.body.status !== 1) metrics.refusals.inc({ route: route.path, msg: answer.body.msg })
          return send(reply, answer)
        }),
    })
  }

  function refuse(reply: FastifyReply, msg: ConsoleRefusalCode, seconds?: number): FastifyReply {
    metrics.refusals.inc({ route: reply.request.routeOptions.url?.slice(surface.base.length) ?? '', msg })
    if (seconds !== undefined) reply.header('retry-after', seconds)
    return send(reply, refusalAnswer(msg, reply.request.id, seconds === undefined ? {} : { seconds }))
  }

  async function sendFile(request: FastifyRequest, reply: FastifyReply, { route, handle }: BoundRoute) {
    const context = contextOf(request, reply, route, options)
    const caller = request.admitted?.caller
    const outcome = await handle(request.body, caller === undefined ? context : { ...context, caller })
    if (!outcome.ok) return refuse(reply, outcome.msg)
    return giveFile(reply, outcome.data as GivenFile)
  }
}

async function answerRoute(
  options: HttpOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  { route, handle }: BoundRoute,
) {
  const { config, db } = options
  const context = contextOf(request, reply, route, options)
  const caller = request.admitted?.caller
  const withCaller = caller === undefined ? context : { ...context, caller }
  const finish = (outcome: Awaited<ReturnType<typeof handle>>): Answer => {
    if (config.mode !== 'production') checkContract(route, outcome)
    return answerOf(outcome, request.id)
  }
  if (route.idempotent !== true) {
    return { answer: finish(await handle(request.body, withCaller)), replayed: false }
  }
  const key = context.idempotencyKey
  if (!isKey(key)) return { answer: refusalAnswer('request.key-required', request.id), replayed: false }
  const claim = {
    caller: request.admitted?.who ?? 'public',
    route: route.path,
    key,
    body: request.body,
    requestId: request.id,
  }
  return withOutside((outside) =>
    answerOnce(db, config.secrets, claim, async (tx) =>
      finish(await handle(request.body, { ...withCaller, tx, outside })),
    ),
  )
}

function contextOf(
  request: FastifyRequest,
  reply: FastifyReply,
  route: AnyRoute,
  { clock, config, surface: { cookies } }: HttpOptions,
): RequestContext {
  const key = header(request, 'idempotency-key')
  const now = clock.now()
  return {
    requestId: request.id,
    now,
    bankNow: config.bankClock === 'request' ? bankTime(request, now) : now,
    ip: request.ip,
    userAgent: userAgent(request),
    deviceCookie: request.cookies[cookies.device] ?? '',
    idempotencyKey: key === '' ? undefined : key,
    contentType: header(request, 'content-type').trim(),
    setCookie(name, value, maxAgeSeconds) {
      if (route.idempotent === true) throw new Error('a remembered answer cannot repeat its cookies')
      reply.header('set-cookie', cookieHeader(cookies, name, value, maxAgeSeconds))
      // Signing out: clear the cached answers of the member too. Not "cookies", which would also forget that this
      // browser is known, nor "storage", which has the language.
      if (name === 'bind' && value === null) reply.header('clear-site-data', '"cache"')
    },
  }
}

/** Tests check bank hours at any time of day; production has no such setting (config.ts). */
function bankTime(request: FastifyRequest, now: Date): Date {
  const at = new Date(header(request, 'x-bank-time'))
  return Number.isNaN(at.getTime()) ? now : at
}

const userAgent = (request: FastifyRequest): string => header(request, 'user-agent').slice(0, 300)

export interface GivenFile {
  readonly type: string
  readonly name: string
  readonly bytes: Buffer
}

/** For download, never shown as a page: the API's policy (sandbox, no sniffing, not stored) applies. */
const giveFile = (reply: FastifyReply, { type, name, bytes }: GivenFile): FastifyReply =>
  reply
    .header('content-type', type)
    .header('content-disposition', `attachment; filename="${name.replace(/[^a-z0-9.-]/g, '')}"`)
    .send(bytes)

const isImage = (request: FastifyRequest): boolean =>
  /^image\/[a-z0-9.+-]+$/i.test(header(request, 'content-type').trim())

const isJson = (request: FastifyRequest): boolean =>
  /^application\/json(\s*;|$)/i.test(header(request, 'content-type').trim())

function observe(request: FastifyRequest, reply: FastifyReply, metrics: Metrics, log: Log): void {
  // The pattern, never the URL: the caller makes the URL, so it could be anything.
  const route = request.routeOptions.url ?? 'none'
  const ms = performance.now() - request.startedAt
  const status = reply.raw.writableFinished ? reply.statusCode : 499
  metrics.httpRequests.inc({ route, status })
  metrics.httpSeconds.observe({ route }, ms / 1_000)
  log.info(
    { requestId: request.id, method: request.method, route, status, ms: Math.round(ms * 10) / 10 },
    'request',
  )
}
