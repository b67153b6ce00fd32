import { randomUUID } from 'node:crypto'
import type { Tx } from '#platform/db'
import { insertChallenge, type ChallengeFacts, type ChallengeKind } from './store.ts'

export interface ChallengeToBegin {
  readonly kind: ChallengeKind
  readonly memberId: string | null
  readonly account: string
  readonly deviceId: string
  readonly facts: ChallengeFacts
  readonly lifeMs: number
  readonly now: Date
}

/** Knowing the id is enough to continue, so it is fully random and reveals no time. */
export async function beginChallenge(
  tx: Tx,
  { lifeMs, now, ...wanted }: ChallengeToBegin,
): Promise<{ challengeId: string; expiresAt: string }> {
  const challengeId = randomUUID()
  const expiresAt = new Date(now.getTime() + lifeMs)
  await insertChallenge(tx, { challengeId, ...wanted, expiresAt, now })
  return { challengeId, expiresAt: expiresAt.toISOString() }
}
