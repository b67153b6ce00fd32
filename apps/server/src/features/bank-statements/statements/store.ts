import type { RequestState } from '@fairlot/contract/fund-requests'
import type { Tx } from '#platform/db'
import type { StatementRow } from './read-statement.ts'

export interface NewStatement {
  readonly id: string
  readonly fileName: string
  readonly sha256: string
  readonly lines: number
  readonly importedBy: string
  readonly importedAt: Date
}

/** Returns false when the same file was imported before. */
export async function insertStatement(tx: Tx, statement: NewStatement): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO app.bank_statements (id, file_name, sha256, lines, imported_by, imported_at)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (sha256, imported_by) DO NOTHING RETURNING 1`,
    [
      statement.id,
      statement.fileName,
      statement.sha256,
      statement.lines,
      statement.importedBy,
      statement.importedAt,
    ],
  )
  return rows.length === 1
}

/** Returns how many were new: files of a bank overlap. */
export async function insertLines(
  tx: Tx,
  statementId: string,
  ids: readonly string[],
  rows: readonly StatementRow[],
): Promise<number> {
  const fresh = await tx.query(
    `INSERT INTO app.bank_statement_lines
       (id, statement_id, line_no, account, bank_number, currency, amount, reference, ending, booked_at)
     SELECT u.id, $1, u.n, u.account, u.bank_number, u.currency, u.amount, u.reference, u.ending, u.booked_at
     FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::text[], $9::timestamptz[])
       WITH ORDINALITY AS u (id, account, bank_number, currency, amount, reference, ending, booked_at, n)
     ON CONFLICT (account, bank_number) DO NOTHING RETURNING 1`,
    [
      statementId,
      ids,
      rows.map(({ account }) => account),
      rows.map(({ bankNumber }) => bankNumber),
      rows.map(({ currency }) => currency),
      rows.map(({ amount }) => amount),
      rows.map(({ reference }) => reference),
      rows.map(({ ending }) => ending),
      rows.map(({ bookedAt }) => bookedAt),
    ],
  )
  return fresh.length
}

export interface LineRow {
  readonly id: string
  readonly account: string
  readonly bankNumber: string
  readonly currency: string
  readonly amount: bigint
  readonly reference: string
  readonly ending: string
  readonly bookedAt: Date
  /** When it found its deposit or withdrawal; null before. */
  readonly matchedAt: Date | null
  readonly differences: readonly string[]
}

const columns = `l.id, l.account, l.bank_number AS "bankNumber", l.currency, l.amount, l.reference, l.ending,
  l.booked_at AS "bookedAt", l.matched_at AS "matchedAt", l.differences`

/** A condition: a line of a bank statement is not matched. */
export const isLineOpen = 'EXISTS (SELECT FROM app.bank_statement_lines WHERE matched_at IS NULL)'

/** Unmatched incoming lines, oldest first, locked against a second matcher. */
export const lockOpenLines = (tx: Tx, since: Date, limit: number): Promise<readonly LineRow[]> =>
  tx.query<LineRow>(
    `SELECT ${columns} FROM app.bank_statement_lines l
     WHERE l.matched_at IS NULL AND l.booked_at >= $1 AND l.amount > 0
       AND NOT EXISTS (SELECT FROM app.suspense_items i WHERE i.line_id = l.id)
     ORDER BY l.booked_at, l.id LIMIT $2 FOR UPDATE OF l SKIP LOCKED`,
    [since, limit],
  )

/** Unmatched incoming lines of one statement, as the matcher reads them. */
export const readLinesOf = (tx: Tx, statementId: string): Promise<readonly LineRow[]> =>
  tx.query<LineRow>(
    `SELECT ${columns} FROM app.bank_statement_lines l
     WHERE l.statement_id = $1 AND l.matched_at IS NULL AND l.amount > 0 ORDER BY l.booked_at, l.id LIMIT 1000`,
    [statementId],
  )

/** Unmatched outgoing lines. */
export const readOpenPayments = (tx: Tx, since: Date, limit: number): Promise<readonly LineRow[]> =>
  tx.query<LineRow>(
    `SELECT ${columns} FROM app.bank_statement_lines l
     WHERE l.matched_at IS NULL AND l.booked_at >= $1 AND l.amount < 0
       AND NOT EXISTS (SELECT FROM app.suspense_items i WHERE i.line_id = l.id) ORDER BY l.booked_at, l.id LIMIT $2`,
    [since, limit],
  )

/** One line, matched or not. */
export async function readLine(tx: Tx, lineId: string): Promise<LineRow | undefined> {
  const [row] = await tx.query<LineRow>(`SELECT ${columns} FROM app.bank_statement_lines l WHERE l.id = $1`, [
    lineId,
  ])
  return row
}

export async function readLineOfDeposit(tx: Tx, depositId: string): Promise<LineRow | undefined> {
  const [row] = await tx.query<LineRow>(
    `SELECT ${columns} FROM app.bank_statement_lines l WHERE l.deposit_id = $1`,
    [depositId],
  )
  return row
}

export interface UnmatchedDeposit {
  readonly depositId: string
  readonly currency: string
  readonly amount: bigint
  readonly reference: string
  readonly ending: string | null
  readonly sentAt: Date
  readonly account: string
}

/** Pending deposits without a line, by the account they were paid into. */
export const readUnmatched = (tx: Tx): Promise<readonly UnmatchedDeposit[]> =>
  tx.query<UnmatchedDeposit>(
    `SELECT d.id AS "depositId", d.currency, d.amount, d.reference, d.from_ending AS ending, d.sent_at AS "sentAt",
       c.number AS account
     FROM app.deposits d JOIN app.deposit_channels c ON c.id = d.channel_id
     WHERE d.state = 'pending' AND NOT EXISTS (SELECT FROM app.bank_statement_lines l WHERE l.deposit_id = d.id)`,
  )

export async function matchToDeposit(
  tx: Tx,
  lineId: string,
  depositId: string,
  differences: readonly string[],
  at: Date,
): Promise<void> {
  await tx.query(
    'UPDATE app.bank_statement_lines SET deposit_id = $2, differences = $3, matched_at = $4 WHERE id = $1',
    [lineId, depositId, differences, at],
  )
}

/** Returns false when the line was matched with another meanwhile. */
export async function matchToWithdrawal(
  tx: Tx,
  lineId: string,
  withdrawalId: string,
  at: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE app.bank_statement_lines SET withdrawal_id = $2, matched_at = $3
     WHERE id = $1 AND matched_at IS NULL RETURNING 1`,
    [lineId, withdrawalId, at],
  )
  return rows.length === 1
}

