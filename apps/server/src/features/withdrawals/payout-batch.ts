// The payment file for the bank: one per bank day and currency, proposed by one operator and approved by another. The
// payload names the withdrawals and their sum; the file is made on execution, from the same rows under lock.

import { createHash } from 'node:crypto'
import { taipeiDate } from '@fairlot/rules/calendar'
import { findBankAccount, openAccount } from '#features/bank-accounts'
import { decimalText } from '#features/fund-requests'
import { arePayoutsStopped } from '#features/funds'
import { type OpenedReview, openReview } from '#features/operators'
import { csvCell } from '#platform/csv'
import type { Tx } from '#platform/db'
import { newId } from '#platform/ids'
import type { Secrets } from '#platform/secrets'
import { notifyWithdrawal } from './decide-withdrawal.ts'
import type { DecidingDeps } from './deps.ts'
import {
  insertBatch,
  listFilesSealedBefore,
  lockWithdrawals,
  moveStage,
  readBatchFile,
  readQueued,
  replaceFile,
  type WithdrawalRow,
} from './store.ts'

export interface BatchProposal {
  readonly currency: string
  readonly by: { readonly operatorId: string; readonly sessionId: string }
  readonly reason: string
  readonly now: Date
  readonly requestId: string
}

export interface BatchPayload {
  readonly bankDay: string
  readonly currency: string
  readonly count: number
  readonly total: string
  readonly withdrawals: readonly string[]
}

/** One open batch per currency: a withdrawal cannot be in two. */
export const batchSubject = (currency: string): string => `payouts:${currency}`

/** All queued withdrawals of a currency. Undefined when there are none. */
export async function proposePayoutBatch(tx: Tx, asked: BatchProposal): Promise<OpenedReview | undefined> {
  const queued = await readQueued(tx, asked.currency)
  if (queued.length === 0) return undefined
  const total = sumOf(queued)
  const payload: BatchPayload = {
    bankDay: taipeiDate(asked.now.getTime()),
    currency: asked.currency,
    count: queued.length,
    total: total.toString(),
    withdrawals: queued.map(({ id }) => id).toSorted(),
  }
  return openReview(tx, {
    kind: 'payout-batch',
    memberId: null,
    subject: batchSubject(asked.currency),
    amount: total,
    currency: asked.currency,
    payload: { ...payload },
    reason: asked.reason,
    by: asked.by,
    now: asked.now,
    requestId: asked.requestId,
  })
}

const sumOf = (rows: readonly WithdrawalRow[]): bigint => rows.reduce((sum, { amount }) => sum + amount, 0n)

export const batchHeading = 'reference,bank_code,account,holder,currency,amount'
const placeOf = (batchId: string): string => `payout_batches|file|${batchId}`

/** Throws when the rows differ from what was approved: then nothing is sent and operators investigate. */
export async function sendPayoutBatch(
  tx: Tx,
  deps: DecidingDeps,
  {
    payload,
    reviewId,
    now,
  }: { readonly payload: BatchPayload; readonly reviewId: string; readonly now: Date },
): Promise<string> {
  // It stays decided and is tried again: it is sent when the books match.
  if (await arePayoutsStopped(tx)) throw new Error('payouts are stopped: the books do not match')
  const rows = await lockWithdrawals(tx, payload.withdrawals)
  const isAsApproved =
    rows.length === payload.count &&
    rows.every(({ stage, currency }) => stage === 'queued' && currency === payload.currency) &&
    sumOf(rows).toString() === payload.total
  if (!isAsApproved) throw new Error('the payouts differ from the approved ones')
  const lines = await Promise.all(rows.map((row) => lineOf(tx, deps.secrets, row)))
  const file = [batchHeading, ...lines, `total,,,,${payload.currency},${decimalText(sumOf(rows))}`, ''].join(
    '\n',
  )
  const batchId = newId(now.getTime())
  await insertBatch(tx, {
    id: batchId,
    bankDay: payload.bankDay,
    currency: payload.currency,
    payouts: rows.length,
    total: sumOf(rows),
    file: deps.secrets.seal(placeOf(batchId), file),
    sha256: createHash('sha256').update(file).digest('hex'),
    reviewId,
    sentAt: now,
  })
  const ids = rows.map(({ id }) => id)
  await moveStage(tx, ids, { stage: 'sent', batchId, rejectionReason: null, note: null, at: now })
  for (const row of rows.toSorted((a, b) => (a.memberId < b.memberId ? -1 : 1))) {
    await notifyWithdrawal(tx, deps, row, {
      now: { state: 'passed', stage: 'sent' },
      details: { reviewId, batchId },
      notice: null,
      at: now,
    })
  }
  return batchId
}

async function lineOf(tx: Tx, secrets: Secrets, row: WithdrawalRow): Promise<string> {
  const card = await findBankAccount(tx, row.bankAccountId)
  if (!card) throw new Error(`withdrawal ${row.id}: its bank account is missing`)
  const { number, holder } = await openAccount(tx, secrets, card, card.sealed)
  const cells = [
    row.reference,
    card.ifsc ?? card.bankCode,
    number,
    holder,
    row.currency,
    decimalText(row.amount),
  ]
  return cells.map(csvCell).join(',')
}

/** The file as the bank gets it, with a verified hash. Undefined when there is no such batch. */
export async function readPayoutFile(
  tx: Tx,
  secrets: Secrets,
  batchId: string,
): Promise<{ readonly text: string; readonly sha256: string; readonly bankDay: string } | undefined> {
  const row = await readBatchFile(tx, batchId)
  if (!row) return undefined
  const text = secrets.open(placeOf(batchId), row.file).toString()
  if (createHash('sha256').update(text).digest('hex') !== row.sha256) {
    throw new Error(`payout batch ${batchId}: the file differs from the one that was sent`)
  }
  return { text, sha256: row.sha256, bankDay: row.bankDay }
}

/** Seals again the bank files that an older key has sealed. Returns how many; 0 when none is left. */
export async function resealPayoutFiles(tx: Tx, secrets: Secrets, limit: number): Promise<number> {
  const rows = await listFilesSealedBefore(tx, secrets.sealingKeyId('sealing'), limit)
  for (const { id, file } of rows) {
    const place = placeOf(id)
    await replaceFile(tx, id, file, secrets.seal(place, secrets.open(place, file)))
  }
  return rows.length
}
