import type {
  PayoutStage,
  WithdrawalRejection,
  WithdrawalState,
  WithdrawalView,
} from '@fairlot/contract/withdrawals'
import { filterValues, type ListFilter, type SearchQuery } from '#features/operators'
import type { Tx } from '#platform/db'

export interface ConsoleWithdrawal {
  readonly id: string
  readonly memberId: string
  readonly account: string
  readonly name: string | null
  readonly currency: string
  readonly amount: bigint
  readonly fee: bigint
  readonly withdrawable: bigint
  readonly bank: string
  readonly ending: string
  readonly reference: string
  readonly state: WithdrawalState
  readonly stage: PayoutStage | null
  readonly rejectionReason: WithdrawalRejection | null
  readonly note: string | null
  readonly isSigned: boolean
  readonly sentAt: Date
  readonly promisedAt: Date
  readonly decidedAt: Date | null
  readonly orderedAt: Date | null
  readonly paidAt: Date | null
  readonly batchId: string | null
  readonly steps: readonly { readonly what: string; readonly at: string }[]
  readonly reviewId: string | null
  readonly number: string | null
  readonly isSecond: boolean
}

const columns = `w.id, w.member_id AS "memberId", m.account, i.name_masked AS name, w.currency, w.amount, w.fee, w.withdrawable,
  b.bank_name AS bank, b.ending, w.reference, w.state, w.stage, w.rejection_reason AS "rejectionReason", w.note, w.device_key IS NOT NULL AS "isSigned",
  w.sent_at AS "sentAt", w.promised_at AS "promisedAt", w.decided_at AS "decidedAt", w.ordered_at AS "orderedAt",
  w.paid_at AS "paidAt", w.batch_id AS "batchId", w.steps, r.id AS "reviewId", r.number,
  coalesce(r.state = 'second', false) AS "isSecond"`
const source = `app.withdrawals w JOIN app.members m ON m.id = w.member_id LEFT JOIN app.identities i ON i.member_id = w.member_id
  JOIN app.bank_accounts b ON b.id = w.bank_account_id
  LEFT JOIN LATERAL (
    SELECT v.id, v.number, v.state FROM app.reviews v
    WHERE v.member_id = w.member_id AND v.kind = 'withdrawal' AND v.subject = w.id::text
    ORDER BY v.opened_at DESC LIMIT 1
  ) r ON true`

/** The filter of every statement here: $1 from, $2 until, $3 and $4 amounts, $5 ids. */
const conditions = `($1::timestamptz IS NULL OR w.sent_at >= $1) AND ($2::timestamptz IS NULL OR w.sent_at < $2)
  AND ($3::bigint IS NULL OR w.amount >= $3) AND ($4::bigint IS NULL OR w.amount <= $4)
  AND ($5::uuid[] IS NULL OR w.id = ANY ($5))`

type After = { readonly at: Date; readonly id: string } | null

/** The longest waiting first. */
export const readPendingWithdrawals = (
  tx: Tx,
  filter: ListFilter,
  after: After,
  limit: number,
): Promise<readonly ConsoleWithdrawal[]> =>
  tx.query<ConsoleWithdrawal>(
    `SELECT ${columns} FROM ${source}
     WHERE w.state = 'pending' AND ${conditions} AND ($6::timestamptz IS NULL OR (w.sent_at, w.id) > ($6, $7::uuid))
     ORDER BY w.sent_at, w.id LIMIT $8`,
    [...filterValues(filter), after?.at ?? null, after?.id ?? null, limit],
  )

/** Decided ones of a stage, or the rejected ones: newest decision first. */
export const readDecidedWithdrawals = (
  tx: Tx,
  filter: ListFilter,
  stage: PayoutStage | null,
  after: After,
  limit: number,
): Promise<readonly ConsoleWithdrawal[]> =>
  tx.query<ConsoleWithdrawal>(
    `SELECT ${columns} FROM ${source}
     WHERE w.state <> 'pending' AND w.stage IS NOT DISTINCT FROM $6 AND ${conditions}
       AND ($7::timestamptz IS NULL OR (w.decided_at, w.id) < ($7, $8::uuid))
     ORDER BY w.decided_at DESC, w.id DESC LIMIT $9`,
    [...filterValues(filter), stage, after?.at ?? null, after?.id ?? null, limit],
  )

/** A count stops at `max`: the history has no end. A view is a state that waits, a stage, or rejected. */
export const countByView = (
  tx: Tx,
  filter: ListFilter,
  views: readonly WithdrawalView[],
  max: number,
): Promise<readonly { readonly state: WithdrawalView; readonly count: number }[]> =>
  tx.query<{ state: WithdrawalView; count: number }>(
    `SELECT s.state, (SELECT count(*)::integer FROM (
       SELECT FROM app.withdrawals w WHERE coalesce(w.stage, w.state) = s.state AND ${conditions} LIMIT $7) AS few) AS count
     FROM unnest($6::text[]) AS s (state)`,
    [...filterValues(filter), views, max],
  )

