import type { PayoutStage, WithdrawalRejection, WithdrawalState } from '@fairlot/contract/withdrawals'
import type { Currency } from '@fairlot/money'
import { practiceBank } from '#features/bank-statements'
import type { Tx } from '#platform/db'

export interface WithdrawalRow {
  readonly id: string
  readonly memberId: string
  readonly bankAccountId: string
  readonly currency: Currency
  readonly amount: bigint
  readonly fee: bigint
  readonly holdId: string
  readonly withdrawable: bigint
  readonly state: WithdrawalState
  readonly stage: PayoutStage | null
  readonly rejectionReason: WithdrawalRejection | null
  readonly note: string | null
  readonly reference: string
  readonly batchId: string | null
  readonly sentAt: Date
  readonly promisedAt: Date
  readonly decidedAt: Date | null
  readonly entryId: string | null
  readonly deviceKey: string | null
  readonly steps: readonly { readonly what: string; readonly at: string }[]
  readonly bankName: string
  readonly bankCode: string
  readonly ending: string
}

const columns = `w.id, w.member_id AS "memberId", w.bank_account_id AS "bankAccountId", w.currency, w.amount, w.fee,
  w.hold_id AS "holdId", w.withdrawable, w.state, w.stage, w.rejection_reason AS "rejectionReason", w.note, w.reference, w.batch_id AS "batchId",
  w.sent_at AS "sentAt", w.promised_at AS "promisedAt", w.decided_at AS "decidedAt", w.entry_id AS "entryId",
  w.device_key AS "deviceKey", w.steps, b.bank_name AS "bankName", b.bank_code AS "bankCode", b.ending`
const source = 'app.withdrawals w JOIN app.bank_accounts b ON b.id = w.bank_account_id'

export async function readWithdrawal(tx: Tx, id: string): Promise<WithdrawalRow | undefined> {
  const [row] = await tx.query<WithdrawalRow>(`SELECT ${columns} FROM ${source} WHERE w.id = $1`, [id])
  return row
}

export async function lockWithdrawal(tx: Tx, id: string): Promise<WithdrawalRow | undefined> {
  const [row] = await tx.query<WithdrawalRow>(
    `SELECT ${columns} FROM ${source} WHERE w.id = $1 FOR UPDATE OF w`,
    [id],
  )
  return row
}

/** In id order, so that two transactions that lock some of the same rows do not deadlock. */
export const lockWithdrawals = (tx: Tx, ids: readonly string[]): Promise<readonly WithdrawalRow[]> =>
  tx.query<WithdrawalRow>(
    `SELECT ${columns} FROM ${source} WHERE w.id = ANY($1::uuid[]) ORDER BY w.id FOR UPDATE OF w`,
    [ids],
  )

/** Approved and not yet sent to the bank, oldest first. */
export const readQueued = (tx: Tx, currency: string): Promise<readonly WithdrawalRow[]> =>
  tx.query<WithdrawalRow>(
    `SELECT ${columns} FROM ${source} WHERE w.stage = 'queued' AND w.currency = $1 ORDER BY w.decided_at, w.id LIMIT 5000`,
    [currency],
  )

export const readUnderWay = (tx: Tx, references: readonly string[]): Promise<readonly WithdrawalRow[]> =>
  tx.query<WithdrawalRow>(
    `SELECT ${columns} FROM ${source} WHERE w.stage = 'sent' AND w.reference = ANY($1::text[])`,
    [references],
  )

export const listWithdrawalRows = (
  tx: Tx,
  memberId: string,
  before: { readonly at: Date; readonly id: string } | null,
  limit: number,
): Promise<readonly WithdrawalRow[]> =>
  tx.query<WithdrawalRow>(
    `SELECT ${columns} FROM ${source}
     WHERE w.member_id = $1 AND ($2::timestamptz IS NULL OR (w.sent_at, w.id) < ($2, $3::uuid))
     ORDER BY w.sent_at DESC, w.id DESC LIMIT $4`,
    [memberId, before?.at ?? null, before?.id ?? null, limit],
  )

