// The ledger entry of a correction. Pure: facts in, balanced entry out. Its account names cover only a few accounts,
// and the ledger applies its usual refusals.

import { type Entry, entry } from '@fairlot/ledger'
import { codeOfJournalAccount, type JournalLine } from '@fairlot/rules/funds'

export interface Correction {
  readonly journalId: string
  readonly currency: string
  readonly memberId: string | null
  readonly lines: readonly JournalLine[]
  readonly now: Date
}

export function journalEntry({ journalId, currency, memberId, lines, now }: Correction): Entry {
  const building = entry({
    event: 'journal.posted',
    reference: journalId,
    key: `journal ${journalId}`,
    postedAt: now,
  })
  for (const { account, amount } of lines)
    building.line({ account: codeOfJournalAccount(account, currency, memberId), amount })
  return building.done()
}
