import type { BlockRejection, BlockState } from '@fairlot/contract/block-trades'
import type { Tx } from '#platform/db'

export interface ConsoleBlock {
  readonly id: string
  readonly memberId: string
  readonly account: string
  readonly name: string | null
  readonly symbol: string
  readonly nameTw: string
  readonly nameEn: string
  readonly price: number
  readonly market: number | null
  readonly shares: number
  readonly state: BlockState
  readonly rejectionReason: BlockRejection | null
  readonly sentAt: Date
  readonly promisedAt: Date
  readonly decidedAt: Date | null
  readonly reviewId: string | null
  readonly number: string | null
  readonly isSecond: boolean
}

const columns = `a.id, a.member_id AS "memberId", m.account, d.name_masked AS name, l.symbol, i.name_tw AS "nameTw", i.name_en AS "nameEn",
  a.price, a.market_price AS market, a.shares, a.state, a.rejection_reason AS "rejectionReason", a.sent_at AS "sentAt",
  a.promised_at AS "promisedAt", a.decided_at AS "decidedAt", r.id AS "reviewId", r.number,
  coalesce(r.state = 'second', false) AS "isSecond"`
const source = `app.block_applications a JOIN app.block_listings l ON l.id = a.listing_id
  JOIN app.instruments i ON i.symbol = l.symbol JOIN app.members m ON m.id = a.member_id
  LEFT JOIN app.identities d ON d.member_id = a.member_id
  LEFT JOIN LATERAL (
    SELECT v.id, v.number, v.state FROM app.reviews v WHERE v.kind = 'block-trade' AND v.subject = a.id::text
    ORDER BY v.opened_at DESC LIMIT 1
  ) r ON true`

interface Place {
  readonly at: Date
  readonly id: string
}

/** The longest waiting first. */
export const readPendingBlocks = (
  tx: Tx,
  after: Place | null,
  limit: number,
): Promise<readonly ConsoleBlock[]> =>
  tx.query<ConsoleBlock>(
    `SELECT ${columns} FROM ${source}
     WHERE a.state = 'pending' AND ($1::timestamptz IS NULL OR (a.sent_at, a.id) > ($1, $2::uuid))
     ORDER BY a.sent_at, a.id LIMIT $3`,
    [after?.at ?? null, after?.id ?? null, limit],
  )

/** Newest first. */
export const readDecidedBlocks = (
  tx: Tx,
  state: BlockState,
  after: Place | null,
  limit: number,
): Promise<readonly ConsoleBlock[]> =>
  tx.query<ConsoleBlock>(
    `SELECT ${columns} FROM ${source}
     WHERE a.state = $1 AND ($2::timestamptz IS NULL OR (a.sent_at, a.id) < ($2, $3::uuid))
     ORDER BY a.sent_at DESC, a.id DESC LIMIT $4`,
    [state, after?.at ?? null, after?.id ?? null, limit],
  )

/** A count stops at `max`: the history has no end. */
export const countBlocks = (
  tx: Tx,
  states: readonly BlockState[],
  max: number,
): Promise<readonly { readonly state: BlockState; readonly count: number }[]> =>
  tx.query<{ state: BlockState; count: number }>(
    `SELECT s.state, (SELECT count(*)::integer FROM (
       SELECT FROM app.block_applications a WHERE a.state = s.state LIMIT $2) AS few) AS count
     FROM unnest($1::text[]) AS s (state)`,
    [states, max],
  )

export async function countPendingBlocks(
  tx: Tx,
  now: Date,
): Promise<{ readonly pending: number; readonly late: number }> {
  const [row] = await tx.query<{ pending: number; late: number }>(
    `SELECT count(*)::integer AS pending, (count(*) FILTER (WHERE promised_at < $1))::integer AS late
     FROM app.block_applications WHERE state = 'pending'`,
    [now],
  )
  return row!
}
