// Forwards a call to the API behind it and returns the answer. The answer is data and never a page: only a few headers
// and types pass, under the API's own policy, so that a compromised API cannot put a script on this origin.

import {
  Agent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'
import { newId } from '../ids.ts'
import { refusalAnswer } from './envelope.ts'

export interface PassThrough {
  pass(from: IncomingMessage, to: ServerResponse, ip: string): void
  close(): void
}

/** The headers of an answer that reach the browser; all others are dropped. */
const keptHeaders = [
  'content-type',
  'content-length',
  'content-disposition',
  'set-cookie',
  'retry-after',
  'x-request-id',
  'clear-site-data',
] as const
/** No HTML, no script, no SVG: nothing a browser would run. */
const dataTypes = /^(application\/(json|octet-stream|pdf)|text\/(csv|plain)|image\/(webp|png|jpeg))\s*(;|$)/i
const limitMs = 20_000

export function openPassThrough(upstream: string, headers: Readonly<Record<string, string>>): PassThrough {
  const { hostname, port } = new URL(upstream)
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const refuse = (to: ServerResponse): void => {
    if (to.headersSent) {
      to.destroy()
      return
    }
    const { status, body } = refusalAnswer('system.busy', newId())
    to.writeHead(status, { ...headers, 'content-type': 'application/json; charset=utf-8' })
    to.end(JSON.stringify(body))
  }
  return {
    pass(from, to, ip) {
      const asked = request(
        {
          hostname,
          port: Number(port || 80),
          method: from.method,
          path: from.url,
          headers: forwarded(from.headers, ip),
          agent,
          timeout: limitMs,
        },
        (answer) => {
          if (!dataTypes.test(answer.headers['content-type'] ?? '')) {
            answer.resume()
            refuse(to)
            return
          }
          const kept = keptHeaders.flatMap((name) => {
            const value = answer.headers[name]
            return value === undefined ? [] : [[name, value] as const]
          })
          to.writeHead(answer.statusCode ?? 502, { ...Object.fromEntries(kept), ...headers })
          answer.once('error', () => to.destroy())
          answer.pipe(to)
        },
      )
      asked.once('timeout', () => asked.destroy(new Error('the console API did not answer in time')))
      asked.once('error', () => refuse(to))
      to.once('close', () => asked.destroy())
      from.pipe(asked)
    },
    close: () => agent.destroy(),
  }
}

/** The original headers without those of this hop. The API trusts this address only from this process. */
function forwarded(headers: IncomingHttpHeaders, ip: string): IncomingHttpHeaders {
  const { connection: _, 'transfer-encoding': __, upgrade: ___, ...kept } = headers
  return { ...kept, 'x-forwarded-for': ip }
}
