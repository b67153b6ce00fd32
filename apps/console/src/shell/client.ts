// The only typed client of the console's API. It imports only types from the contract, so no schema reaches the
// browser.

import type {
  ConsoleBodyOf,
  ConsoleDataOf,
  ConsoleEnvelope,
  ConsolePath,
  ConsoleRefusal,
} from '@fairlot/contract/console-routes'
import { noteCall } from './activity.ts'
import { dropSession } from './session.ts'

const TIMEOUT_MS = 10_000
const BASE = '/api/console'

interface Done<Data> {
  readonly ok: true
  readonly data: Data
}

/** The server refused, with a code of the catalogue. */
export interface Refused extends Omit<ConsoleRefusal, 'data'> {
  readonly ok: false
  readonly why: 'refused'
}

/** No reliable answer. After `timeout` the server may have done it: a retry with the same idempotency key is safe. */
interface Unanswered {
  readonly ok: false
  readonly why: 'offline' | 'timeout' | 'unreadable' | 'aborted'
}

export type Failed = Refused | Unanswered
export type Answer<P extends ConsolePath> = Done<ConsoleDataOf<P>> | Failed

interface CallOptions {
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
  /** The page polls it: it is no sign of an active operator. */
  readonly quiet?: boolean
  /** Continues while the page is closing. */
  readonly keepalive?: boolean
  /** A step of a vote: if the session is over, the sign-in page says that the vote was not counted. */
  readonly isForVote?: boolean
}

const cookie = (name: string): string | undefined =>
  document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)

const headersOf = (key: string | undefined, type = 'application/json') => {
  const headers = new Headers({ accept: 'application/json', 'content-type': type })
  const xsrf = cookie('__Host-console-XSRF')
  if (xsrf !== undefined) headers.set('X-XSRF-TOKEN', decodeURIComponent(xsrf))
  if (key !== undefined) headers.set('Idempotency-Key', key)
  return headers
}

const isEnvelope = (value: unknown): value is ConsoleEnvelope<unknown> =>
  typeof value === 'object' &&
  value !== null &&
  'status' in value &&
  typeof value.status === 'number' &&
  'msg' in value &&
  typeof value.msg === 'string'

const post = async (
  path: ConsolePath,
  body: unknown,
  { idempotencyKey, signal, keepalive = false }: CallOptions,
): Promise<Response | Unanswered> => {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  try {
    return await fetch(`${BASE}${path}`, {
      method: 'POST',
      headers: headersOf(idempotencyKey, body instanceof Blob ? body.type : undefined),
      body: body instanceof Blob ? body : JSON.stringify(body),
      credentials: 'same-origin',
      keepalive,
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    })
  } catch {
    if (signal?.aborted) return { ok: false, why: 'aborted' }
    return { ok: false, why: timeout.aborted ? 'timeout' : 'offline' }
  }
}

const readEnvelope = async (response: Response): Promise<ConsoleEnvelope<unknown> | undefined> => {
  try {
    const value: unknown = await response.json()
    return isEnvelope(value) ? value : undefined
  } catch {
    // Truncated, or not our envelope.
    return undefined
  }
}

const refusedBy = ({ data: _, ...refusal }: ConsoleRefusal, isVote: boolean): Refused => {
  if (refusal.status === 401) dropSession(isVote ? 'vote' : 'ended')
  return { ok: false, why: 'refused', ...refusal }
}

interface Proposals {
  /** Whether this device can sign at all. */
  readonly before: () => Promise<true | Failed>
  readonly after: (reviewId: string) => Promise<void>
}
let proposals: Proposals | undefined

/** The signer of proposals. Injected, because signing itself calls the API. */
export const connectProposals = (next: Proposals): void => {
  proposals = next
}

const isProposal = (path: string): boolean => /\/propose[A-Z]\w*$/.test(path)

/** A proposal is the first vote, so it is signed as soon as the server has created it. */
export const call = async <P extends ConsolePath>(
  path: P,
  body: ConsoleBodyOf<P>,
  options: CallOptions = {},
): Promise<Answer<P>> => {
  if (proposals === undefined || !isProposal(path)) return send(path, body, options)
  const ready = await proposals.before()
  if (ready !== true) return ready
  const answer = await send(path, body, options)
  if (answer.ok && typeof answer.data === 'object' && answer.data !== null && 'reviewId' in answer.data) {
    await proposals.after(String(answer.data.reviewId))
  }
  return answer
}

/** Sends a picture as the whole body, for a route that accepts one. */
export const sendPicture = <P extends ConsolePath>(path: P, picture: Blob): Promise<Answer<P>> =>
  send(path, picture, {})

const send = async <P extends ConsolePath>(
  path: P,
  body: unknown,
  options: CallOptions,
): Promise<Answer<P>> => {
  const response = await post(path, body, options)
  if (!(response instanceof Response)) return response
  const envelope = await readEnvelope(response)
  if (envelope === undefined) return { ok: false, why: 'unreadable' }
  if (options.quiet !== true) noteCall()
  if (envelope.status === 1) return { ok: true, data: envelope.data as ConsoleDataOf<P> }
  return refusedBy(envelope, path === '/operators/vote' || options.isForVote === true)
}

/** A call whose success is a file instead of an envelope, such as a picture. */
export const openFile = async <P extends ConsolePath>(
  path: P,
  body: ConsoleBodyOf<P>,
): Promise<{ readonly ok: true; readonly file: Blob } | Failed> => {
  const response = await post(path, body, {})
  if (!(response instanceof Response)) return response
  noteCall()
  if (response.ok && !(response.headers.get('content-type') ?? '').startsWith('application/json'))
    return { ok: true, file: await response.blob() }
  const envelope = await readEnvelope(response)
  return envelope === undefined || envelope.status === 1
    ? { ok: false, why: 'unreadable' }
    : refusedBy(envelope, false)
}
