// HTTP/2 with TLS in front of the api, as deploy/proxy has it: a browser measured without it waits for six files at a
// time, which no member's browser does.

import { readFileSync } from 'node:fs'
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { createSecureServer, type ServerHttp2Session } from 'node:http2'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Certificate } from './certificate.ts'

interface Options {
  readonly certificate: Certificate
  readonly port: number
  /** The api's port on this machine. */
  readonly to: number
}

/** Headers of one connection, and the pseudo headers of HTTP/2: neither is passed on. */
const isOwn = (name: string): boolean =>
  name.startsWith(':') || ['connection', 'keep-alive', 'transfer-encoding'].includes(name)

const passedOn = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !isOwn(name)))

export async function startHttp2Proxy({ certificate, port, to }: Options): Promise<() => Promise<void>> {
  const server = createSecureServer({
    allowHTTP1: true,
    cert: readFileSync(certificate.certFile),
    key: readFileSync(certificate.keyFile),
  })
  const sessions = new Set<ServerHttp2Session>()
  server.on('session', (session) => {
    sessions.add(session)
    session.once('close', () => sessions.delete(session))
  })
  server.on('request', (incoming, outgoing) => {
    const { method, url, headers } = incoming
    const host = headers[':authority'] ?? headers.host
    const upstream = request(
      { host: '127.0.0.1', port: to, method, path: url, headers: { ...passedOn(headers), host } },
      (answer) => {
        outgoing.writeHead(answer.statusCode!, passedOn(answer.headers))
        answer.pipe(outgoing)
      },
    )
    upstream.on('error', () => outgoing.destroy())
    incoming.pipe(upstream)
  })
  // A WebSocket comes over a connection of its own, by HTTP/1.1.
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    const upstream: Socket = connect(to, '127.0.0.1', () => {
      const lines = incoming.rawHeaders.flatMap((name, at, all) =>
        at % 2 === 0 ? [`${name}: ${all[at + 1]}`] : [],
      )
      upstream.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
      upstream.write(head)
      socket.pipe(upstream).pipe(socket)
    })
    upstream.on('error', () => socket.destroy())
    socket.on('error', () => upstream.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, resolve)
  })
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      for (const session of sessions) session.destroy()
    })
}
