import type { Subjects } from '@fairlot/contract/venue'
import { post } from '@fairlot/ledger'
import { faultOfJournal, type JournalLine } from '@fairlot/rules/funds'
import { recordAudit } from '#features/audit'
import { recordOwnEvent } from '#features/members'
import { sendNotice } from '#features/notices'
import type { Bus } from '#platform/bus'
import type { Tx } from '#platform/db'
import { lookAtBooks } from '../reconciling/look-at-books.ts'
import { journalEntry } from './postings.ts'
import type { JournalPayload } from './reviews.ts'
import { insertJournal } from './store.ts'

export interface JournalDeps {
  readonly bus: Bus
  readonly subjects: Subjects
}

/**
 * Posts what two have approved, tells the member, and looks at the books again in the same transaction: when they match,
 * payouts go on. What the ledger refuses is not written: the money may have been spent since it was proposed.
 */
export async function postJournal(
  tx: Tx,
  deps: JournalDeps,
  journal: Omit<JournalPayload, 'lines'> & {
    readonly lines: readonly JournalLine[]
    readonly journalId: string
    readonly reviewId: string
    readonly now: Date
    readonly requestId: string
  },
): Promise<'passed' | 'refused-by-ledger'> {
  const { journalId, reviewId, currency, memberId, lines, why, words, original, now, requestId } = journal
  const fault = faultOfJournal({ currency, hasMember: memberId !== null, lines })
  if (fault !== undefined) throw new Error(`correction ${journalId}: ${fault}`)
  const posting = journalEntry({ journalId, currency, memberId, lines, now })
  const posted = await post(tx, posting)
  if (!posted.ok) {
    await recordAudit(tx, {
      action: 'funds.correction-refused',
      actor: 'system',
      subject: `journal:${journalId}`,
      details: { reviewId, why: posted.reason },
      requestId,
    })
    return 'refused-by-ledger'
  }
  const { entryId } = posted
  await insertJournal(tx, {
    id: journalId,
    reviewId,
    memberId,
    why,
    words,
    currency,
    original,
    lines: posting.lines.map(({ account, amount }) => ({ account, amount: amount.toString() })),
    entryId,
    at: now,
  })
  await recordAudit(tx, {
    action: 'funds.corrected',
    actor: 'system',
    subject: `journal:${journalId}`,
    details: { reviewId, why, entryId, ...(memberId === null ? {} : { memberId }) },
    requestId,
  })
  if (memberId !== null) {
    const own = lines.find(({ account }) => account === 'member.available')!
    await sendNotice(tx, {
      memberId,
      code: 'funds.corrected',
      params: { amount: own.amount.toString(), currency, why: words.tw, whyEn: words.en },
      at: now,
    })
    await recordOwnEvent(tx, deps, {
      memberId,
      kind: 'funds.corrected',
      data: { id: journalId, state: 'posted' },
      at: now,
    })
  }
  await lookAtBooks(tx, now)
  return 'passed'
}
