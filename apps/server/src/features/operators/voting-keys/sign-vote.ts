import type { ReviewKind, VoteSignature } from '@fairlot/contract/operators'
import { noReason, type VoteFacts, voteStatement } from '@fairlot/rules/operators'
import { recordAudit } from '#features/audit'
import type { Tx } from '#platform/db'
import type { OperatorCaller, RequestContext } from '#platform/handler'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import type { OperatorsDeps } from '../deps.ts'
import { insertSignature, readUnsignedVote, readVotingKey } from './store.ts'
import { isSignedBy } from './verify-signature.ts'

type SignedIn = RequestContext & { readonly caller: OperatorCaller }

/** The tolerated clock error of the operator's machine. */
const clockOffMs = 15 * 60_000

/** Whether the signature is from an active key of this operator, over exactly this vote. */
export async function isGoodSignature(
  tx: Tx,
  vote: Omit<VoteFacts, 'at' | 'opened'>,
  signed: VoteSignature,
  { origin, now }: { readonly origin: string; readonly now: Date },
): Promise<boolean> {
  const key = await readVotingKey(tx, signed.keyId)
  if (!key || key.operatorId !== vote.operatorId || key.validFrom === null || key.revokedAt !== null)
    return false
  const at = new Date(signed.at)
  if (Math.abs(at.getTime() - now.getTime()) > clockOffMs) return false
  const statement = voteStatement({ ...vote, at: at.toISOString(), opened: signed.opened })
  return isSignedBy(key, statement, signed, origin)
}

/** The proposal was the first vote; this is its signature. Refuses with review.not-found, operator.signature-refused. */
export function signVote(
  { db, relyingParty }: Pick<OperatorsDeps, 'db' | 'relyingParty'>,
  { reviewId, signature }: { readonly reviewId: string; readonly signature: VoteSignature },
  { caller, now, requestId }: SignedIn,
): Promise<ConsoleOutcome<null>> {
  const { operatorId } = caller
  return db.transaction(async (tx) => {
    const vote = await readUnsignedVote(tx, reviewId, operatorId)
    if (!vote) return refuse('review.not-found')
    const facts = {
      ...vote,
      kind: vote.kind as ReviewKind,
      operatorId,
      decision: 'approve',
      revised: null,
      ...noReason,
    } as const
    const origin = relyingParty.origins[0] ?? ''
    if (!(await isGoodSignature(tx, facts, signature, { origin, now }))) {
      return refuse('operator.signature-refused')
    }
    await insertSignature(tx, { ...signature, reviewId, operatorId, decision: 'approve', revised: null })
    await recordAudit(tx, {
      action: 'operators.vote-signed',
      actor: `operator:${operatorId}`,
      subject: `review:${reviewId}`,
      details: { keyId: signature.keyId },
      requestId,
    })
    return done(null)
  })
}