export interface BesideRow extends LineRow {
  readonly depositId: string | null
  readonly withdrawalId: string | null
  readonly reviewId: string | null
  readonly number: string | null
  readonly claimed: bigint | null
  readonly expectedReference: string | null
  readonly fromEnding: string | null
  readonly sentAt: Date | null
  readonly state: RequestState | null
}

const besideColumns = `${columns}, l.deposit_id AS "depositId", l.withdrawal_id AS "withdrawalId", r.id AS "reviewId", r.number,
  d.amount AS claimed, d.reference AS "expectedReference", d.from_ending AS "fromEnding", d.sent_at AS "sentAt", d.state`
const besideSource = `app.bank_statement_lines l LEFT JOIN app.deposits d ON d.id = l.deposit_id
  LEFT JOIN LATERAL (
    SELECT v.id, v.number FROM app.reviews v
    WHERE v.member_id = d.member_id AND v.kind = 'deposit' AND v.subject = d.id::text
    ORDER BY v.opened_at DESC LIMIT 1
  ) r ON true`
/** Needs attention: no owner yet, or it differs from a deposit that is still pending. */
const isOdd = `(l.matched_at IS NULL AND NOT EXISTS (SELECT FROM app.suspense_items i WHERE i.line_id = l.id)
  OR (l.differences <> '{}' AND d.state = 'pending'))`

/** The lines of one statement in its order; without one, those that need attention, newest first. */
export const readBeside = (tx: Tx, statementId: string | null): Promise<readonly BesideRow[]> =>
  statementId === null
    ? tx.query<BesideRow>(
        `SELECT ${besideColumns} FROM ${besideSource} WHERE ${isOdd} ORDER BY l.booked_at DESC, l.id DESC LIMIT 200`,
      )
    : tx.query<BesideRow>(
        `SELECT ${besideColumns} FROM ${besideSource} WHERE l.statement_id = $1 ORDER BY l.line_no LIMIT 1000`,
        [statementId],
      )

export async function readBesideDeposit(tx: Tx, depositId: string): Promise<BesideRow | undefined> {
  const [row] = await tx.query<BesideRow>(
    `SELECT ${besideColumns} FROM ${besideSource} WHERE l.deposit_id = $1`,
    [depositId],
  )
  return row
}

export interface StatementSum {
  readonly statementId: string
  readonly fileName: string
  readonly sha256: string
  readonly lines: number
  readonly fresh: number
  readonly matched: number
  readonly differing: number
  readonly open: number
  readonly by: string | null
  readonly importedAt: Date
}

/** The last fifty, with the outcome of their lines. */
export const readStatements = (tx: Tx): Promise<readonly StatementSum[]> =>
  tx.query<StatementSum>(
    `SELECT s.id AS "statementId", s.file_name AS "fileName", s.sha256, s.lines, o.name AS by,
       s.imported_at AS "importedAt", count(l.id)::integer AS fresh,
       (count(*) FILTER (WHERE l.matched_at IS NOT NULL AND l.differences = '{}'))::integer AS matched,
       (count(*) FILTER (WHERE l.differences <> '{}'))::integer AS differing,
       (count(*) FILTER (WHERE l.id IS NOT NULL AND l.matched_at IS NULL))::integer AS open
     FROM (SELECT * FROM app.bank_statements ORDER BY imported_at DESC, id DESC LIMIT 50) s
     LEFT JOIN app.bank_statement_lines l ON l.statement_id = s.id
     LEFT JOIN app.operators o ON 'operator:' || o.id = s.imported_by
     GROUP BY s.id, s.file_name, s.sha256, s.lines, o.name, s.imported_at ORDER BY s.imported_at DESC, s.id DESC`,
  )

export async function countOdd(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM app.bank_statement_lines l LEFT JOIN app.deposits d ON d.id = l.deposit_id
     WHERE ${isOdd}`,
  )
  return row!.count
}
