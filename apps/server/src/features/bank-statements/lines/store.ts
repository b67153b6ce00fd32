import type { BankLineState, BankLineTarget } from '@fairlot/contract/bank-statements'
import type { Currency } from '@fairlot/money'
import type { Tx } from '#platform/db'

export interface BankLineRow {
  readonly id: string
  readonly account: string
  readonly channelTw: string | null
  readonly channelEn: string | null
  readonly bankNumber: string
  readonly currency: Currency
  readonly amount: bigint
  readonly reference: string
  readonly ending: string
  readonly bookedAt: Date
  readonly state: BankLineState
  readonly proposalId: string | null
  readonly proposalNumber: string | null
  readonly proposalBy: string | null
  readonly ownerKind: BankLineTarget | null
  readonly ownerId: string | null
  readonly ownerNumber: string | null
  readonly handledAt: Date | null
  readonly handledBy: readonly string[]
  readonly returnReference: string | null
}

const stateOf = `CASE WHEN l.matched_at IS NOT NULL THEN 'matched' WHEN i.state = 'held' THEN 'suspense'
  WHEN i.state IN ('returning', 'returned') THEN i.state ELSE 'open' END`
const columns = `l.id, l.account, c.name_tw AS "channelTw", c.name_en AS "channelEn", l.bank_number AS "bankNumber", l.currency, l.amount,
  l.reference, l.ending, l.booked_at AS "bookedAt", ${stateOf} AS state,
  p.id AS "proposalId", p.number AS "proposalNumber", p.name AS "proposalBy",
  CASE WHEN l.deposit_id IS NOT NULL THEN 'deposit' WHEN l.withdrawal_id IS NOT NULL THEN 'payout'
    WHEN l.returned_withdrawal IS NOT NULL THEN 'returned-payout' END AS "ownerKind",
  coalesce(l.deposit_id, l.withdrawal_id, l.returned_withdrawal) AS "ownerId", o.number AS "ownerNumber",
  coalesce(l.matched_at, i.ended_at, i.returning_at, i.taken_at) AS "handledAt",
  ARRAY(SELECT n.name FROM app.review_votes v JOIN app.operators n ON n.id = v.operator_id
    WHERE v.review_id = coalesce(i.released_review, i.return_review, i.taken_review, m.id) AND v.decision = 'approve'
    ORDER BY v.at) AS "handledBy", i.return_reference AS "returnReference"`
const source = `app.bank_statement_lines l
  LEFT JOIN app.suspense_items i ON i.line_id = l.id
  LEFT JOIN LATERAL (SELECT x.name_tw, x.name_en FROM app.deposit_channels x
    WHERE x.number = l.account AND x.currency = l.currency ORDER BY x.place LIMIT 1) AS c ON true
  LEFT JOIN LATERAL (SELECT r.id, r.number, n.name FROM app.reviews r LEFT JOIN app.operators n ON n.id = r.opened_by
    WHERE r.kind = 'bank-line' AND r.subject = l.id::text AND r.state IN ('waiting', 'second', 'decided') LIMIT 1) AS p ON true
  LEFT JOIN LATERAL (SELECT r.id FROM app.reviews r WHERE r.kind = 'bank-line' AND r.subject = l.id::text AND r.state = 'closed'
    AND r.decision = 'approve' ORDER BY r.closed_at DESC LIMIT 1) AS m ON true
  LEFT JOIN LATERAL (SELECT r.number FROM app.reviews r
    WHERE r.kind = CASE WHEN l.deposit_id IS NOT NULL THEN 'deposit' ELSE 'withdrawal' END
      AND r.subject = coalesce(l.deposit_id, l.withdrawal_id, l.returned_withdrawal)::text ORDER BY r.opened_at DESC LIMIT 1) AS o ON true`
// A line that returns another is shown with that one.
const own = 'l.returns_line IS NULL'