/** Requested since then, without rejected ones. */
export async function sumWithdrawals(
  tx: Tx,
  memberId: string,
  currency: string,
  since: Date,
): Promise<{ readonly sum: bigint; readonly count: number }> {
  const [row] = await tx.query<{ sum: bigint; count: number }>(
    `SELECT coalesce(sum(amount) FILTER (WHERE currency = $2), 0)::bigint AS sum, count(*)::integer AS count
     FROM app.withdrawals WHERE member_id = $1 AND sent_at >= $3 AND state <> 'rejected'`,
    [memberId, currency, since],
  )
  return row!
}

export interface NewWithdrawal {
  readonly id: string
  readonly memberId: string
  readonly bankAccountId: string
  readonly currency: string
  readonly amount: bigint
  readonly fee: bigint
  readonly holdId: string
  readonly withdrawable: bigint
  readonly reference: string
  readonly sentAt: Date
  readonly promisedAt: Date
  readonly deviceKey: string | null
  readonly signature: string | null
}

/** Returns false when the member has another pending withdrawal. */
export async function insertWithdrawal(tx: Tx, row: NewWithdrawal): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO app.withdrawals (id, member_id, bank_account_id, currency, amount, fee, hold_id, withdrawable, reference,
       sent_at, promised_at, device_key, signature, steps)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
     ON CONFLICT (member_id) WHERE state = 'pending' DO NOTHING RETURNING 1`,
    [
      row.id,
      row.memberId,
      row.bankAccountId,
      row.currency,
      row.amount,
      row.fee,
      row.holdId,
      row.withdrawable,
      row.reference,
      row.sentAt,
      row.promisedAt,
      row.deviceKey,
      row.signature,
      JSON.stringify([{ what: 'sent', at: row.sentAt.toISOString() }]),
    ],
  )
  return rows.length === 1
}

export interface WithdrawalEnd {
  readonly state: 'passed' | 'rejected'
  readonly rejectionReason: WithdrawalRejection | null
  readonly note: string | null
  readonly entryId: string
  readonly step: string
  readonly at: Date
}

export async function endWithdrawal(tx: Tx, id: string, end: WithdrawalEnd): Promise<void> {
  await tx.query(
    `UPDATE app.withdrawals SET state = $2, stage = CASE WHEN $2 = 'passed' THEN 'queued' END, rejection_reason = $3, note = $4,
       entry_id = $5, decided_at = $6, steps = steps || $7::jsonb WHERE id = $1`,
    [
      id,
      end.state,
      end.rejectionReason,
      end.note,
      end.entryId,
      end.at,
      JSON.stringify([{ what: end.step, at: end.at.toISOString() }]),
    ],
  )
}

/** A database function writes it: the api may not write the columns of a decision. */
export async function cancelPending(
  tx: Tx,
  taken: { readonly id: string; readonly memberId: string; readonly entryId: string; readonly at: Date },
): Promise<void> {
  const [row] = await tx.query<{ taken: boolean }>('SELECT app.cancel_withdrawal($1, $2, $3, $4) AS taken', [
    taken.id,
    taken.memberId,
    taken.entryId,
    taken.at,
  ])
  if (!row!.taken) throw new Error(`withdrawal ${taken.id} cannot be cancelled`)
}

export interface StageMove {
  readonly stage: 'sent' | 'paid' | 'returned'
  readonly batchId: string | null
  readonly rejectionReason: WithdrawalRejection | null
  readonly note: string | null
  readonly at: Date
}

export async function moveStage(tx: Tx, ids: readonly string[], move: StageMove): Promise<void> {
  await tx.query(
    `UPDATE app.withdrawals SET stage = $2, batch_id = coalesce($3, batch_id), rejection_reason = coalesce($4, rejection_reason),
       note = coalesce($5, note), ordered_at = CASE WHEN $2 = 'sent' THEN $6 ELSE ordered_at END,
       paid_at = CASE WHEN $2 = 'paid' THEN $6 ELSE paid_at END,
       steps = steps || $7::jsonb
     WHERE id = ANY($1::uuid[])`,
    [
      ids,
      move.stage,
      move.batchId,
      move.rejectionReason,
      move.note,
      move.at,
      JSON.stringify([{ what: move.stage, at: move.at.toISOString() }]),
    ],
  )
}

export interface NewBatch {
  readonly id: string
  readonly bankDay: string
  readonly currency: string
  readonly payouts: number
  readonly total: bigint
  readonly file: string
  readonly sha256: string
  readonly reviewId: string
  readonly sentAt: Date
}

export async function insertBatch(tx: Tx, batch: NewBatch): Promise<void> {
  await tx.query(
    `INSERT INTO app.payout_batches (id, bank_day, currency, payouts, total, file, sha256, review_id, sent_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      batch.id,
      batch.bankDay,
      batch.currency,
      batch.payouts,
      batch.total,
      batch.file,
      batch.sha256,
      batch.reviewId,
      batch.sentAt,
    ],
  )
}

