import { randomInt } from 'node:crypto'
import { authRules, isRecoveryKey } from '@fairlot/rules/auth'
import { dayMs, hourMs } from '@fairlot/rules/calendar'
import { checkStatement, invitationSigns, membersRules } from '@fairlot/rules/members'
import { recordAudit } from '#features/audit'
import type { Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { networkOf } from '#platform/rate-limits'
import { done, refuse, type Outcome } from '#platform/outcome'
import { isOpen } from '../challenges/is-open.ts'
import { lockChallenge } from '../challenges/store.ts'
import type { AuthDeps } from '../deps.ts'
import { sealedPlace } from './sealed-place.ts'
import { hashRecoveryCode } from '#platform/credentials/recovery-code'
import { countFromNetwork, insertRecoveryRequest, lockNetwork } from './store.ts'

export interface ReviewRequest {
  readonly recoveryId: string
  readonly contact: string
  readonly statement: string
  readonly key: string
}

/**
 * Refuses with auth.challenge-expired, auth.recovery-budget, input.required, input.text-length, input.invalid. The
 * request waits for two operators. The answer and the written rows are the same for an account that does not exist.
 * That is why the worker opens the review and not this call: its duration would reveal the difference.
 */
export async function requestRecoveryReview(
  { secrets }: AuthDeps,
  tx: Tx,
  { recoveryId, contact, statement, key }: ReviewRequest,
  { now, requestId, ip }: { readonly now: Date; readonly requestId: string; readonly ip: string },
): Promise<Outcome<{ reference: string }>> {
  if (contact.trim() === '') return refuse('input.required', { field: 'contact' })
  const wrong = checkStatement(statement)
  if (wrong) {
    const params = { min: membersRules.appealMin.default, max: membersRules.appealMax.default }
    return refuse(wrong, { field: 'statement', params, rule: membersRules.appealMin.id })
  }
  // As long as a recovery code, because there is no other protection against guessing.
  if (!isRecoveryKey(key)) return refuse('input.invalid', { field: 'key' })
  const challenge = await lockChallenge(tx, recoveryId)
  if (!isOpen(challenge, 'recovery', now)) return refuse('auth.challenge-expired')

  // Counted for every account alike, also for one that does not exist.
  const network = secrets.hmac('blind', `recovery-network|${networkOf(ip)}`).mac.toString('base64url')
  await lockNetwork(tx, network)
  if (
    (await countFromNetwork(tx, network, new Date(now.getTime() - budgetMs))) >=
    authRules.recoveryPerNetwork.default
  ) {
    return refuse('auth.recovery-budget', {
      params: { hours: budgetMs / hourMs },
      rule: authRules.recoveryPerNetwork.id,
    })
  }
  const id = newId(now.getTime())
  const reference = `RV-${newReference()}`
  const seal = (column: 'contact' | 'statement', text: string) =>
    secrets.seal(sealedPlace(column, id), text.trim())
  await insertRecoveryRequest(tx, {
    requestId: id,
    reference,
    memberId: challenge.memberId,
    sealedContact: seal('contact', contact),
    sealedStatement: seal('statement', statement),
    keyHash: hashRecoveryCode(key),
    createdAt: now,
    network,
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

const budgetMs = dayMs

/** Read over the telephone: uses the characters of invitation codes, which exclude 0 and 1. */
const newReference = (): string =>
  Array.from({ length: 10 }, () => invitationSigns[randomInt(invitationSigns.length)]).join('')
