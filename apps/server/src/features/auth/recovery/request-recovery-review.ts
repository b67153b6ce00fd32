import { randomInt } from 'node:crypto'
import { checkStatement, invitationSigns, membersRules } from '@fairlot/rules/members'
import { recordAudit } from '#features/audit'
import type { Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { done, refuse, type Outcome } from '#platform/outcome'
import { isOpen } from '../challenges/is-open.ts'
import { lockChallenge } from '../challenges/store.ts'
import type { AuthDeps } from '../deps.ts'
import { insertRecoveryRequest } from './store.ts'

export interface ReviewRequest {
  readonly recoveryId: string
  readonly contact: string
  readonly statement: string
}

/**
 * Refuses with auth.challenge-expired, input.required, input.text-length. The request waits for two operators; the
 * answer and what is written are the same for an account that does not exist.
 */
export async function requestRecoveryReview(
  { secrets }: AuthDeps,
  tx: Tx,
  { recoveryId, contact, statement }: ReviewRequest,
  { now, requestId }: { readonly now: Date; readonly requestId: string },
): Promise<Outcome<{ reference: string }>> {
  if (contact.trim() === '') return refuse('input.required', { field: 'contact' })
  const wrong = checkStatement(statement)
  if (wrong) {
    const params = { min: membersRules.appealMin.default, max: membersRules.appealMax.default }
    return refuse(wrong, { field: 'statement', params, rule: membersRules.appealMin.id })
  }
  const challenge = await lockChallenge(tx, recoveryId)
  if (!isOpen(challenge, 'recovery', now)) return refuse('auth.challenge-expired')

  const id = newId(now.getTime())
  const reference = `RV-${newReference()}`
  const seal = (column: string, text: string) =>
    secrets.seal(`app.recovery_requests|${column}|${id}`, text.trim())
  await insertRecoveryRequest(tx, {
    requestId: id,
    reference,
    memberId: challenge.memberId,
    sealedContact: seal('contact', contact),
    sealedStatement: seal('statement', statement),
    createdAt: now,
  })
  await recordAudit(tx, {
    action: 'auth.recovery-review-requested',
    actor: 'anonymous',
    subject: `recovery-request:${id}`,
    details: { memberId: challenge.memberId },
    requestId,
  })
  return done({ reference }, 'done.recovery-requested')
}

/** Read over the telephone: the signs of invitation codes, which leave 0 and 1 out. */
const newReference = (): string =>
  Array.from({ length: 10 }, () => invitationSigns[randomInt(invitationSigns.length)]).join('')