/** Withdrawals of these members, with this reference, to an account with this ending, or of this review. */
export async function findWithdrawalIds(
  tx: Tx,
  { reference, ending, reviewNumber, id }: SearchQuery,
  memberIds: readonly string[],
): Promise<readonly string[]> {
  const rows = await tx.query<{ id: string }>(
    `SELECT id FROM app.withdrawals WHERE member_id = ANY ($1::uuid[])
     UNION SELECT id FROM app.withdrawals WHERE reference = $2
     UNION SELECT w.id FROM app.bank_accounts b JOIN app.withdrawals w ON w.member_id = b.member_id AND w.bank_account_id = b.id
       WHERE b.ending = right($3, 4)
     UNION SELECT r.subject::uuid FROM app.reviews r WHERE r.number = $4 AND r.kind = 'withdrawal'
     UNION SELECT id FROM app.withdrawals WHERE id = $5::uuid
     LIMIT 1000`,
    [memberIds, reference, ending, reviewNumber, id],
  )
  return rows.map((row) => row.id)
}

export async function readConsoleWithdrawal(tx: Tx, id: string): Promise<ConsoleWithdrawal | undefined> {
  const [row] = await tx.query<ConsoleWithdrawal>(`SELECT ${columns} FROM ${source} WHERE w.id = $1`, [id])
  return row
}

export const readBatchRows = (tx: Tx, batchId: string): Promise<readonly ConsoleWithdrawal[]> =>
  tx.query<ConsoleWithdrawal>(`SELECT ${columns} FROM ${source} WHERE w.batch_id = $1 ORDER BY w.reference`, [
    batchId,
  ])

export async function countPendingWithdrawals(
  tx: Tx,
  now: Date,
): Promise<{ readonly pending: number; readonly late: number }> {
  const [row] = await tx.query<{ pending: number; late: number }>(
    `SELECT count(*)::integer AS pending, (count(*) FILTER (WHERE promised_at < $1))::integer AS late
     FROM app.withdrawals WHERE state = 'pending'`,
    [now],
  )
  return row!
}

/** The bank's number of the transaction that confirmed it. */
export async function readBankNumber(tx: Tx, withdrawalId: string): Promise<string | null> {
  const [row] = await tx.query<{ bankNumber: string }>(
    `SELECT bank_number AS "bankNumber" FROM app.bank_statement_lines WHERE withdrawal_id = $1`,
    [withdrawalId],
  )
  return row?.bankNumber ?? null
}

export interface QueuedSum {
  readonly currency: string
  readonly count: number
  readonly total: bigint
  readonly oldest: Date
}

export const readQueuedSums = (tx: Tx): Promise<readonly QueuedSum[]> =>
  tx.query<QueuedSum>(
    `SELECT currency, count(*)::integer AS count, sum(amount)::bigint AS total, min(decided_at) AS oldest
     FROM app.withdrawals WHERE stage = 'queued' GROUP BY currency ORDER BY currency`,
  )

export interface BatchSum {
  readonly batchId: string
  readonly bankDay: string
  readonly currency: string
  readonly count: number
  readonly total: bigint
  readonly sha256: string
  readonly sentAt: Date
  readonly paid: number
  readonly returned: number
  /** The payout with the smallest id: its view of personal data shows whether the file was fetched. */
  readonly firstId: string
}

export const readBatchSums = (tx: Tx): Promise<readonly BatchSum[]> =>
  tx.query<BatchSum>(
    `SELECT p.id AS "batchId", p.bank_day::text AS "bankDay", p.currency, p.payouts AS count, p.total, p.sha256,
       p.sent_at AS "sentAt", (count(*) FILTER (WHERE w.stage = 'paid'))::integer AS paid,
       (count(*) FILTER (WHERE w.stage = 'returned'))::integer AS returned, min(w.id::text) AS "firstId"
     FROM (SELECT * FROM app.payout_batches ORDER BY sent_at DESC, id DESC LIMIT 50) p
     JOIN app.withdrawals w ON w.batch_id = p.id
     GROUP BY p.id, p.bank_day, p.currency, p.payouts, p.total, p.sha256, p.sent_at
     ORDER BY p.sent_at DESC, p.id DESC`,
  )

export interface Fetch {
  readonly id: string
  readonly by: string
  readonly at: Date
}

export const readFetches = (tx: Tx, viewIds: readonly string[]): Promise<readonly Fetch[]> =>
  tx.query<Fetch>(`SELECT id, operator AS by, at FROM app.personal_views WHERE id = ANY($1::uuid[])`, [
    viewIds,
  ])

export interface FileView {
  readonly viewIds: readonly string[]
  readonly memberIds: readonly string[]
  readonly operatorId: string
  readonly operator: string
  readonly purpose: string
  readonly now: Date
}

/** Returns false when the file was fetched before: the ids derive from the payouts, so a second insert finds them. */
export async function insertFileViews(tx: Tx, view: FileView): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO app.personal_views (id, member_id, operator_id, operator, field, purpose, at)
     SELECT u.id, u.member_id, $3, $4, 'bank-account', $5, $6
     FROM unnest($1::uuid[], $2::uuid[]) AS u (id, member_id) ON CONFLICT (id) DO NOTHING RETURNING 1`,
    [view.viewIds, view.memberIds, view.operatorId, view.operator, view.purpose, view.now],
  )
  return rows.length === view.viewIds.length
}
