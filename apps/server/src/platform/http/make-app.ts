// Fastify with our limits: request ids, trusted proxies, answers to broken requests, and the bodies it can read.

import { imageBytes } from '@fairlot/contract'
import fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify'
import type { Config } from '../config.ts'
import { newId } from '../ids.ts'
import type { Log } from '../log.ts'
import { isRequestId } from '../request-scope.ts'
import { closeSocket } from './close-socket.ts'
import { refusalAnswer, send } from './envelope.ts'
import type { securityHeaders } from './headers.ts'

const bodyLimit = 64 * 1024

export type SetHeaders = (reply: FastifyReply, url: string) => void

export function makeApp(
  config: Config,
  log: Log,
  headers: ReturnType<typeof securityHeaders>,
  setHeaders: SetHeaders,
): FastifyInstance {
  // How often timed-out requests are searched.
  const connectionsCheckingInterval = Math.min(5_000, config.requestLimitMs)
  return fastify({
    ...(config.tls
      ? { https: { ...config.tls, connectionsCheckingInterval } }
      : { http: { connectionsCheckingInterval } }),
    loggerInstance: log,
    // `observe` writes one line per answer, with the route's pattern instead of the URL.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    trustProxy: typeof config.trustProxy === 'boolean' ? config.trustProxy : [...config.trustProxy],
    requestTimeout: config.requestLimitMs,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    // Our own answer while stopping has the envelope and the headers; fastify's does not.
    return503OnClosing: false,
    genReqId: (raw) => {
      const given = raw.headers['x-request-id']
      const mayTrust = config.trustProxy !== false
      return mayTrust && typeof given === 'string' && isRequestId(given) ? given : newId()
    },
    frameworkErrors: (_error, request, reply) => {
      setHeaders(reply, '/api/')
      send(reply, refusalAnswer('input.invalid', request.id))
    },
    clientErrorHandler(error, socket) {
      // A browser opens connections before it needs them. It would take this answer as the one to its next request.
      if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return void socket.destroy()
      const { body } = refusalAnswer('input.invalid', newId())
      const text = JSON.stringify(body)
      const lines = Object.entries({
        ...headers.api,
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(text),
        connection: 'close',
      }).map(([name, value]) => `${name}: ${value}`)
      closeSocket(socket, `HTTP/1.1 400 Bad Request\r\n${lines.join('\r\n')}\r\n\r\n${text}`)
    },
  }) as unknown as FastifyInstance
}

export function addParsers(app: FastifyInstance): void {
  app.removeContentTypeParser(['text/plain', 'application/json'])
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser(
    ['application/json', 'application/csp-report', 'application/reports+json'],
    { parseAs: 'string' },
    (request, text: string, done) => {
      // The one character that JSON can express and PostgreSQL cannot store: it would fail in the first statement that
      // uses it.
      if (text.includes('\\u0000'))
        done(Object.assign(new Error('the body contains a zero byte'), { statusCode: 400 }))
      else void parseJson(request, text, done)
    },
  )

  // Only routes that accept a picture pass the check of the content type before this runs.
  app.addContentTypeParser(
    /^image\//,
    { parseAs: 'buffer', bodyLimit: imageBytes },
    (_request, body: Buffer, done) => done(null, body),
  )
}
