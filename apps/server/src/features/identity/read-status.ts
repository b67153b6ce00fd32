import { tiersOf } from '@fairlot/rules/identity'
import type { RuleProfile } from '@fairlot/rules/orders'
import { countAhead, readOpenReview } from '#features/operators'
import { type Db, inSnapshot, type Tx } from '#platform/db'
import { readIdentity, readViews } from './store.ts'

export interface StatusDeps {
  readonly db: Db
  readonly profile: RuleProfile
  /** Whether payouts to a bank account in the member's own name are possible. */
  hasOwnCard(tx: Tx, memberId: string): Promise<boolean>
}

export const readStatus = ({ db, profile, hasOwnCard }: StatusDeps, memberId: string) =>
  inSnapshot(db, async (tx) => {
    const row = await readIdentity(tx, memberId)
    const [views, hasCard, review] = await Promise.all([
      readViews(tx, memberId),
      hasOwnCard(tx, memberId),
      row?.state === 'under-review' ? readOpenReview(tx, 'identity', memberId) : undefined,
    ])
    const isRejected = row?.state === 'rejected'
    return {
      state: row?.state ?? ('unverified' as const),
      sent: row
        ? {
            document: row.document,
            name: row.nameMasked,
            number: row.numberMasked,
            at: row.sentAt.toISOString(),
          }
        : null,
      promisedAt: review?.promisedAt.toISOString() ?? null,
      ahead: review ? await countAhead(tx, 'identity', review.openedAt) : null,
      reason: isRejected ? row.reason : null,
      problems: isRejected ? [...row.problems] : [],
      note: isRejected ? row.note : null,
      verifiedAt: row?.state === 'verified' ? row.decidedAt!.toISOString() : null,
      tiers: tiersOf({ profile, isVerified: row?.state === 'verified', hasOwnCard: hasCard }).map((tier) => ({
        ...tier,
        allows: [...tier.allows],
        needs: [...tier.needs],
      })),
      views: views.map(({ at, ...view }) => ({ ...view, at: at.toISOString() })),
    }
  })
