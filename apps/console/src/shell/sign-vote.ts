// Every vote is signed by the operator's own key. The page hashes what it received and signs that hash: if the server
// shows one payload and means another, the signature executes nothing.

import type { ConsoleBodyOf, ConsoleDataOf } from '@fairlot/contract/console-routes'
import type { ReviewDecision } from '@fairlot/contract/operators'
import { voteStatement } from '@fairlot/rules/operators'
import { call, connectProposals, type Failed } from './client.ts'
import { toastFailure } from './messages.ts'
import { currentMe } from './session.ts'
import { deviceKeyOf, hex, sha256, signWithDevice, signWithPasskey } from './voting-key.ts'

type Signature = ConsoleBodyOf<'/operators/vote'>['signature']
type Detail = Pick<ConsoleDataOf<'/operators/review'>, 'review' | 'subject' | 'payloadText' | 'payloadHash'>
type Key = ConsoleDataOf<'/operators/votingKeys'>['keys'][number]

export interface VoteToSign {
  readonly decision: ReviewDecision
  readonly note: string
  /** For a rejection. */
  readonly reason?: string
  readonly problems?: readonly { readonly field: string; readonly problem: string }[]
  readonly revised?: Readonly<Record<string, string | number>>
  /** The documents that were opened before the vote. */
  readonly opened?: readonly string[]
}

export type Signed = { readonly ok: true; readonly signature: Signature } | Failed

const refused = (msg: 'operator.no-key' | 'operator.signature-refused' | 'review.changed'): Failed => ({
  ok: false,
  why: 'refused',
  status: 409,
  msg,
  requestId: '',
})

const signStatement = async (
  keys: readonly Key[],
  statement: string,
): Promise<Omit<Signature, 'at' | 'opened'> | Failed> => {
  const valid = keys.filter(({ state }) => state === 'valid')
  const passkeys = valid.flatMap(({ credentialId }) => credentialId ?? [])
  if (passkeys.length > 0) {
    const signed = await signWithPasskey(passkeys, statement)
    const key = valid.find(({ credentialId }) => credentialId === signed?.credentialId)
    if (signed === null || key === undefined) return refused('operator.signature-refused')
    const { credentialId: _, ...bytes } = signed
    return { keyId: key.keyId, ...bytes }
  }
  for (const { keyId } of valid) {
    const own = await deviceKeyOf(keyId)
    if (own !== undefined) return { keyId, ...(await signWithDevice(own, statement)) }
  }
  return refused('operator.no-key')
}

/** Signs a vote on exactly what `detail` contains. A passkey asks for its gesture; a device key signs at once. */
export const signVote = async (detail: Detail, vote: VoteToSign): Promise<Signed> => {
  const me = currentMe()
  const { review, subject, payloadText, payloadHash } = detail
  if (!me || hex(await sha256(new TextEncoder().encode(payloadText))) !== payloadHash)
    return refused('review.changed')
  const keys = await call('/operators/votingKeys', {}, { isForVote: true })
  if (!keys.ok) return keys
  const at = new Date().toISOString()
  const opened = [...(vote.opened ?? [])]
  const statement = voteStatement({
    reviewId: review.reviewId,
    kind: review.kind,
    memberId: review.member?.memberId ?? null,
    subject,
    payloadHash,
    revised: vote.revised ?? null,
    decision: vote.decision,
    reason: vote.reason ?? null,
    problems: vote.problems ?? [],
    note: vote.note,
    operatorId: me.operatorId,
    at,
    opened,
  })
  const signed = await signStatement(keys.data.keys, statement)
  return 'ok' in signed ? signed : { ok: true, signature: { ...signed, at, opened } }
}

/** Whether this device has a valid key. */
const hasKey = async (): Promise<true | Failed> => {
  const keys = await call('/operators/votingKeys', {})
  if (!keys.ok) return keys
  for (const { keyId, state, credentialId } of keys.data.keys) {
    if (state === 'valid' && (credentialId !== null || (await deviceKeyOf(keyId)) !== undefined)) return true
  }
  return refused('operator.no-key')
}

/** A proposal is the first vote. The server creates it; the page reads it back and signs it. */
export const signProposal = async (reviewId: string): Promise<true | Failed> => {
  const read = await call('/operators/review', { reviewId })
  if (!read.ok) return read
  const signed = await signVote(read.data, { decision: 'approve', note: read.data.reason })
  if (!signed.ok) return signed
  const kept = await call('/operators/signVote', { reviewId, signature: signed.signature })
  return kept.ok ? true : kept
}

export const connectSigning = (): void =>
  connectProposals({
    before: hasKey,
    async after(reviewId) {
      const done = await signProposal(reviewId)
      // The proposal exists, unsigned: the queue offers to sign it again.
      if (done !== true) await toastFailure(done)
    },
  })