export const readBankLines = (
  tx: Tx,
  state: BankLineState,
  account: string | null,
): Promise<readonly BankLineRow[]> =>
  tx.query<BankLineRow>(
    `SELECT ${columns} FROM ${source}
     WHERE ${own} AND ${stateOf} = $1 AND ($2::text IS NULL OR l.account = $2)
     ORDER BY l.booked_at DESC, l.id DESC LIMIT 200`,
    [state, account],
  )

/** The most recently decided lines, by the worker or by operators. */
export const readHandled = (tx: Tx, limit: number): Promise<readonly BankLineRow[]> =>
  tx.query<BankLineRow>(
    `SELECT ${columns} FROM ${source} WHERE ${own} AND l.id IN (
       (SELECT x.id FROM app.bank_statement_lines x WHERE x.matched_at IS NOT NULL AND x.returns_line IS NULL
        ORDER BY x.matched_at DESC, x.id DESC LIMIT $1)
       UNION ALL
       (SELECT x.line_id FROM app.suspense_items x ORDER BY coalesce(x.ended_at, x.returning_at, x.taken_at) DESC LIMIT $1))
     ORDER BY "handledAt" DESC, l.id DESC LIMIT $1`,
    [limit],
  )

export async function readBankLine(tx: Tx, lineId: string): Promise<BankLineRow | undefined> {
  const [row] = await tx.query<BankLineRow>(`SELECT ${columns} FROM ${source} WHERE ${own} AND l.id = $1`, [
    lineId,
  ])
  return row
}

export interface LineSums {
  readonly counts: Readonly<Record<BankLineState, number>>
  readonly open: string
  readonly suspense: string
  readonly returning: string
  readonly books: string
  readonly lines: { readonly open: number; readonly suspense: number; readonly returning: number }
}

export async function readLineSums(tx: Tx): Promise<LineSums> {
  const [rows, books] = await Promise.all([
    tx.query<{ state: BankLineState; count: number; summed: number; sum: string }>(
      `SELECT ${stateOf} AS state, count(*)::integer AS count,
         (count(*) FILTER (WHERE l.currency = 'TWD'))::integer AS summed,
         coalesce(sum(l.amount) FILTER (WHERE l.currency = 'TWD'), 0)::text AS sum
       FROM app.bank_statement_lines l LEFT JOIN app.suspense_items i ON i.line_id = l.id WHERE ${own} GROUP BY 1`,
    ),
    tx.query<{ books: string }>(`SELECT ledger.balance_of('suspense/main/TWD/open')::text AS books`),
  ])
  const of = (state: BankLineState) => rows.find((row) => row.state === state)
  return {
    counts: {
      open: of('open')?.count ?? 0,
      suspense: of('suspense')?.count ?? 0,
      returning: of('returning')?.count ?? 0,
      returned: of('returned')?.count ?? 0,
      matched: of('matched')?.count ?? 0,
    },
    open: of('open')?.sum ?? '0',
    suspense: of('suspense')?.sum ?? '0',
    returning: of('returning')?.sum ?? '0',
    books: books[0]!.books,
    lines: {
      open: of('open')?.summed ?? 0,
      suspense: of('suspense')?.summed ?? 0,
      returning: of('returning')?.summed ?? 0,
    },
  }
}

export const readLineAccounts = (
  tx: Tx,
): Promise<readonly { readonly account: string; readonly tw: string | null; readonly en: string | null }[]> =>
  tx.query(
    `SELECT DISTINCT ON (l.account) l.account, c.name_tw AS tw, c.name_en AS en FROM app.bank_statement_lines l
     LEFT JOIN app.deposit_channels c ON c.number = l.account ORDER BY l.account, c.place`,
  )

export interface NoteRow {
  readonly by: string
  readonly at: Date
  readonly note: string
}

