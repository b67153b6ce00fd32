import type { CopyState } from '@fairlot/contract/copy-trading'
import type { Tx } from '#platform/db'
import { copyColumns, type CopyRow, copySource } from '../store.ts'

export interface ConsoleCopy extends CopyRow {
  readonly account: string
  readonly name: string | null
  readonly reviewId: string | null
  readonly number: string | null
  readonly isSecond: boolean
}

const columns = `${copyColumns}, b.account, i.name_masked AS name, r.id AS "reviewId", r.number,
  coalesce(r.state = 'second', false) AS "isSecond"`
const source = `${copySource} JOIN app.members b ON b.id = c.member_id LEFT JOIN app.identities i ON i.member_id = c.member_id
  LEFT JOIN LATERAL (
    SELECT v.id, v.number, v.state FROM app.reviews v WHERE v.kind = 'copy' AND v.subject = c.id::text
    ORDER BY v.opened_at DESC LIMIT 1
  ) r ON true`

interface Place {
  readonly at: Date
  readonly id: string
}

/** Those under review: the longest waiting first. */
export const readWaitingCopies = (
  tx: Tx,
  after: Place | null,
  limit: number,
): Promise<readonly ConsoleCopy[]> =>
  tx.query<ConsoleCopy>(
    `SELECT ${columns} FROM ${source}
     WHERE c.state = 'under-review' AND ($1::timestamptz IS NULL OR (c.sent_at, c.id) > ($1, $2::uuid))
     ORDER BY c.sent_at, c.id LIMIT $3`,
    [after?.at ?? null, after?.id ?? null, limit],
  )

/** Newest first. */
export const readConsoleCopies = (
  tx: Tx,
  state: CopyState,
  after: Place | null,
  limit: number,
): Promise<readonly ConsoleCopy[]> =>
  tx.query<ConsoleCopy>(
    `SELECT ${columns} FROM ${source}
     WHERE c.state = $1 AND ($2::timestamptz IS NULL OR (c.sent_at, c.id) < ($2, $3::uuid))
     ORDER BY c.sent_at DESC, c.id DESC LIMIT $4`,
    [state, after?.at ?? null, after?.id ?? null, limit],
  )

/** A count stops at `max`: the history has no end. */
export const countCopies = (
  tx: Tx,
  states: readonly CopyState[],
  max: number,
): Promise<readonly { readonly state: CopyState; readonly count: number }[]> =>
  tx.query<{ state: CopyState; count: number }>(
    `SELECT s.state, (SELECT count(*)::integer FROM (
       SELECT FROM app.copies c WHERE c.state = s.state LIMIT $2) AS few) AS count
     FROM unnest($1::text[]) AS s (state)`,
    [states, max],
  )

export async function countWaitingCopies(
  tx: Tx,
  now: Date,
): Promise<{ readonly pending: number; readonly late: number }> {
  const [row] = await tx.query<{ pending: number; late: number }>(
    `SELECT count(*)::integer AS pending, (count(*) FILTER (WHERE promised_at < $1))::integer AS late
     FROM app.copies WHERE state = 'under-review'`,
    [now],
  )
  return row!
}
