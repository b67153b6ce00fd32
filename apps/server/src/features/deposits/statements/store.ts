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

/** False when the same file was taken before. */
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

/** Answers how many were new: files of a bank overlap. */
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
  readonly differences: readonly string[]
}

const columns = `l.id, l.account, l.bank_number AS "bankNumber", l.currency, l.amount, l.reference, l.ending,
  l.booked_at AS "bookedAt", l.differences`

/** Lines that came in and belong to nothing yet, oldest first, locked against a second matcher. */
export const lockOpenLines = (tx: Tx, since: Date, limit: number): Promise<readonly LineRow[]> =>
  tx.query<LineRow>(
    `SELECT ${columns} FROM app.bank_statement_lines l
     WHERE l.matched_at IS NULL AND l.booked_at >= $1 AND l.amount > 0
     ORDER BY l.booked_at, l.id LIMIT $2 FOR UPDATE SKIP LOCKED`,
    [since, limit],
  )

/** Lines that went out and belong to nothing yet. */
export const readOpenPayments = (tx: Tx, since: Date, limit: number): Promise<readonly LineRow[]> =>
  tx.query<LineRow>(
    `SELECT ${columns} FROM app.bank_statement_lines l
     WHERE l.matched_at IS NULL AND l.booked_at >= $1 AND l.amount < 0 ORDER BY l.booked_at, l.id LIMIT $2`,
    [since, limit],
  )

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

/** Pending ones without a line, by the account they were paid into. */
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

/** False when another has taken the line meanwhile. */
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

/** What people should look at: no owner yet, or not what its owner says. */
export async function readOddLines(tx: Tx) {
  const rows = await tx.query<LineRow & { readonly depositId: string | null }>(
    `SELECT ${columns}, l.deposit_id AS "depositId" FROM app.bank_statement_lines l
     WHERE l.matched_at IS NULL OR l.differences <> '{}' ORDER BY l.booked_at DESC, l.id DESC LIMIT 200`,
  )
  return rows.map(({ id, amount, bookedAt, differences, ...row }) => ({
    ...row,
    lineId: id,
    amount: amount.toString(),
    bookedAt: bookedAt.toISOString(),
    differences: [...differences],
  }))
}
