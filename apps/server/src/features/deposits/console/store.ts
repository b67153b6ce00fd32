import type { DepositRejection, DepositState } from '@fairlot/contract/deposits'
import { filterValues, type ListFilter, type SearchQuery } from '#features/operators'
import type { Tx } from '#platform/db'

export interface ConsoleDeposit {
  readonly id: string
  readonly memberId: string
  readonly account: string
  readonly name: string | null
  readonly channelTw: string
  readonly channelEn: string
  readonly currency: string
  readonly amount: bigint
  readonly fee: bigint
  readonly booked: bigint | null
  readonly state: DepositState
  readonly rejectionReason: DepositRejection | null
  readonly note: string | null
  readonly fromEnding: string | null
  readonly reference: string
  readonly sentAt: Date
  readonly promisedAt: Date
  readonly decidedAt: Date | null
  readonly steps: readonly { readonly what: string; readonly at: string }[]
  readonly reviewId: string | null
  readonly number: string | null
  readonly isSecond: boolean
  readonly lineAmount: bigint | null
  readonly differences: readonly string[] | null
}

// The review is searched among the member's own: subjects of closed reviews have no index.
const columns = `d.id, d.member_id AS "memberId", m.account, i.name_masked AS name, c.name_tw AS "channelTw", c.name_en AS "channelEn", d.currency,
  d.amount, d.fee, d.booked, d.state, d.rejection_reason AS "rejectionReason", d.note, d.from_ending AS "fromEnding", d.reference, d.sent_at AS "sentAt",
  d.promised_at AS "promisedAt", d.decided_at AS "decidedAt", d.steps, r.id AS "reviewId", r.number,
  coalesce(r.state = 'second', false) AS "isSecond", l.amount AS "lineAmount", l.differences`
const source = `app.deposits d JOIN app.members m ON m.id = d.member_id LEFT JOIN app.identities i ON i.member_id = d.member_id
  JOIN app.deposit_channels c ON c.id = d.channel_id
  LEFT JOIN app.bank_statement_lines l ON l.deposit_id = d.id
  LEFT JOIN LATERAL (
    SELECT v.id, v.number, v.state FROM app.reviews v
    WHERE v.member_id = d.member_id AND v.kind = 'deposit' AND v.subject = d.id::text
    ORDER BY v.opened_at DESC LIMIT 1
  ) r ON true`

/** The filter of every statement here: $1 from, $2 until, $3 and $4 amounts, $5 ids, $6 channel. */
const conditions = `($1::timestamptz IS NULL OR d.sent_at >= $1) AND ($2::timestamptz IS NULL OR d.sent_at < $2)
  AND ($3::bigint IS NULL OR coalesce(d.booked, d.amount) >= $3) AND ($4::bigint IS NULL OR coalesce(d.booked, d.amount) <= $4)
  AND ($5::uuid[] IS NULL OR d.id = ANY ($5)) AND ($6::uuid IS NULL OR d.channel_id = $6)`

const valuesOf = (filter: ListFilter): unknown[] => [...filterValues(filter), filter.channelId]

/** The longest waiting first. */
export const readPendingDeposits = (
  tx: Tx,
  filter: ListFilter,
  after: { readonly at: Date; readonly id: string } | null,
  limit: number,
): Promise<readonly ConsoleDeposit[]> =>
  tx.query<ConsoleDeposit>(
    `SELECT ${columns} FROM ${source}
     WHERE d.state = 'pending' AND ${conditions} AND ($7::timestamptz IS NULL OR (d.sent_at, d.id) > ($7, $8::uuid))
     ORDER BY d.sent_at, d.id LIMIT $9`,
    [...valuesOf(filter), after?.at ?? null, after?.id ?? null, limit],
  )

/** Newest first: ids contain the time of submission. */
export const readDecidedDeposits = (
  tx: Tx,
  filter: ListFilter,
  state: DepositState,
  after: { readonly id: string } | null,
  limit: number,
): Promise<readonly ConsoleDeposit[]> =>
  tx.query<ConsoleDeposit>(
    `SELECT ${columns} FROM ${source}
     WHERE d.state = $7 AND ${conditions} AND ($8::uuid IS NULL OR d.id < $8) ORDER BY d.id DESC LIMIT $9`,
    [...valuesOf(filter), state, after?.id ?? null, limit],
  )

/** A count stops at `max`: the history has no end. */
export const countByState = (
  tx: Tx,
  filter: ListFilter,
  states: readonly DepositState[],
  max: number,
): Promise<readonly { readonly state: DepositState; readonly count: number }[]> =>
  tx.query<{ state: DepositState; count: number }>(
    `SELECT s.state, (SELECT count(*)::integer FROM (
       SELECT FROM app.deposits d WHERE d.state = s.state AND ${conditions} LIMIT $8) AS few) AS count
     FROM unnest($7::text[]) AS s (state)`,
    [...valuesOf(filter), states, max],
  )

/** Deposits of these members, with this reference, from an account with this ending, or of this review. */
export async function findDepositIds(
  tx: Tx,
  { reference, ending, reviewNumber, id }: SearchQuery,
  memberIds: readonly string[],
): Promise<readonly string[]> {
  const rows = await tx.query<{ id: string }>(
    `SELECT id FROM app.deposits WHERE member_id = ANY ($1::uuid[])
     UNION SELECT id FROM app.deposits WHERE reference = $2
     UNION SELECT id FROM app.deposits WHERE from_ending = $3
     UNION SELECT r.subject::uuid FROM app.reviews r WHERE r.number = $4 AND r.kind = 'deposit'
     UNION SELECT id FROM app.deposits WHERE id = $5::uuid
     LIMIT 1000`,
    [memberIds, reference, ending, reviewNumber, id],
  )
  return rows.map((row) => row.id)
}

export async function readConsoleDeposit(tx: Tx, id: string): Promise<ConsoleDeposit | undefined> {
  const [row] = await tx.query<ConsoleDeposit>(`SELECT ${columns} FROM ${source} WHERE d.id = $1`, [id])
  return row
}

export async function countPendingDeposits(
  tx: Tx,
  now: Date,
): Promise<{ readonly pending: number; readonly late: number }> {
  const [row] = await tx.query<{ pending: number; late: number }>(
    `SELECT count(*)::integer AS pending, (count(*) FILTER (WHERE promised_at < $1))::integer AS late
     FROM app.deposits WHERE state = 'pending'`,
    [now],
  )
  return row!
}

export interface ChannelState {
  readonly channelId: string
  readonly reviewId: string | null
  readonly at: Date
  readonly body: {
    readonly state: 'open' | 'suspended'
    readonly min: string
    readonly max: string
    readonly fee: string
    readonly hasPassword: boolean
    readonly number: string
  }
}

/** Every state of every channel, newest first. */
export const readChannelHistory = (tx: Tx): Promise<readonly ChannelState[]> =>
  tx.query<ChannelState>(
    `SELECT channel_id AS "channelId", review_id AS "reviewId", at, body FROM app.deposit_channel_history
     ORDER BY id DESC LIMIT 500`,
  )

export const readChannelUse = (
  tx: Tx,
): Promise<readonly { readonly channelId: string; readonly changedAt: Date; readonly pending: number }[]> =>
  tx.query(
    `SELECT c.id AS "channelId", c.changed_at AS "changedAt",
       (SELECT count(*)::integer FROM app.deposits d WHERE d.channel_id = c.id AND d.state = 'pending') AS pending
     FROM app.deposit_channels c`,
  )
