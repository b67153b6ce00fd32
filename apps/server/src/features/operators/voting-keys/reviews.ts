import { fingerprintText } from '@fairlot/rules/operators'
import * as z from 'zod/mini'
import { recordAudit } from '#features/audit'
import type { ReviewKindHandler } from '../reviews/review-kind.ts'
import { putInForce, readVotingKey, revokeVotingKeys } from './store.ts'
import { fingerprintOf } from './verify-signature.ts'

const payloadOf = z.object({
  operatorId: z.uuid(),
  login: z.string(),
  name: z.string(),
  keyId: z.uuid(),
  kind: z.enum(['passkey', 'device']),
  label: z.string(),
  fingerprint: z.string(),
  replaces: z.boolean(),
})

/** Two colleagues compare the fingerprint on the new key's own screen with the one they sign. */
export const operatorKeyKind: ReviewKindHandler = {
  kind: 'operator-key',

  describe(_tx, { payload }) {
    const key = payloadOf.parse(payload)
    return Promise.resolve({
      facts: [
        { code: 'operator.login', value: key.login },
        { code: 'operator.name', value: key.name },
        { code: `operator-key.${key.kind}`, value: key.label },
        { code: 'operator-key.fingerprint', value: fingerprintText(key.fingerprint) },
      ],
      effects: key.replaces
        ? ['operator-key.in-force', 'operator-key.others-revoked']
        : ['operator-key.in-force'],
    })
  },

  async execute(tx, review, { operators, requestId }) {
    const { operatorId, keyId, fingerprint, replaces } = payloadOf.parse(review.payload)
    const key = await readVotingKey(tx, keyId)
    if (key?.operatorId !== operatorId || review.subject !== operatorId) {
      throw new Error('the voting key belongs to another operator')
    }
    if (fingerprintOf(key.publicKey) !== fingerprint) {
      throw new Error('the voting key differs from the approved one')
    }
    if (key.validFrom !== null || key.revokedAt !== null) return 'decided-before'
    if (replaces) await revokeVotingKeys(tx, operatorId, keyId)
    await putInForce(tx, keyId)
    await recordAudit(tx, {
      action: 'operators.voting-key-added',
      actor: 'system',
      subject: `operator:${operatorId}`,
      details: { keyId, fingerprint, replaces, operators },
      requestId,
    })
    return 'passed'
  },

  onRejected: () => Promise.resolve(),
}
