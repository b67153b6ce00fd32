import type { ConsoleBodyOf } from '@fairlot/contract/console-routes'
import { balanceOf, member } from '@fairlot/ledger'
import { amountText } from '#features/fund-requests'
import { openProposal, type Proposed, type Proposing } from '#features/operators'
import type { Db } from '#platform/db'
import { refuse } from '#platform/outcome'
import { takenFromMember } from './reverse-deposit.ts'
import type { ReversalPayload } from './reviews.ts'
import { type BookedRow, readBooked } from './store.ts'

/** With a bank line the right amount is the line's; without one it must be less than was booked, or nothing. */
const isRight = ({ line, booked }: BookedRow, right: bigint | null): boolean =>
  line === null ? right === null || (right > 0n && right < booked) : right === line

/**
 * Refuses: `input.required`, `request.not-found`, `funds.reversal-state`, `funds.reversal-amount`,
 * `funds.reversal-short`, and the refusals of a proposal.
 */
export async function proposeReversal(
  db: Db,
  { depositId, right, texts, reason }: ConsoleBodyOf<'/deposits/proposeReversal'>,
  proposing: Proposing,
): Promise<Proposed> {
  const said = { tw: texts.tw.trim(), en: texts.en.trim() }
  if (said.tw === '' || said.en === '') return refuse('input.required', { field: 'texts' })
  if (reason.trim() === '') return refuse('input.required', { field: 'reason' })
  const row = await readBooked(db, depositId)
  if (!row) return refuse('request.not-found', { field: 'depositId' })
  if (row.isCorrected) return refuse('funds.reversal-state', { field: 'depositId' })
  const rightAmount = right === null ? null : BigInt(right)
  if (!isRight(row, rightAmount) || rightAmount === row.booked)
    return refuse('funds.reversal-amount', {
      field: 'right',
      params: { line: row.line === null ? '—' : amountText(row.line, row.currency) },
    })
  const available = await balanceOf(db, member(row.memberId).available(row.currency))
  const needed = takenFromMember(row, rightAmount)
  if (needed > available)
    return refuse('funds.reversal-short', {
      field: 'depositId',
      params: {
        available: amountText(available, row.currency),
        needed: amountText(needed, row.currency),
      },
    })
  const payload: ReversalPayload = {
    depositId,
    entryId: row.entryId,
    booked: row.booked.toString(),
    right,
    texts: said,
  }
  return openProposal(
    db,
    {
      kind: 'deposit-reversal',
      memberId: row.memberId,
      subject: depositId,
      amount: row.booked,
      currency: row.currency,
      payload: { ...payload },
      reason: reason.trim(),
    },
    proposing,
    'funds.proposal-open',
  )
}