export const readNotes = (tx: Tx, lineId: string): Promise<readonly NoteRow[]> =>
  tx.query<NoteRow>(
    `SELECT o.name AS by, n.at, n.note FROM app.bank_line_notes n JOIN app.operators o ON o.id = n.operator_id
     WHERE n.line_id = $1 ORDER BY n.at DESC LIMIT 50`,
    [lineId],
  )

export async function insertNote(
  tx: Tx,
  note: {
    readonly id: string
    readonly lineId: string
    readonly operatorId: string
    readonly note: string
    readonly at: Date
  },
): Promise<void> {
  await tx.query(
    'INSERT INTO app.bank_line_notes (id, line_id, operator_id, note, at) VALUES ($1, $2, $3, $4, $5)',
    [note.id, note.lineId, note.operatorId, note.note, note.at],
  )
}

export interface CandidateRow {
  readonly kind: BankLineTarget
  readonly id: string
  readonly number: string | null
  readonly account: string
  readonly amount: bigint
  readonly currency: string
  readonly reference: string
  readonly ending: string | null
  readonly sentAt: Date
}

const candidateOf = (
  kind: BankLineTarget,
  table: 'deposits' | 'withdrawals',
  ending: string,
  where: string,
): string =>
  `SELECT '${kind}' AS kind, x.id, r.number, m.account, x.amount, x.currency, x.reference, ${ending} AS ending, x.sent_at AS "sentAt"
   FROM app.${table} x JOIN app.members m ON m.id = x.member_id
   LEFT JOIN LATERAL (SELECT v.number FROM app.reviews v WHERE v.kind = '${table.slice(0, -1)}' AND v.subject = x.id::text
     ORDER BY v.opened_at DESC LIMIT 1) AS r ON true
   WHERE x.currency = $1 AND ${where}`
const candidates: Readonly<Record<BankLineTarget, string>> = {
  deposit: candidateOf(
    'deposit',
    'deposits',
    'x.from_ending',
    `x.state = 'pending' AND NOT EXISTS (SELECT FROM app.bank_statement_lines o WHERE o.deposit_id = x.id)`,
  ),
  payout: candidateOf('payout', 'withdrawals', 'NULL::text', `x.stage = 'sent'`),
  'returned-payout': candidateOf(
    'returned-payout',
    'withdrawals',
    'NULL::text',
    `x.stage = 'returned' AND x.paid_at IS NOT NULL
     AND NOT EXISTS (SELECT FROM app.bank_statement_lines o WHERE o.returned_withdrawal = x.id)`,
  ),
}

export const readCandidates = (
  tx: Tx,
  kind: BankLineTarget,
  currency: string,
): Promise<readonly CandidateRow[]> =>
  tx.query<CandidateRow>(`${candidates[kind]} ORDER BY x.sent_at DESC LIMIT 200`, [currency])

export async function readCandidate(
  tx: Tx,
  kind: BankLineTarget,
  currency: string,
  id: string,
): Promise<CandidateRow | undefined> {
  const [row] = await tx.query<CandidateRow>(`${candidates[kind]} AND x.id = $2`, [currency, id])
  return row
}

/** Locked until the transaction ends: the matcher skips it. */
export async function lockBankLine(tx: Tx, lineId: string): Promise<boolean> {
  const rows = await tx.query('SELECT 1 FROM app.bank_statement_lines WHERE id = $1 FOR UPDATE', [lineId])
  return rows.length === 1
}

export async function insertSuspense(
  tx: Tx,
  item: {
    readonly lineId: string
    readonly currency: string
    readonly amount: bigint
    readonly entryId: string
    readonly reviewId: string | null
    readonly at: Date
  },
): Promise<void> {
  await tx.query(
    `INSERT INTO app.suspense_items (line_id, currency, amount, state, taken_at, taken_entry, taken_review)
     VALUES ($1, $2, $3, 'held', $4, $5, $6)`,
    [item.lineId, item.currency, item.amount, item.at, item.entryId, item.reviewId],
  )
}

