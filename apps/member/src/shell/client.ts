// The only typed client of the member API. It imports only types from the contract, so no schema reaches the phone.

import type {
  BodyOf,
  DataOf,
  Envelope,
  MessageCode,
  MessageParams,
  Path,
  RefusalStatus,
} from '@fairlot/contract'
import { putDraftsAside } from './drafts.ts'
import { expireSession } from './expiry.ts'
import { currentSession } from './session.ts'
import { shellTexts } from './texts/index.ts'
import { HELPER_MS, showToast, toastHelper, toastMessage } from './toasts.ts'

export const TIMEOUT_MS = 10_000
export const BASE = '/api/vue'

export interface Done<Data> {
  readonly ok: true
  readonly data: Data
  readonly msg: MessageCode | ''
}

/** The server refused, with a code of the catalogue. */
export interface Refused {
  readonly ok: false
  readonly why: 'refused'
  readonly status: RefusalStatus
  readonly msg: MessageCode
  readonly field?: string
  readonly params?: MessageParams
  readonly rule?: string
  readonly requestId?: string
}

/** No reliable answer. After `timeout` the server may have done it: a retry with the same idempotency key is safe. */
export interface Unanswered {
  readonly ok: false
  readonly why: 'offline' | 'timeout' | 'unreadable' | 'aborted'
}

export type Failed = Refused | Unanswered
export type Answer<P extends Path> = Done<DataOf<P>> | Failed

export interface CallOptions {
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
  /** No toast: the screen itself shows what happened. `unanswered`: a toast only for a refusal. */
  readonly quiet?: boolean | 'unanswered'
}

/**
 * A key for a call that must not happen twice. Create it when the form opens, keep it over retries of the same form.
 */
export const newIdempotencyKey = (): string => crypto.randomUUID()

const cookie = (name: string): string | undefined =>
  document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)

export const headersOf = (
  token: string | undefined,
  account: string | undefined,
  key: string | undefined,
  type = 'application/json',
): Headers => {
  const headers = new Headers({ accept: 'application/json', 'content-type': type })
  if (token !== undefined && account !== undefined) {
    headers.set('token', token)
    headers.set('account', account)
  }
  const xsrf = cookie('__Host-XSRF-TOKEN')
  if (xsrf !== undefined) headers.set('X-XSRF-TOKEN', decodeURIComponent(xsrf))
  if (key !== undefined) headers.set('Idempotency-Key', key)
  return headers
}

export const isEnvelope = (value: unknown): value is Envelope<unknown> =>
  typeof value === 'object' &&
  value !== null &&
  'status' in value &&
  typeof value.status === 'number' &&
  'msg' in value &&
  typeof value.msg === 'string'

const unanswered = (why: Unanswered['why'], quiet: boolean | 'unanswered'): Unanswered => {
  if (quiet === false && why !== 'aborted') {
    const { network } = shellTexts.now()
    showToast({ text: network[why].title, detail: network[why].text, tone: 'crit', ms: HELPER_MS })
  }
  return { ok: false, why }
}

export const call = async <P extends Path>(
  path: P,
  body: BodyOf<P>,
  { idempotencyKey, signal, quiet = false }: CallOptions = {},
): Promise<Answer<P>> => {
  const session = currentSession()
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  let envelope: unknown
  try {
    const response = await fetch(`${BASE}${path}`, {
      method: 'POST',
      headers: headersOf(session?.token, session?.account, idempotencyKey),
      body: JSON.stringify(body),
      credentials: 'same-origin',
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    })
    envelope = await response.json()
  } catch (error) {
    if (signal?.aborted) return unanswered('aborted', quiet)
    if (timeout.aborted) return unanswered('timeout', quiet)
    return unanswered(error instanceof SyntaxError ? 'unreadable' : 'offline', quiet)
  }
  if (!isEnvelope(envelope)) return unanswered('unreadable', quiet)
  if (envelope.status === 1) {
    // The server checks its own answers against the contract; a second check here would put zod on the phone.
    return { ok: true, data: envelope.data as DataOf<P>, msg: envelope.msg }
  }
  const { data: _, ...refusal } = envelope
  if (refusal.status === 401) {
    // Another tab can have signed in meanwhile: only the token that was sent has ended.
    if (session !== null && currentSession()?.token === session.token) {
      putDraftsAside()
      expireSession()
      if (refusal.msg) void toastMessage(refusal.msg, refusal.params)
    }
  } else if (quiet !== true) {
    if (refusal.msg) void toastMessage(refusal.msg, refusal.params)
    else toastHelper()
  }
  return { ok: false, why: 'refused', ...refusal }
}