export async function readBatchFile(
  tx: Tx,
  id: string,
): Promise<{ readonly file: string; readonly sha256: string; readonly bankDay: string } | undefined> {
  const [row] = await tx.query<{ file: string; sha256: string; bankDay: string }>(
    `SELECT file, sha256, bank_day::text AS "bankDay" FROM app.payout_batches WHERE id = $1`,
    [id],
  )
  return row
}

export interface StatisticsRow {
  readonly count: number
  readonly medianMinutes: number | null
  readonly slowestTenthMinutes: number | null
  readonly keptPromise: number | null
  readonly spread: number[]
  readonly rejected: number
}

/** Computed from the rows themselves. Cancelled withdrawals are the members' own decisions and are not counted. */
export async function readStatistics(tx: Tx, since: Date): Promise<StatisticsRow> {
  const [row] = await tx.query<StatisticsRow>(
    `WITH decided AS (
       SELECT state, decided_at, promised_at, extract(epoch FROM decided_at - sent_at) / 60 AS minutes,
         CASE WHEN decided_at > promised_at THEN 11
           ELSE least(10, 1 + floor(10 * extract(epoch FROM decided_at - sent_at) / greatest(1, extract(epoch FROM promised_at - sent_at)))) END AS part
       FROM app.withdrawals WHERE state <> 'pending' AND decided_at > $1 AND rejection_reason IS DISTINCT FROM 'cancelled'
     )
     SELECT count(*) FILTER (WHERE state = 'passed')::integer AS count,
       round(percentile_cont(0.5) WITHIN GROUP (ORDER BY minutes) FILTER (WHERE state = 'passed'))::integer
         AS "medianMinutes",
       round(percentile_cont(0.9) WITHIN GROUP (ORDER BY minutes) FILTER (WHERE state = 'passed'))::integer
         AS "slowestTenthMinutes",
       (100 * count(*) FILTER (WHERE decided_at <= promised_at) / nullif(count(*), 0))::integer AS "keptPromise",
       (SELECT array_agg((SELECT count(*)::integer FROM decided p WHERE p.state = 'passed' AND p.part = n.part) ORDER BY n.part)
        FROM generate_series(1, 11) AS n (part)) AS spread,
       count(*) FILTER (WHERE state = 'rejected')::integer AS rejected
     FROM decided`,
    [since],
  )
  return row!
}

/** Sent to the bank before then, and not yet reported by the practice bank. */
export const readUnconfirmed = (
  tx: Tx,
  before: Date,
  limit: number,
): Promise<
  readonly {
    readonly reference: string
    readonly currency: string
    readonly amount: bigint
    readonly ending: string
  }[]
> =>
  tx.query(
    `SELECT w.reference, w.currency, w.amount, b.ending FROM ${source}
     WHERE w.stage = 'sent' AND w.ordered_at <= $1
       AND NOT EXISTS (SELECT FROM app.bank_statement_lines l WHERE l.account = $2 AND l.bank_number = w.reference)
     ORDER BY w.ordered_at LIMIT $3`,
    [before, practiceBank, limit],
  )

/** A sealed value names its key in its second part. */
export function listFilesSealedBefore(
  tx: Tx,
  currentKey: string,
  limit: number,
): Promise<readonly { id: string; file: string }[]> {
  return tx.query(
    `SELECT id, file FROM app.payout_batches WHERE split_part(file, '.', 2) <> $1 ORDER BY id LIMIT $2`,
    [currentKey, limit],
  )
}

export async function replaceFile(tx: Tx, id: string, old: string, fresh: string): Promise<void> {
  await tx.query('UPDATE app.payout_batches SET file = $3 WHERE id = $1 AND file = $2', [id, old, fresh])
}
