import type { ConsoleBodyOf } from '@fairlot/contract/console-routes'
import { openReview } from '#features/operators'
import type { Db } from '#platform/db'
import { newId } from '#platform/ids'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import type { JournalPayload } from './reviews.ts'
import { weighDraft } from './weigh-journal.ts'

export interface Proposing {
  readonly by: { readonly operatorId: string; readonly sessionId: string }
  readonly now: Date
  readonly requestId: string
}

/** Refuses what weighing does, `funds.journal-short`, words that are missing, and what a proposal may be. */
export async function proposeJournal(
  db: Db,
  { words, note, ...draft }: ConsoleBodyOf<'/funds/proposeJournal'>,
  { by, now, requestId }: Proposing,
): Promise<ConsoleOutcome<{ reviewId: string; number: string }>> {
  const said = { tw: words.tw.trim(), en: words.en.trim() }
  if (said.tw === '' || said.en === '') return refuse('funds.journal-lines', { field: 'words' })
  const weighed = await weighDraft(db, draft)
  if (!weighed.ok) return weighed
  const { memberId, lines, isShort } = weighed.data
  if (isShort) return refuse('funds.journal-short', { field: 'lines' })
  const payload: JournalPayload = {
    currency: draft.currency,
    memberId,
    lines: lines.map(({ account, amount }) => ({ account, amount: amount.toString() })),
    why: draft.why,
    words: said,
    original: draft.original,
  }
  const opened = await db.transaction((tx) =>
    openReview(tx, {
      kind: 'journal',
      memberId,
      subject: newId(now.getTime()),
      amount: lines.reduce((sum, { amount }) => (amount > 0n ? sum + amount : sum), 0n),
      currency: draft.currency,
      payload: { ...payload },
      reason: note.trim() === '' ? said.tw : note.trim(),
      by,
      now,
      requestId,
    }),
  )
  if (opened.ok) return done({ reviewId: opened.reviewId, number: opened.number })
  return refuse(opened.refusal === 'review.exists' ? 'funds.proposal-open' : opened.refusal)
}
