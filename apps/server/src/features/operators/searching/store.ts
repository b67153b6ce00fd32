import type { ReviewKind, ReviewState } from '@fairlot/contract/operators'
import type { Tx } from '#platform/db'

/** The owner of what was found. */
interface Owned {
  readonly memberId: string
  readonly account: string
  readonly name: string | null
}

export interface MemberRow extends Owned {}

const owner = `m.id AS "memberId", m.account, i.name_masked AS name`
const joinOwner = (of: string): string =>
  `JOIN app.members m ON m.id = ${of} LEFT JOIN app.identities i ON i.member_id = m.id`

/** By account, id, number or masked name; the newest first. */
export const findMembers = (
  tx: Tx,
  asked: {
    readonly account: string | null
    readonly id: string | null
    readonly memberNumber: string | null
    readonly maskedName: string | null
  },
  limit: number,
): Promise<readonly MemberRow[]> =>
  tx.query<MemberRow>(
    `SELECT ${owner} FROM (
       SELECT id FROM app.members WHERE account = $1
       UNION SELECT id FROM app.members WHERE id = $2::uuid
       UNION (SELECT id FROM app.members WHERE right(id::text, 6) = $3 ORDER BY id DESC LIMIT $5)
       UNION (SELECT member_id FROM app.identities WHERE name_masked = $4 ORDER BY member_id DESC LIMIT $5)
     ) AS found (id) ${joinOwner('found.id')} ORDER BY m.id DESC LIMIT $5`,
    [asked.account, asked.id, asked.memberNumber, asked.maskedName, limit],
  )

export interface FoundReview {
  readonly id: string
  readonly number: string
  readonly kind: ReviewKind
  readonly state: ReviewState
  readonly memberId: string | null
  readonly account: string | null
  readonly name: string | null
}

export const findReviews = (
  tx: Tx,
  number: string | null,
  id: string | null,
  limit: number,
): Promise<readonly FoundReview[]> =>
  tx.query<FoundReview>(
    `SELECT r.id, r.number, r.kind, r.state, r.member_id AS "memberId", m.account, i.name_masked AS name
     FROM app.reviews r LEFT JOIN app.members m ON m.id = r.member_id
     LEFT JOIN app.identities i ON i.member_id = r.member_id
     WHERE r.number = $1 OR r.id = $2::uuid ORDER BY r.opened_at DESC LIMIT $3`,
    [number, id, limit],
  )

export interface FoundRequest extends Owned {
  readonly kind: 'deposit' | 'withdrawal' | 'bank-account' | 'order'
  readonly id: string
  /** The reference, the bank and ending, or the symbol. */
  readonly title: string
  readonly state: string
}

/** By the whole reference, or by the end of the account that paid. */
export const findDeposits = (
  tx: Tx,
  reference: string | null,
  ending: string | null,
  limit: number,
): Promise<readonly FoundRequest[]> =>
  tx.query<FoundRequest>(
    `SELECT 'deposit' AS kind, d.id, d.reference AS title, d.state, ${owner} FROM app.deposits d ${joinOwner('d.member_id')}
     WHERE d.reference = $1 OR d.from_ending = $2 ORDER BY d.sent_at DESC LIMIT $3`,
    [reference, ending, limit],
  )

export const findWithdrawals = (tx: Tx, reference: string, limit: number): Promise<readonly FoundRequest[]> =>
  tx.query<FoundRequest>(
    `SELECT 'withdrawal' AS kind, w.id, w.reference AS title, coalesce(w.stage, w.state) AS state, ${owner}
     FROM app.withdrawals w ${joinOwner('w.member_id')} WHERE w.reference = $1 LIMIT $2`,
    [reference, limit],
  )

/** Only the last four digits of an account are stored in the clear. */
export const findBankAccounts = (tx: Tx, ending: string, limit: number): Promise<readonly FoundRequest[]> =>
  tx.query<FoundRequest>(
    `SELECT 'bank-account' AS kind, b.id, b.bank_name || ' •••• ' || b.ending AS title, b.state, ${owner}
     FROM app.bank_accounts b ${joinOwner('b.member_id')} WHERE b.ending = right($1, 4) ORDER BY b.added_at DESC LIMIT $2`,
    [ending, limit],
  )

export const findOrders = (tx: Tx, id: string): Promise<readonly FoundRequest[]> =>
  tx.query<FoundRequest>(
    `SELECT 'order' AS kind, o.id, o.symbol AS title, o.state, ${owner} FROM app.orders o ${joinOwner('o.member_id')}
     WHERE o.id = $1`,
    [id],
  )

export interface FoundLine {
  readonly id: string
  readonly reference: string
  readonly bankNumber: string
  readonly isMatched: boolean
}

export const findBankLines = (tx: Tx, reference: string, limit: number): Promise<readonly FoundLine[]> =>
  tx.query<FoundLine>(
    `SELECT id, reference, bank_number AS "bankNumber", matched_at IS NOT NULL AS "isMatched"
     FROM app.bank_statement_lines WHERE reference = $1 ORDER BY booked_at DESC LIMIT $2`,
    [reference, limit],
  )

export interface FoundStock {
  readonly symbol: string
  readonly nameTw: string
  readonly nameEn: string
}

/** By the beginning of the symbol or a part of the name. */
export const findStocks = (tx: Tx, text: string, limit: number): Promise<readonly FoundStock[]> =>
  tx.query<FoundStock>(
    `SELECT symbol, name_tw AS "nameTw", name_en AS "nameEn" FROM app.instruments
     WHERE starts_with(symbol, upper($1)) OR position(lower($1) IN lower(name_tw)) > 0
       OR position(lower($1) IN lower(name_en)) > 0
     ORDER BY symbol <> upper($1), symbol LIMIT $2`,
    [text, limit],
  )
