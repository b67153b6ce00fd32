import type { BankAccountRejection, BankAccountState, BankCurrency } from '@fairlot/contract/bank-accounts'
import type { Tx } from '#platform/db'

export interface ConsoleBankAccount {
  readonly id: string
  readonly memberId: string
  readonly account: string
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

const columns = `b.id, b.member_id AS "memberId", m.account, b.currency, b.holder_masked AS holder, b.bank_name AS bank,
  b.ending, b.state, b.rejection_reason AS "rejectionReason", b.note, b.device_key IS NOT NULL AS "isSigned", b.added_at AS "addedAt",
  b.decided_at AS "decidedAt", b.usable_from AS "usableFrom", r.id AS "reviewId", r.number,
  r.promised_at AS "promisedAt", coalesce(r.state = 'second', false) AS "isSecond"`
const source = `app.bank_accounts b JOIN app.members m ON m.id = b.member_id
  LEFT JOIN LATERAL (
    SELECT v.id, v.number, v.state, v.promised_at FROM app.reviews v
    WHERE v.member_id = b.member_id AND v.kind = 'bank-account' AND v.subject = b.id::text
    ORDER BY v.opened_at DESC LIMIT 1
  ) r ON true`

/** The longest waiting first. */
export const readPendingAccounts = (
  tx: Tx,
  after: { readonly at: Date; readonly id: string } | null,
  limit: number,
): Promise<readonly ConsoleBankAccount[]> =>
  tx.query<ConsoleBankAccount>(
    `SELECT ${columns} FROM ${source}
     WHERE b.state = 'pending' AND ($1::timestamptz IS NULL OR (b.added_at, b.id) > ($1, $2::uuid))
     ORDER BY b.added_at, b.id LIMIT $3`,
    [after?.at ?? null, after?.id ?? null, limit],
  )

/** Newest first: ids contain the time of creation. */
export const readDecidedAccounts = (
  tx: Tx,
  state: BankAccountState,
  after: { readonly id: string } | null,
  limit: number,
): Promise<readonly ConsoleBankAccount[]> =>
  tx.query<ConsoleBankAccount>(
    `SELECT ${columns} FROM ${source}
     WHERE b.state = $1 AND ($2::uuid IS NULL OR b.id < $2) ORDER BY b.id DESC LIMIT $3`,
    [state, after?.id ?? null, limit],
  )

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
