import { post, reverse } from '@fairlot/ledger'
import { recordAudit } from '#features/audit'
import { recordOutcome } from '#features/members'
import type { Tx } from '#platform/db'
import type { DecidingDeps } from '../deps.ts'
import { keptFee, rebookedEntry } from '../postings.ts'
import { lockDeposit } from '../store.ts'
import { beginBoth, type BookedRow, insertCorrection, readBooked, undoBoth } from './store.ts'

export interface Reversal {
  readonly depositId: string
  readonly entryId: string
  readonly right: bigint | null
  readonly texts: { readonly tw: string; readonly en: string }
  readonly reviewId: string
  readonly now: Date
}

/** The member's loss: what was booked to them, less what is booked instead. */
export function takenFromMember(
  { booked, fee }: Pick<BookedRow, 'booked' | 'fee'>,
  right: bigint | null,
): bigint {
  const net = (amount: bigint): bigint => amount - keptFee(amount, fee)
  return net(booked) - (right === null ? 0n : net(right))
}

/**
 * Books the right amount, then reverses the booked entry exactly, the bank side included. In this order, so that a
 * member who has spent part of the right amount is not refused. If more was spent, the ledger refuses and nothing is
 * written.
 */
export async function reverseDeposit(
  tx: Tx,
  deps: Pick<DecidingDeps, 'bus' | 'subjects'>,
  { depositId, entryId, right, texts, reviewId, now }: Reversal,
): Promise<'passed' | 'cancelled' | 'refused-by-ledger'> {
  await lockDeposit(tx, depositId)
  const row = await readBooked(tx, depositId)
  if (!row || row.isCorrected || row.entryId !== entryId) return 'cancelled'
  await beginBoth(tx)
  const rebooked = right === null ? undefined : await post(tx, rebookedEntry({ ...row, booked: right, now }))
  if (rebooked && !rebooked.ok)
    throw new Error(`deposit ${depositId}: the ledger refused the correct amount (${rebooked.reason})`)
  const reversed = await reverse(tx, {
    entryId,
    event: 'deposit.reversed',
    reference: depositId,
    key: `deposit-reversed ${depositId}`,
    postedAt: now,
  })
  if (!reversed.ok) {
    await undoBoth(tx)
    await recordAudit(tx, {
      action: 'deposits.reversal-refused',
      actor: 'system',
      subject: `deposit:${depositId}`,
      details: { reviewId, why: reversed.reason },
      requestId: reviewId,
    })
    return 'refused-by-ledger'
  }
  await insertCorrection(tx, {
    depositId,
    reviewId,
    reversed: row.booked,
    reversalEntry: reversed.entryId,
    booked: right,
    bookingEntry: rebooked?.entryId ?? null,
    texts,
    at: now,
  })
  await recordOutcome(tx, deps, {
    memberId: row.memberId,
    action: 'deposits.reversed',
    actor: 'system',
    subject: `deposit:${depositId}`,
    now: { state: 'posted' },
    details: {
      reviewId,
      reversed: row.booked.toString(),
      entryId: reversed.entryId,
      ...(right === null ? {} : { booked: right.toString() }),
    },
    event: { kind: 'funds.corrected', id: depositId },
    notice: {
      code: 'funds.corrected',
      params: {
        amount: (-takenFromMember(row, right)).toString(),
        currency: row.currency,
        why: texts.tw,
        whyEn: texts.en,
      },
    },
    requestId: reviewId,
    at: now,
  })
  return 'passed'
}