export async function releaseSuspense(
  tx: Tx,
  lineId: string,
  reviewId: string,
  entryId: string,
  at: Date,
): Promise<void> {
  await tx.query(
    `UPDATE app.suspense_items SET state = 'released', released_review = $2, ended_entry = $3, ended_at = $4 WHERE line_id = $1`,
    [lineId, reviewId, entryId, at],
  )
}

export async function startReturn(
  tx: Tx,
  lineId: string,
  reviewId: string,
  reference: string,
  at: Date,
): Promise<void> {
  await tx.query(
    `UPDATE app.suspense_items SET state = 'returning', return_review = $2, return_reference = $3, returning_at = $4
     WHERE line_id = $1`,
    [lineId, reviewId, reference, at],
  )
}

export async function endReturn(tx: Tx, lineId: string, entryId: string, at: Date): Promise<void> {
  await tx.query(
    `UPDATE app.suspense_items SET state = 'returned', ended_entry = $2, ended_at = $3 WHERE line_id = $1`,
    [lineId, entryId, at],
  )
}

export async function matchReturnedPayout(
  tx: Tx,
  lineId: string,
  withdrawalId: string,
  at: Date,
): Promise<void> {
  await tx.query(
    'UPDATE app.bank_statement_lines SET returned_withdrawal = $2, matched_at = $3 WHERE id = $1',
    [lineId, withdrawalId, at],
  )
}

export async function matchReturn(tx: Tx, outLineId: string, lineId: string, at: Date): Promise<void> {
  await tx.query('UPDATE app.bank_statement_lines SET returns_line = $2, matched_at = $3 WHERE id = $1', [
    outLineId,
    lineId,
    at,
  ])
}

/** Lines that arrived before `before` and still have no owner. */
export const readOldLines = (
  tx: Tx,
  before: Date,
  limit: number,
): Promise<readonly { readonly id: string }[]> =>
  tx.query(
    `SELECT l.id FROM app.bank_statement_lines l WHERE l.matched_at IS NULL AND l.amount > 0 AND l.booked_at < $1
       AND NOT EXISTS (SELECT FROM app.suspense_items i WHERE i.line_id = l.id)
       AND NOT EXISTS (SELECT FROM app.reviews r WHERE r.kind = 'bank-line' AND r.subject = l.id::text
         AND r.state IN ('waiting', 'second', 'decided'))
     ORDER BY l.booked_at, l.id LIMIT $2`,
    [before, limit],
  )

/** Outgoing lines with the reference of a pending return, to the cent. */
export const readSentBack = (
  tx: Tx,
  limit: number,
): Promise<
  readonly {
    readonly lineId: string
    readonly outLineId: string
    readonly currency: Currency
    readonly amount: bigint
  }[]
> =>
  tx.query(
    `SELECT i.line_id AS "lineId", o.id AS "outLineId", i.currency, i.amount FROM app.suspense_items i
     JOIN app.bank_statement_lines o ON o.matched_at IS NULL AND o.currency = i.currency AND o.amount = -i.amount
       AND position(i.return_reference IN upper(o.reference)) > 0
       AND NOT EXISTS (SELECT FROM app.suspense_items x WHERE x.line_id = o.id)
     WHERE i.state = 'returning' ORDER BY i.returning_at LIMIT $1`,
    [limit],
  )

/** Pending returns that the practice bank has not reported yet. */
export const readUnreported = (
  tx: Tx,
  before: Date,
): Promise<
  readonly {
    readonly account: string
    readonly reference: string
    readonly currency: string
    readonly amount: bigint
    readonly ending: string
  }[]
> =>
  tx.query(
    `SELECT l.account, i.return_reference AS reference, i.currency, i.amount, l.ending FROM app.suspense_items i
     JOIN app.bank_statement_lines l ON l.id = i.line_id WHERE i.state = 'returning' AND i.returning_at < $1 LIMIT 100`,
    [before],
  )
