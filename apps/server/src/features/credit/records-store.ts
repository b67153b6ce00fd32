import type { CreditRecordKind } from '@fairlot/contract/credit'
import type { Tx } from '#platform/db'

export async function readMarks(tx: Tx, symbols: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (symbols.length === 0) return new Map()
  const rows = await tx.query<{ symbol: string; mark: number }>(
    `SELECT i.symbol, coalesce(q.last, q.reference, i.reference) AS mark
     FROM app.instruments i LEFT JOIN settlement.prices q USING (symbol) WHERE i.symbol = ANY($1)`,
    [symbols],
  )
  return new Map(rows.map(({ symbol, mark }) => [symbol, mark]))
}

/** Loans, repayments and limit increases of a member. */
const records = `
  SELECT o.id::text AS id, 'loan' AS kind, o.sent_at AS at, o.number,
    CASE WHEN o.state <> 'passed' THEN o.state WHEN o.repaid_at IS NULL THEN 'running' ELSE 'repaid' END AS state,
    o.amount, o.term_days AS "termDays", o.apr_ppm AS "aprPpm", o.due_on::text AS "dueOn", o.reason,
    CASE o.state WHEN 'pending' THEN o.promised_at END AS "promisedAt", NULL::bigint AS interest, NULL::bigint AS left, o.due_on AS due,
    o.repaid_at AS repaid
  FROM app.credit_loans o WHERE o.member_id = $1
  UNION ALL
  SELECT m.entry_id::text, 'repayment', m.at, o.number, CASE m.kind WHEN 'collected' THEN 'by-sale' ELSE 'repaid' END,
    m.principal + m.interest, NULL, NULL, o.due_on::text, NULL, NULL, m.interest, m.left_owed, o.due_on, m.at
  FROM app.credit_loans o JOIN app.credit_moves m ON m.loan_id = o.id AND m.kind IN ('repaid', 'collected') WHERE o.member_id = $1
  UNION ALL
  SELECT c.id::text, 'increase', c.sent_at, c.number, c.state, c.amount, NULL, NULL, NULL, c.reason,
    CASE c.state WHEN 'pending' THEN c.promised_at END, NULL, NULL, NULL, NULL
  FROM app.credit_increases c WHERE c.member_id = $1`

export interface RecordRow {
  readonly id: string
  readonly kind: CreditRecordKind
  readonly at: Date
  readonly number: string
  readonly state: 'pending' | 'passed' | 'rejected' | 'running' | 'repaid' | 'by-sale'
  readonly amount: bigint
  readonly termDays: number | null
  readonly aprPpm: number | null
  readonly dueOn: string | null
  readonly reason: string | null
  readonly promisedAt: Date | null
  readonly interest: bigint | null
  readonly left: bigint | null
  /** Days after the due date at which it was repaid. */
  readonly lateDays: number
}

export interface RecordsWanted {
  readonly kind: CreditRecordKind | null
  readonly before: { readonly at: Date; readonly id: string } | null
  readonly limit: number
}

export const readRecordRows = (
  tx: Tx,
  memberId: string,
  wanted: RecordsWanted,
): Promise<readonly RecordRow[]> =>
  tx.query<RecordRow>(
    `SELECT r.id, r.kind, r.at, r.number, r.state, r.amount, r."termDays", r."aprPpm", r."dueOn", r.reason, r."promisedAt",
       r.interest, r.left, greatest(0, coalesce((r.repaid AT TIME ZONE 'Asia/Taipei')::date - r.due, 0))::integer AS "lateDays"
     FROM (${records}) AS r
     WHERE ($2::text IS NULL OR r.kind = $2) AND ($3::timestamptz IS NULL OR (r.at, r.id) < ($3, $4))
     ORDER BY r.at DESC, r.id DESC LIMIT $5`,
    [memberId, wanted.kind, wanted.before?.at ?? null, wanted.before?.id ?? null, wanted.limit],
  )

export async function countRecords(tx: Tx, memberId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM (${records}) AS r`,
    [memberId],
  )
  return row!.count
}

export interface RecordSums {
  readonly lent: bigint
  readonly repaid: bigint
  readonly interestPaid: bigint
}

export async function sumRecords(tx: Tx, memberId: string): Promise<RecordSums> {
  const [row] = await tx.query<RecordSums>(
    `SELECT coalesce(sum(o.amount), 0)::bigint AS lent, coalesce(sum(o.amount - o.principal + o.interest_paid), 0)::bigint AS repaid,
       coalesce(sum(o.interest_paid), 0)::bigint AS "interestPaid"
     FROM app.credit_loans o WHERE o.member_id = $1 AND o.state = 'passed'`,
    [memberId],
  )
  return row!
}
