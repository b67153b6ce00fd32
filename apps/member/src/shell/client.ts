// The only typed client of the member API. It imports only types from the contract, so no schema reaches the phone.

import {
  createApi,
  readEnvelope,
  refusedBy,
  type Refused as RefusedWith,
  type Unanswered,
} from '@fairlot/app-shell/api'
import type { BodyOf, DataOf, MessageCode, Path } from '@fairlot/contract'
import { putDraftsAside } from './drafts.ts'
import { expireSession } from './expiry.ts'
import { currentSession, endsSession, type Session } from './session.ts'
import { shellTexts } from './texts/index.ts'
import { HELPER_MS, showToast, toastHelper, toastMessage } from './toasts.ts'

export const BASE = '/api/vue'
const api = createApi(BASE, '__Host-XSRF-TOKEN')

export interface Done<Data> {
  readonly ok: true
  readonly data: Data
  readonly msg: MessageCode | ''
}

export type Refused = RefusedWith<MessageCode>
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

/** For a request that is not sent by fetch. */
export const headersOf = (session: Session | null, type: string): Headers =>
  api.headersOf(type, { headers: sessionHeaders(session) })

const sessionHeaders = (session: Session | null) =>
  session === null ? {} : { token: session.token, account: session.account }

/** Every further call would be refused; a new sign-in shows the reason and the appeal. */
const blocks: ReadonlySet<MessageCode> = new Set(['restriction.login-banned', 'restriction.disabled'])

const unanswered = (failed: Unanswered, quiet: boolean | 'unanswered'): Unanswered => {
  const { why } = failed
  if (quiet === false && why !== 'aborted') {
    const { network } = shellTexts.now()
    showToast({ text: network[why].title, detail: network[why].text, tone: 'crit', ms: HELPER_MS })
  }
  return failed
}

export const call = async <P extends Path>(
  path: P,
  body: BodyOf<P>,
  { idempotencyKey, signal, quiet = false }: CallOptions = {},
): Promise<Answer<P>> => {
  const session = currentSession()
  const options = { idempotencyKey, signal, headers: sessionHeaders(session) }
  const envelope = await api.post(path, body, options, readEnvelope)
  if ('why' in envelope) return unanswered(envelope, quiet)
  if (envelope.status === 1) {
    // The server checks its own answers against the contract; a second check here would put every schema on the phone.
    return { ok: true, data: envelope.data as DataOf<P>, msg: envelope.msg }
  }
  const refusal: Refused = refusedBy(envelope)
  if (refusal.status === 401 || (session !== null && blocks.has(refusal.msg))) {
    if (session !== null && endsSession(session.token)) {
      putDraftsAside()
      expireSession()
      if (refusal.msg) void toastMessage(refusal.msg, refusal.params)
    }
  } else if (quiet !== true) {
    if (refusal.msg) void toastMessage(refusal.msg, refusal.params)
    else toastHelper()
  }
  return refusal
}
