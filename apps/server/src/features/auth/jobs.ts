import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { Loop } from '#platform/loops'
import type { Secrets } from '#platform/secrets'
import { deleteOldChallenges } from './challenges/store.ts'
import { deleteOldTries } from './passwords/store.ts'
import { openRecoveryReviews, type OpenReview } from './recovery/open-reviews.ts'
import { deleteDecoyRequests, isUnreviewed } from './recovery/store.ts'
import { deleteOldSessions, prepareMonth } from './sessions/store.ts'

const day = 86_400_000

/** Creates partitions ahead and deletes expired rows. Nothing it deletes is still in use. */
export async function tidyAuth(db: Db, now: Date): Promise<number> {
  const ago = (days: number) => new Date(now.getTime() - days * day)
  for (let ahead = 0; ahead <= 3; ahead++) {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1))
    await prepareMonth(db, month.toISOString().slice(0, 10))
  }
  return (
    (await deleteOldChallenges(db, ago(1))) +
    (await deleteOldSessions(db, ago(90))) +
    (await deleteOldTries(db, ago(4))) +
    (await deleteDecoyRequests(db, ago(7)))
  )
}

export const authLoops = ({
  db,
  clock,
  secrets,
  openReview,
}: {
  readonly db: Db
  readonly clock: Clock
  readonly secrets: Secrets
  readonly openReview: OpenReview
}): readonly Loop[] => [
  {
    name: 'auth-recovery-reviews',
    everyMs: 1_000,
    work: { exists: isUnreviewed },
    run: () => openRecoveryReviews(db, openReview, secrets, clock.now()),
  },
  { name: 'auth-tidy', everyMs: 3_600_000, run: () => tidyAuth(db, clock.now()) },
]
