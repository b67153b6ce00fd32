import type { PersonalField } from '@fairlot/contract/operators'
import { isTooShort } from '@fairlot/rules/operators'
import { recordAudit } from '#features/audit'
import type { Db, Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import type { ByOperator } from '../by-operator.ts'
import { openForReview } from '../reviews/open-for-review.ts'
import { insertView, isRelated, readAccount } from './store.ts'

/** How the feature that stores a field reads it in the clear; undefined where the member has none. */
export interface PersonalReader {
  readonly field: PersonalField
  /** `reviewId` is the review it is opened from, null from the member's page. */
  read(tx: Tx, memberId: string, reviewId: string | null): Promise<string | undefined>
}

export const accountReader: PersonalReader = { field: 'account', read: readAccount }

export interface Opening {
  readonly memberId: string
  readonly field: PersonalField
  readonly purpose: string
  /** Opened for this review: recorded once, and valid until the review is decided. */
  readonly reviewId?: string | undefined
  /** `field:<name>` unless it is a file. */
  readonly document?: string
}

/**
 * Refuses with personal.purpose-required, review.own-account, personal.not-found, review.not-found. No value is
 * returned without its row.
 */
export function openPersonal(
  { db, personal }: { readonly db: Db; readonly personal: readonly PersonalReader[] },
  opening: Opening,
  context: ByOperator,
): Promise<ConsoleOutcome<{ value: string }>> {
  return openWritten(db, opening, context, async (tx) => {
    const reader = personal.find(({ field }) => field === opening.field)
    const value = await reader?.read(tx, opening.memberId, opening.reviewId ?? null)
    return value === undefined ? undefined : { value }
  })
}

/**
 * For everything that is opened for a purpose, not only text: records who reads what and why in the same transaction.
 */
export function openWritten<Data>(
  db: Db,
  { memberId, field, purpose, reviewId, document = `field:${field}` }: Opening,
  { caller, now, requestId }: ByOperator,
  read: (tx: Tx) => Promise<Data | undefined>,
): Promise<ConsoleOutcome<Data>> {
  return db.transaction(async (tx) => {
    const why = purpose.trim()
    if (isTooShort(why)) return refuse('personal.purpose-required', { field: 'purpose' })
    if (await isRelated(tx, caller.operatorId, memberId)) return refuse('review.own-account')
    const data = await read(tx)
    if (data === undefined) return refuse('personal.not-found')
    if (reviewId !== undefined) {
      const opened = await openForReview(tx, { reviewId, memberId, document }, caller, now)
      if (opened === 'none') return refuse('review.not-found')
      if (opened === 'again') return done(data)
    }
    const { operatorId, name } = caller
    await insertView(tx, { viewId: newId(), memberId, operatorId, operator: name, field, purpose: why, now })
    await recordAudit(tx, {
      action: 'operators.personal-opened',
      actor: `operator:${operatorId}`,
      subject: `member:${memberId}`,
      details: { field, purpose: why, ...(reviewId === undefined ? {} : { reviewId }) },
      requestId,
    })
    return done(data)
  })
}
