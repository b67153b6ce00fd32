import { journalAccounts, journalReasons } from '@fairlot/contract/funds'
import type { Subjects } from '@fairlot/contract/venue'
import { post } from '@fairlot/ledger'
import { journalProblemOf, type JournalLine } from '@fairlot/rules/funds'
import * as z from 'zod/mini'
import { recordAudit } from '#features/audit'
import { recordOutcomes } from '#features/members'
import type { Bus } from '#platform/bus'
import type { Tx } from '#platform/db'
import { reconcile } from '../reconciling/reconcile.ts'
import { journalEntry } from './postings.ts'
import { insertJournal } from './store.ts'

export const journalPayload = z.strictObject({
  currency: z.string(),
  memberId: z.nullable(z.uuid()),
  lines: z.array(z.strictObject({ account: z.enum(journalAccounts), amount: z.string() })),
  why: z.enum(journalReasons),
  texts: z.strictObject({ tw: z.string(), en: z.string() }),
  original: z.nullable(z.uuid()),
})
export type JournalPayload = z.infer<typeof journalPayload>

export interface JournalDeps {
  readonly bus: Bus
  readonly subjects: Subjects
}

/**
 * Posts what two operators have approved, notifies the member, and reconciles in the same transaction: if the books
 * match, payouts resume. If the ledger refuses, nothing is written: the money may have been spent since the proposal.
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
  const { journalId, reviewId, currency, memberId, lines, why, texts, original, now, requestId } = journal
  const problem = journalProblemOf({ currency, hasMember: memberId !== null, why, lines })
  if (problem !== undefined) throw new Error(`correction ${journalId}: ${problem}`)
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
    texts,
    currency,
    original,
    lines: posting.lines.map(({ account, amount }) => ({ account, amount: amount.toString() })),
    entryId,
    at: now,
  })
  const own = lines.find(({ account }) => account === 'member.available')
  await recordOutcomes(
    tx,
    deps,
    {
      action: 'funds.corrected',
      actor: 'system',
      subject: `journal:${journalId}`,
      now: { state: 'posted' },
      details: { reviewId, why, entryId, ...(memberId === null ? {} : { memberId }) },
      requestId,
      at: now,
    },
    memberId === null
      ? []
      : [
          {
            memberId,
            event: { kind: 'funds.corrected', id: journalId },
            notice: {
              code: 'funds.corrected',
              params: { amount: own!.amount.toString(), currency, why: texts.tw, whyEn: texts.en },
            },
          },
        ],
  )
  await reconcile(tx, now)
  return 'passed'
}
