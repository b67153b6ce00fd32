// One request to an API of ours: sent, timed, and read.

import type { Envelope, Refusal } from '@fairlot/contract'

const TIMEOUT_MS = 10_000

/** The server refused, with a code of the catalogue. */
export type Refused<Code extends string> = Omit<Refusal, 'data' | 'msg'> & {
  readonly ok: false
  readonly why: 'refused'
  readonly msg: Code
}

/** No reliable answer. After `timeout` the server may have done it: a retry with the same idempotency key is safe. */
export interface Unanswered {
  readonly ok: false
  readonly why: 'offline' | 'timeout' | 'unreadable' | 'aborted'
}

export type Failed<Code extends string> = Refused<Code> | Unanswered

export interface RequestOptions {
  readonly idempotencyKey?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** Continues while the page is closing. */
  readonly keepalive?: boolean | undefined
  /** Headers of the app's own, such as its session. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

interface Api {
  readonly headersOf: (type: string, options?: RequestOptions) => Headers
  /** `read` reads the answer within the same time limit. A file is sent as it is, anything else as JSON. */
  readonly post: <Read>(
    path: string,
    body: unknown,
    options: RequestOptions,
    read: (response: Response) => Promise<Read>,
  ) => Promise<Read | Unanswered>
}

const cookie = (name: string): string | undefined =>
  document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)

export const createApi = (base: string, xsrfCookie: string): Api => {
  const headersOf: Api['headersOf'] = (type, { idempotencyKey, headers: own } = {}) => {
    const headers = new Headers({ accept: 'application/json', 'content-type': type, ...own })
    const xsrf = cookie(xsrfCookie)
    if (xsrf !== undefined) headers.set('X-XSRF-TOKEN', decodeURIComponent(xsrf))
    if (idempotencyKey !== undefined) headers.set('Idempotency-Key', idempotencyKey)
    return headers
  }
  return {
    headersOf,
    post: async (path, body, options, read) => {
      const { signal, keepalive = false } = options
      const timeout = AbortSignal.timeout(TIMEOUT_MS)
      const isFile = body instanceof Blob
      let isAnswered = false
      try {
        const response = await fetch(`${base}${path}`, {
          method: 'POST',
          headers: headersOf(isFile ? body.type : 'application/json', options),
          body: isFile ? body : JSON.stringify(body),
          credentials: 'same-origin',
          keepalive,
          signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
        })
        isAnswered = true
        return await read(response)
      } catch {
        if (signal?.aborted) return { ok: false, why: 'aborted' }
        if (timeout.aborted) return { ok: false, why: 'timeout' }
        return { ok: false, why: isAnswered ? 'unreadable' : 'offline' }
      }
    },
  }
}

const isEnvelope = (value: unknown): value is Envelope<unknown> =>
  typeof value === 'object' &&
  value !== null &&
  'status' in value &&
  typeof value.status === 'number' &&
  'msg' in value &&
  typeof value.msg === 'string'

/** Throws when it is not an envelope, as JSON.parse does when it is not JSON. */
export const envelopeOf = (value: unknown): Envelope<unknown> => {
  if (!isEnvelope(value)) throw new SyntaxError('not an envelope')
  return value
}

export const readEnvelope = async (response: Response): Promise<Envelope<unknown>> =>
  envelopeOf(await response.json())

/** The server checks its own answers against the contract, so `Code` is believed. */
export const refusedBy = <Code extends string>({ data: _, ...refusal }: Refusal): Refused<Code> => ({
  ...(refusal as Omit<Refusal, 'data' | 'msg'> & { readonly msg: Code }),
  ok: false,
  why: 'refused',
})
