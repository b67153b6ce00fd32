import type { ConsoleBodyOf } from '@fairlot/contract/console-routes'
import { openProposal, type Proposed, type Proposing } from '#features/operators'
import type { Db } from '#platform/db'
import { newId } from '#platform/ids'
import { refuse } from '#platform/outcome'
import type { JournalPayload } from './post-journal.ts'
import { weighDraft } from './weigh-journal.ts'

/** Refuses what weighing does, `funds.journal-short`, missing texts, and the refusals of a proposal. */
export async function proposeJournal(
  db: Db,
  { texts, note, ...draft }: ConsoleBodyOf<'/funds/proposeJournal'>,
  proposing: Proposing,
): Promise<Proposed> {
  const said = { tw: texts.tw.trim(), en: texts.en.trim() }
  if (said.tw === '' || said.en === '') return refuse('funds.journal-lines', { field: 'texts' })
  const weighed = await weighDraft(db, draft)
  if (!weighed.ok) return weighed
  const { memberId, lines, isShort } = weighed.data
  if (isShort) return refuse('funds.journal-short', { field: 'lines' })
  const payload: JournalPayload = {
    currency: draft.currency,
    memberId,
    lines: lines.map(({ account, amount }) => ({ account, amount: amount.toString() })),
    why: draft.why,
    texts: said,
    original: draft.original,
  }
  return openProposal(
    db,
    {
      kind: 'journal',
      memberId,
      subject: newId(proposing.now.getTime()),
      amount: lines.reduce((sum, { amount }) => (amount > 0n ? sum + amount : sum), 0n),
      currency: draft.currency,
      payload: { ...payload },
      reason: note.trim() === '' ? said.tw : note.trim(),
    },
    proposing,
    'funds.proposal-open',
  )
}
