import type { ReviewKind } from '@fairlot/contract/operators'
import { recordAudit } from '#features/audit'
import { writesDurably } from '#platform/crash-points'
import type { Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { insertReview } from './store.ts'

export interface ReviewToOpen {
  readonly kind: ReviewKind
  readonly memberId: string | null
  /** The id of the feature's own row: at most one open review of a kind may concern it. */
  readonly subject: string
  readonly amount?: bigint | null
  readonly currency?: string | null
  /** The complete decision: an approval covers exactly this. Amounts as text, because JSON has no bigint. */
  readonly payload: Readonly<Record<string, unknown>>
  readonly flags?: readonly string[]
  readonly reason?: string
  /** Opened by a rule, not by a person. `memberId` is the member it concerns. */
  readonly isSystem?: boolean
  readonly evidence?: readonly { readonly label: string; readonly value: string }[]
  /** Set where an operator proposes it: the proposal is the first approval. */
  readonly by?: { readonly operatorId: string; readonly sessionId: string }
  readonly now: Date
  readonly requestId: string
}

export type OpenedReview =
  | {
      readonly ok: true
      readonly reviewId: string
      readonly number: string
      readonly promisedAt: Date
      readonly expiresAt: Date
    }
  | { readonly ok: false; readonly refusal: 'review.not-allowed' | 'review.own-account' | 'review.exists' }

/** Runs in the transaction of the request: a request without its review, or the reverse, is impossible. */
export async function openReview(tx: Tx, asked: ReviewToOpen): Promise<OpenedReview> {
  const reviewId = newId(asked.now.getTime())
  const row = await insertReview(tx, {
    reviewId,
    kind: asked.kind,
    memberId: asked.memberId,
    subject: asked.subject,
    amount: asked.amount ?? null,
    currency: asked.currency ?? null,
    payload: asked.payload,
    flags: asked.flags ?? [],
    operatorId: asked.by?.operatorId ?? null,
    sessionId: asked.by?.sessionId ?? null,
    reason: asked.reason ?? '',
    evidence: asked.evidence ?? [],
    now: asked.now,
  })
  if (row.refusal !== null) return { ok: false, refusal: row.refusal }
  writesDurably(tx, 'review.open')
  await recordAudit(tx, {
    action: 'operators.review-opened',
    actor: asked.by
      ? `operator:${asked.by.operatorId}`
      : asked.memberId === null || asked.isSystem === true
        ? 'system'
        : `member:${asked.memberId}`,
    subject: `review:${reviewId}`,
    details: { number: row.number, kind: asked.kind, of: asked.subject },
    requestId: asked.requestId,
  })
  return {
    ok: true,
    reviewId,
    number: row.number,
    promisedAt: row.promisedAt,
    expiresAt: row.expiresAt,
  }
}
