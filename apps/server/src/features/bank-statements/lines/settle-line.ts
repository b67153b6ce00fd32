// Executes what two operators decided about a bank line. The worker also acts by itself: lines without an owner go to
// suspense after the hours of the rule, and returned money leaves suspense when the bank statement shows the return.

import { createHash } from 'node:crypto'
import type { BankLineAction, BankLineTarget } from '@fairlot/contract/bank-statements'
import { differencesOf } from '@fairlot/rules/bank-statements'
import { hourMs } from '@fairlot/rules/calendar'
import { recordAudit } from '#features/audit'
import { postOrThrow } from '#features/fund-requests'
import type { Db, Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { releasedEntry, returnedEntry, takenEntry } from '../postings.ts'
import { notifySimulated } from '../practice-bank.ts'
import { matchToDeposit } from '../statements/store.ts'
import { agreementWith, suspenseHours } from './list-lines.ts'
import {
  type BankLineRow,
  endReturn,
  insertSuspense,
  lockBankLine,
  matchReturn,
  matchReturnedPayout,
  readBankLine,
  readCandidate,
  readOldLines,
  readSentBack,
  readUnreported,
  releaseSuspense,
  startReturn,
} from './store.ts'

/** Provided by withdrawals: the line confirms the payout. False when it does not match. */
export type ConfirmPayout = (tx: Tx, withdrawalId: string, lineId: string, now: Date) => Promise<boolean>

export interface DecidedLine {
  readonly lineId: string
  readonly action: BankLineAction
  readonly target: { readonly kind: BankLineTarget; readonly id: string } | null
  readonly reviewId: string
  readonly now: Date
}

/** `cancelled`, with no effect, when the line or the request has changed since the proposal. */
export async function settleBankLine(
  tx: Tx,
  confirmPayout: ConfirmPayout,
  { lineId, action, target, reviewId, now }: DecidedLine,
): Promise<'passed' | 'cancelled'> {
  await lockBankLine(tx, lineId)
  const line = await readBankLine(tx, lineId)
  if (!line || (line.state !== 'open' && line.state !== 'suspense')) return 'cancelled'
  if (action === 'match') {
    const found = target && (await readCandidate(tx, target.kind, line.currency, target.id))
    if (!found) return 'cancelled'
    if (line.state === 'suspense') {
      const entryId = await postOrThrow(tx, releasedEntry({ ...line, lineId, now }))
      await releaseSuspense(tx, lineId, reviewId, entryId, now)
    }
    if (found.kind === 'deposit') {
      await matchToDeposit(tx, lineId, found.id, differencesOf(agreementWith(line, found)), now)
    } else if (found.kind === 'returned-payout') {
      await matchReturnedPayout(tx, lineId, found.id, now)
    } else if (!(await confirmPayout(tx, found.id, lineId, now))) {
      throw new Error(`bank line ${lineId}: it cannot confirm payout ${found.id}`)
    }
  } else {
    if (line.state === 'open') await takeToSuspense(tx, line, reviewId, now)
    if (action === 'return') await startReturn(tx, lineId, reviewId, returnReferenceOf(lineId), now)
  }
  await recordAudit(tx, {
    action: `deposits.bank-line-${{ match: 'matched', suspense: 'suspended', return: 'returning' }[action]}`,
    actor: 'system',
    subject: `bank-line:${lineId}`,
    details: { reviewId, ...(target && { [target.kind]: target.id }) },
    requestId: reviewId,
  })
  return 'passed'
}

/** The reference of the return transfer: short, and the same every time. */
export const returnReferenceOf = (lineId: string): string =>
  `FLR${createHash('sha256').update(lineId).digest('hex').slice(0, 10).toUpperCase()}`

async function takeToSuspense(tx: Tx, line: BankLineRow, reviewId: string | null, now: Date): Promise<void> {
  const { id: lineId, currency, amount } = line
  const entryId = await postOrThrow(tx, takenEntry({ lineId, currency, amount, now }))
  await insertSuspense(tx, { lineId, currency, amount, entryId, reviewId, at: now })
}

const maxLines = 200

/** Moves incoming lines without an owner to suspense after the hours of the rule. Returns how many. */
export async function suspendOldLines(db: Db, now: Date): Promise<number> {
  const hours = await suspenseHours(db, now)
  const old = await readOldLines(db, new Date(now.getTime() - hours * hourMs), maxLines)
  let taken = 0
  for (const { id } of old) {
    taken += await db.transaction(async (tx) => {
      await lockBankLine(tx, id)
      const line = await readBankLine(tx, id)
      if (line?.state !== 'open' || line.proposalId !== null) return 0
      await takeToSuspense(tx, line, null, now)
      await recordAudit(tx, {
        action: 'deposits.bank-line-suspended',
        actor: 'system',
        subject: `bank-line:${id}`,
        details: { hours: String(hours) },
        requestId: newId(now.getTime()),
      })
      return 1
    })
  }
  return taken
}

/** Takes returned money out of suspense when the bank statement shows the return. Returns how many. */
export async function finishReturns(db: Db, now: Date): Promise<number> {
  const sent = await readSentBack(db, maxLines)
  for (const { lineId, outLineId, currency, amount } of sent) {
    await db.transaction(async (tx) => {
      await lockBankLine(tx, lineId)
      const line = await readBankLine(tx, lineId)
      if (line?.state !== 'returning') return
      await matchReturn(tx, outLineId, lineId, now)
      const entryId = await postOrThrow(tx, returnedEntry({ lineId, currency, amount, now }))
      await endReturn(tx, lineId, entryId, now)
      await recordAudit(tx, {
        action: 'deposits.bank-line-returned',
        actor: 'system',
        subject: `bank-line:${lineId}`,
        details: { entryId, outLine: outLineId },
        requestId: newId(now.getTime()),
      })
    })
  }
  return sent.length
}

const answersAfterMs = 120_000

/** In the practice market no real bank returns money: the practice bank reports the return two minutes later. */
export const simulateReturns = async (db: Db, now: Date): Promise<number> =>
  notifySimulated(db, await readUnreported(db, new Date(now.getTime() - answersAfterMs)), now)
