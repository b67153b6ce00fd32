import type { BankAccountRejection, BankAccountState, BankCurrency } from '@fairlot/contract/bank-accounts'
import type { ListFilter, SearchQuery } from '#features/operators'
import type { Tx } from '#platform/db'

export interface ConsoleBankAccount {
  readonly id: string
  readonly memberId: string
  readonly account: string
  readonly name: string | null
  readonly currency: BankCurrency
  readonly holder: string
  readonly bank: string
  readonly ending: string
  readonly state: BankAccountState
  readonly rejectionReason: BankAccountRejection | null
  readonly note: string | null
  readonly isSigned: boolean
  readonly addedAt: Date
  readonly decidedAt: Date | null
  readonly usableFrom: Date | null
  readonly reviewId: string | null
  readonly number: string | null
  readonly promisedAt: Date | null
  readonly isSecond: boolean
}

const columns = `b.id, b.member_id AS "memberId", m.account, i.name_masked AS name, b.currency, b.holder_masked AS holder, b.bank_name AS bank,
  b.ending, b.state, b.rejection_reason AS "rejectionReason", b.note, b.device_key IS NOT NULL AS "isSigned", b.added_at AS "addedAt",
  b.decided_at AS "decidedAt", b.usable_from AS "usableFrom", r.id AS "reviewId", r.number,
  r.promised_at AS "promisedAt", coalesce(r.state = 'second', false) AS "isSecond"`
const source = `app.bank_accounts b JOIN app.members m ON m.id = b.member_id LEFT JOIN app.identities i ON i.member_id = b.member_id
  LEFT JOIN LATERAL (
    SELECT v.id, v.number, v.state, v.promised_at FROM app.reviews v
    WHERE v.member_id = b.member_id AND v.kind = 'bank-account' AND v.subject = b.id::text
    ORDER BY v.opened_at DESC LIMIT 1
  ) r ON true`

/** The filter of every statement here: $1 from, $2 until, $3 ids. */
const conditions = `($1::timestamptz IS NULL OR b.added_at >= $1) AND ($2::timestamptz IS NULL OR b.added_at < $2)
  AND ($3::uuid[] IS NULL OR b.id = ANY ($3))`

const valuesOf = ({ from, until, ids }: ListFilter): unknown[] => [from, until, ids]

/** The longest waiting first. */
export const readPendingAccounts = (
  tx: Tx,
  filter: ListFilter,
  after: { readonly at: Date; readonly id: string } | null,
  limit: number,
): Promise<readonly ConsoleBankAccount[]> =>
  tx.query<ConsoleBankAccount>(
    `SELECT ${columns} FROM ${source}
     WHERE b.state = 'pending' AND ${conditions} AND ($4::timestamptz IS NULL OR (b.added_at, b.id) > ($4, $5::uuid))
     ORDER BY b.added_at, b.id LIMIT $6`,
    [...valuesOf(filter), after?.at ?? null, after?.id ?? null, limit],
  )

/** Newest first: ids contain the time of creation. */
export const readDecidedAccounts = (
  tx: Tx,
  filter: ListFilter,
  state: BankAccountState,
  after: { readonly id: string } | null,
  limit: number,
): Promise<readonly ConsoleBankAccount[]> =>
  tx.query<ConsoleBankAccount>(
    `SELECT ${columns} FROM ${source}
     WHERE b.state = $4 AND ${conditions} AND ($5::uuid IS NULL OR b.id < $5) ORDER BY b.id DESC LIMIT $6`,
    [...valuesOf(filter), state, after?.id ?? null, limit],
  )

/** A count stops at `max`: the history has no end. */
export const countByState = (
  tx: Tx,
  filter: ListFilter,
  states: readonly BankAccountState[],
  max: number,
): Promise<readonly { readonly state: BankAccountState; readonly count: number }[]> =>
  tx.query<{ state: BankAccountState; count: number }>(
    `SELECT s.state, (SELECT count(*)::integer FROM (
       SELECT FROM app.bank_accounts b WHERE b.state = s.state AND ${conditions} LIMIT $5) AS few) AS count
     FROM unnest($4::text[]) AS s (state)`,
    [...valuesOf(filter), states, max],
  )

/** Bank accounts of these members, with this ending, or of this review. */
export async function findBankAccountIds(
  tx: Tx,
  { ending, reviewNumber, id }: SearchQuery,
  memberIds: readonly string[],
): Promise<readonly string[]> {
  const rows = await tx.query<{ id: string }>(
    `SELECT id FROM app.bank_accounts WHERE member_id = ANY ($1::uuid[])
     UNION SELECT id FROM app.bank_accounts WHERE ending = right($2, 4)
     UNION SELECT r.subject::uuid FROM app.reviews r WHERE r.number = $3 AND r.kind = 'bank-account'
     UNION SELECT id FROM app.bank_accounts WHERE id = $4::uuid
     LIMIT 1000`,
    [memberIds, ending, reviewNumber, id],
  )
  return rows.map((row) => row.id)
}

export async function countPendingAccounts(
  tx: Tx,
  now: Date,
): Promise<{ readonly pending: number; readonly late: number }> {
  const [row] = await tx.query<{ pending: number; late: number }>(
    `SELECT count(*)::integer AS pending, (count(*) FILTER (WHERE promised_at < $1))::integer AS late
     FROM app.reviews WHERE kind = 'bank-account' AND state IN ('waiting', 'second')`,
    [now],
  )
  return row!
}
