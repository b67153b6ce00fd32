// Forwards the live feed's sockets to the gateway, for installations without a proxy that could. It forwards bytes only
// and does not read the messages. The number of sockets per network is limited.

import type { IncomingMessage, Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { FEED_FULL, LIVE_PATH } from '@fairlot/contract/live/socket'
import { WebSocketServer } from 'ws'
import { networkOf } from '../rate-limits.ts'
import { clientAddress, type TrustProxy } from './client-address.ts'
import { closeSocket } from './close-socket.ts'

const connectLimitMs = 5_000

export interface LiveLineOptions {
  readonly upstream: string
  /** Concurrent sockets per network. */
  readonly perNetwork: number
  readonly trustProxy: TrustProxy
}

/**
 * Returns a function that closes the open sockets: an upgraded socket no longer belongs to the HTTP server, which would
 * wait for it.
 */
export function passLiveOn(server: Pick<Server, 'on'>, options: LiveLineOptions): () => void {
  const { hostname, port } = new URL(options.upstream)
  const lines = new Set<Duplex>()
  const held = new Map<string, number>()
  const refusing = new WebSocketServer({ noServer: true, clientTracking: false })

  server.on('upgrade', (request: IncomingMessage, client: Duplex, head: Buffer) => {
    if (request.url?.split('?')[0] !== LIVE_PATH) {
      closeSocket(client, 'HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
      return
    }
    const network = networkOf(clientAddress(request, options.trustProxy))
    const count = held.get(network) ?? 0
    lines.add(client)
    client.once('close', () => lines.delete(client))
    client.once('error', () => client.destroy())
    if (count >= options.perNetwork) {
      refuse(request, client, head)
      return
    }
    held.set(network, count + 1)
    client.once('close', () => {
      const left = held.get(network)! - 1
      if (left === 0) held.delete(network)
      else held.set(network, left)
    })
    passOn(request, client, head)
  })

  /** Refuses by a close code and not by an HTTP answer, which a browser does not show to the app. */
  function refuse(request: IncomingMessage, client: Duplex, head: Buffer): void {
    const cut = setTimeout(() => client.destroy(), connectLimitMs)
    client.once('close', () => clearTimeout(cut))
    refusing.handleUpgrade(request, client, head, (socket) => {
      socket.on('error', () => undefined)
      socket.close(FEED_FULL, 'too many sockets of this network')
    })
  }

  function passOn(request: IncomingMessage, client: Duplex, head: Buffer): void {
    const gateway: Socket = connect({ host: hostname, port: Number(port || 80), noDelay: true })
    gateway.setTimeout(connectLimitMs, () => gateway.destroy())
    gateway.once('connect', () => {
      gateway.setTimeout(0)
      gateway.write(headOf(request))
      if (head.length > 0) gateway.write(head)
      gateway.pipe(client)
      client.pipe(gateway)
    })
    // When either end closes, close the other: a half-open connection would look alive to the client.
    gateway.once('error', () => gateway.destroy())
    gateway.once('close', () => client.destroy())
    client.once('close', () => gateway.destroy())
  }

  return () => {
    for (const client of lines) client.destroy()
  }
}

/** The original request without cookies: the gateway must not be able to act for a browser. */
function headOf({ method, url, rawHeaders }: IncomingMessage): string {
  const lines = [`${method ?? 'GET'} ${url ?? ''} HTTP/1.1`]
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    if (rawHeaders[at]!.toLowerCase() !== 'cookie') lines.push(`${rawHeaders[at]!}: ${rawHeaders[at + 1]!}`)
  }
  return `${lines.join('\r\n')}\r\n\r\n`
}
