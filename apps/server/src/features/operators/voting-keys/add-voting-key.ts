// A key to sign votes with. The console can only submit it: a founding operator's one-time code, or two colleagues who
// compare the fingerprint, activate it.

import type { VotingKeyKind } from '@fairlot/contract/operators'
import { recordAudit } from '#features/audit'
import { hashRecoveryCode } from '#platform/credentials/recovery-code'
import type { Db, Tx } from '#platform/db'
import type { OperatorCaller, RequestContext } from '#platform/handler'
import { newId } from '#platform/ids'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import { openReview } from '../reviews/open-review.ts'
import { readOpenReview } from '../reviews/store.ts'
import { foundVotingKey, insertVotingKey, readVotingKeys, type VotingKeyRow } from './store.ts'
import { fingerprintOf, readPublicKey } from './verify-signature.ts'

type SignedIn = RequestContext & { readonly caller: OperatorCaller }

export interface KeyToAdd {
  readonly kind: VotingKeyKind
  readonly publicKey: string
  readonly credentialId?: string | undefined
  readonly label: string
  readonly replaces: boolean
  readonly code?: string | undefined
}

export interface ShownKey {
  keyId: string
  kind: VotingKeyKind
  label: string
  credentialId: string | null
  fingerprint: string
  requestedAt: string
  state: 'waiting' | 'valid' | 'revoked'
}

/** Refuses with operator.key-refused, operator.key-code-refused, operator.key-open. */
export function addVotingKey(
  db: Db,
  asked: KeyToAdd,
  { caller, now, requestId }: SignedIn,
): Promise<ConsoleOutcome<{ key: ShownKey; number: string | null }>> {
  const { operatorId, login, name } = caller
  const publicKey = Buffer.from(asked.publicKey, 'base64url')
  return db.transaction(async (tx) => {
    const isWhole = (asked.kind === 'passkey') === (asked.credentialId !== undefined)
    if (!isWhole || !readPublicKey(asked.kind, publicKey)) return refuse('operator.key-refused')
    if (asked.code === undefined && (await readOpenReview(tx, 'operator-key', operatorId))) {
      return refuse('operator.key-open')
    }
    // Submitted before and not active yet: the answer was lost, the code was wrong, or the review failed.
    const before = (await readVotingKeys(tx, operatorId)).find(
      (one) => one.publicKey.equals(publicKey) && one.validFrom === null && one.revokedAt === null,
    )
    const key: VotingKeyRow = before ?? {
      keyId: newId(now.getTime()),
      operatorId,
      kind: asked.kind,
      publicKey,
      credentialId: asked.credentialId ?? null,
      label: asked.label.trim().slice(0, 40),
      requestedAt: now,
      validFrom: null,
      revokedAt: null,
    }
    if (!before && !(await insertVotingKey(tx, key))) return refuse('operator.key-refused')
    const fingerprint = fingerprintOf(publicKey)
    await recordAudit(tx, {
      action: 'operators.voting-key-handed-in',
      actor: `operator:${operatorId}`,
      subject: `operator:${operatorId}`,
      details: { keyId: key.keyId, kind: key.kind, fingerprint },
      requestId,
    })
    if (asked.code !== undefined) {
      const isFirst = await foundVotingKey(tx, key.keyId, operatorId, hashRecoveryCode(asked.code))
      if (!isFirst) return refuse('operator.key-code-refused', { field: 'code' })
      return done({ key: showKey({ ...key, validFrom: now }), number: null })
    }
    const opened = await openReview(tx, {
      kind: 'operator-key',
      memberId: null,
      subject: operatorId,
      payload: {
        operatorId,
        login,
        name,
        keyId: key.keyId,
        kind: key.kind,
        label: key.label,
        fingerprint,
        replaces: asked.replaces,
      },
      now,
      requestId,
    })
    if (!opened.ok) return refuse('operator.key-open')
    return done({ key: showKey(key), number: opened.number })
  })
}

export const listVotingKeys = async (tx: Tx, operatorId: string): Promise<{ keys: ShownKey[] }> => ({
  keys: (await readVotingKeys(tx, operatorId)).map(showKey),
})

const showKey = (key: VotingKeyRow): ShownKey => ({
  keyId: key.keyId,
  kind: key.kind,
  label: key.label,
  credentialId: key.credentialId,
  fingerprint: fingerprintOf(key.publicKey),
  requestedAt: key.requestedAt.toISOString(),
  state: key.revokedAt !== null ? 'revoked' : key.validFrom === null ? 'waiting' : 'valid',
})
