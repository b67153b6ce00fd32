// Passes the live feed's sockets on to the gateway, for installations without a proxy in front that could. Bytes only:
// what is said on the line is between the phone and the gateway.

import type { IncomingMessage, Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { LIVE_PATH } from '@fairlot/contract/market-data'

const connectLimitMs = 5_000

/** Answers how to close what is open: an upgraded socket no longer belongs to the HTTP server, which would wait for it. */
export function passLiveOn(server: Pick<Server, 'on'>, upstream: string): () => void {
  const { hostname, port } = new URL(upstream)
  const lines = new Set<Duplex>()

  server.on('upgrade', (request: IncomingMessage, phone: Duplex, head: Buffer) => {
    if (request.url?.split('?')[0] !== LIVE_PATH) {
      phone.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
      return
    }
    lines.add(phone)
    const gateway: Socket = connect({ host: hostname, port: Number(port || 80), noDelay: true })
    gateway.setTimeout(connectLimitMs, () => gateway.destroy())
    gateway.once('connect', () => {
      gateway.setTimeout(0)
      gateway.write(headOf(request))
      if (head.length > 0) gateway.write(head)
      gateway.pipe(phone)
      phone.pipe(gateway)
    })
    // Either end's end is the other's: a half-open line would look alive to the phone.
    gateway.once('error', () => gateway.destroy())
    gateway.once('close', () => phone.destroy())
    phone.once('error', () => phone.destroy())
    phone.once('close', () => {
      lines.delete(phone)
      gateway.destroy()
    })
  })

  return () => {
    for (const phone of lines) phone.destroy()
  }
}

/** The request as it came. Cookies are left out: the gateway must not be able to act for a browser. */
function headOf({ method, url, rawHeaders }: IncomingMessage): string {
  const lines = [`${method ?? 'GET'} ${url ?? ''} HTTP/1.1`]
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    if (rawHeaders[at]!.toLowerCase() !== 'cookie') lines.push(`${rawHeaders[at]!}: ${rawHeaders[at + 1]!}`)
  }
  return `${lines.join('\r\n')}\r\n\r\n`
}
