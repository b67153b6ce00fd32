// A phone from the API's side: keeps cookies, sends token, account and the XSRF pair, and has its own address.

import { randomInt, randomUUID } from 'node:crypto'
import type { Envelope } from '../../../packages/contract/src/envelope.ts'

export interface Reply<Data = any> {
  readonly http: number
  readonly body: Envelope<Data> & {
    readonly data: Data
    readonly field?: string
    readonly params?: any
    readonly rule?: string
  }
  readonly headers: Headers
}

export interface CallOptions {
  readonly headers?: Readonly<Record<string, string | undefined>>
  /** Sent as Idempotency-Key; `true` generates one. */
  readonly key?: string | true
  /** Sent unchanged, instead of JSON. */
  readonly raw?: string | Uint8Array<ArrayBuffer>
}

export interface Session {
  token: string
  account: string
}

export class TestClient {
  readonly origin: string
  readonly base: string
  readonly cookies = new Map<string, string>()
  session: Session | undefined
  ip = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`

  constructor(base: string, origin: string) {
    this.base = base
    this.origin = origin
  }

  async call<Data = any>(path: string, body: unknown = {}, options: CallOptions = {}): Promise<Reply<Data>> {
    const response = await this.fetch(path, body, options)
    return {
      http: response.status,
      body: (await response.json()) as Reply<Data>['body'],
      headers: response.headers,
    }
  }

  /** The raw response, for routes without an envelope. */
  async fetch(path: string, body: unknown = {}, options: CallOptions = {}): Promise<Response> {
    const headers: Record<string, string | undefined> = {
      'content-type': 'application/json',
      origin: this.origin,
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': this.ip,
      'user-agent': 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
      cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') || undefined,
      token: this.session?.token,
      account: this.session?.account,
      'x-xsrf-token': this.cookies.get('__Host-XSRF-TOKEN'),
      'idempotency-key': options.key === true ? randomUUID() : options.key,
      ...options.headers,
    }
    const sent = Object.fromEntries(
      Object.entries(headers).filter(([, value]) => value !== undefined),
    ) as Record<string, string>
    const response = await fetch(`${this.base}/api/vue${path}`, {
      method: 'POST',
      headers: sent,
      body: options.raw ?? JSON.stringify(body),
    })
    this.keepCookies(response.headers)
    return response
  }

  keepCookies(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      const name = pair.slice(0, at)
      if (/max-age=0\b/i.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, pair.slice(at + 1))
    }
  }
}
