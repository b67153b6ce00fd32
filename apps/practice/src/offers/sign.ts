import { hash } from 'node:crypto'
import { noReason, voteStatement } from '@fairlot/rules/operators'
import type { VotingKey } from './key.ts'
import type { ProposalKind, Signed } from './store.ts'

export const sha256 = (text: string): string => hash('sha256', text, 'hex')

interface ToSign {
  readonly reviewId: string
  readonly kind: ProposalKind
  readonly subject: string
  readonly payload: string
}

/** The signature of an approval, as the worker verifies it. */
export const signerOf =
  (key: VotingKey, { operatorId, keyId }: { readonly operatorId: string; readonly keyId: string }) =>
  ({ reviewId, kind, subject, payload }: ToSign, note: string, at: Date): Signed => {
    const vote = { reviewId, kind, memberId: null, subject, payloadHash: sha256(payload), revised: null }
    const statement = { ...vote, ...noReason, decision: 'approve', note, operatorId, opened: [] } as const
    return { keyId, at, signature: key.sign(voteStatement({ ...statement, at: at.toISOString() })) }
  }
