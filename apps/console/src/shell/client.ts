// The only typed client of the console's API. It imports only types from the contract, so no schema reaches the
// browser.

import {
  createApi,
  readEnvelope,
  refusedBy,
  type Refused as RefusedWith,
  type RequestOptions,
  type Unanswered,
} from '@fairlot/app-shell/api'
import type { Refusal } from '@fairlot/contract'
import type { ConsoleRefusalCode } from '@fairlot/contract/catalogue/console'
import type { ConsoleBodyOf, ConsoleDataOf, ConsolePath } from '@fairlot/contract/console-routes'
import { noteCall } from './activity.ts'
import { dropSession } from './session.ts'

const api = createApi('/api/console', '__Host-console-XSRF')

interface Done<Data> {
  readonly ok: true
  readonly data: Data
}

export type Refused = RefusedWith<ConsoleRefusalCode>
export type Failed = Refused | Unanswered
export type Answer<P extends ConsolePath> = Done<ConsoleDataOf<P>> | Failed

interface CallOptions extends Omit<RequestOptions, 'headers'> {
  /** The page polls it: it is no sign of an active operator. */
  readonly quiet?: boolean
  /** A step of a vote: if the session is over, the sign-in page says that the vote was not counted. */
  readonly isForVote?: boolean
}

const refused = (envelope: Refusal, isVote = false): Refused => {
  if (envelope.status === 401) dropSession(isVote ? 'vote' : 'ended')
  return refusedBy(envelope)
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

const isProposal = (path: string): boolean => /\/propose([A-Z]\w*)?$/.test(path)

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
  const envelope = await api.post(path, body, options, readEnvelope)
  if ('why' in envelope) return envelope
  if (options.quiet !== true) noteCall()
  if (envelope.status === 1) return { ok: true, data: envelope.data as ConsoleDataOf<P> }
  return refused(envelope, path === '/operators/vote' || options.isForVote === true)
}

/** A call whose success is a file instead of an envelope, such as a picture. The name is empty if the server gave none. */
export const openFile = async <P extends ConsolePath>(
  path: P,
  body: ConsoleBodyOf<P>,
): Promise<{ readonly ok: true; readonly file: Blob; readonly name: string } | Failed> => {
  const answer = await api.post(path, body, {}, async (response) => {
    const isFile = !(response.headers.get('content-type') ?? '').startsWith('application/json')
    if (!response.ok || !isFile) return readEnvelope(response)
    const [, name = ''] = /filename="([^"]*)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
    return { file: await response.blob(), name }
  })
  if ('why' in answer) return answer
  noteCall()
  if ('file' in answer) return { ok: true, ...answer }
  return answer.status === 1 ? { ok: false, why: 'unreadable' } : refused(answer)
}
