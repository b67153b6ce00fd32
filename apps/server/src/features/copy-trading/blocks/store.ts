import type { CopyBlockState } from '@fairlot/contract/copy-trading'
import type { CopyOrder, LeadOrder } from '#features/orders'
import type { Tx } from '#platform/db'

export interface BlockRow extends LeadOrder {
  readonly id: string
  readonly state: CopyBlockState
  readonly at: Date
  /** The mentor asked to cancel it. */
  readonly isCancelAsked: boolean
}

/** A block that is not done. Waiting for the venue alone is no work. */
export const isBlockOpen = `EXISTS (SELECT FROM app.copy_blocks b WHERE b.state <> 'done')`

const columns = `b.id, b.state, b.at, b.symbol, o.kind, b.side, b.price, b.date::text AS date, encode(o.terms, 'hex') AS terms, b.shard,
  o.cancel_asked_at IS NOT NULL AS "isCancelAsked"`

/** The oldest first; those that only wait for the venue come last. */
export const readOpenBlocks = (tx: Tx, limit: number): Promise<readonly BlockRow[]> =>
  tx.query<BlockRow>(
    `SELECT ${columns} FROM app.copy_blocks b JOIN app.orders o ON o.id = b.lead_order WHERE b.state <> 'done'
     ORDER BY b.state = 'sent', b.at, b.id LIMIT $1`,
    [limit],
  )

/** The next copies of the list: those that take part, with the money that has left their holds for it. */
export const prepareLines = (tx: Tx, id: string, limit: number, now: Date): Promise<readonly CopyOrder[]> =>
  tx.query<CopyOrder>(
    `SELECT p.order_id AS "orderId", p.member_id AS "memberId", p.position_id AS "positionId", p.quantity, p.cost
     FROM app.prepare_copy_lines($1, $2, $3) AS p`,
    [id, limit, now],
  )

export async function cancelBlock(tx: Tx, id: string, now: Date): Promise<boolean> {
  const [row] = await tx.query<{ cancelled: boolean }>('SELECT app.cancel_copy_block($1, $2) AS cancelled', [
    id,
    now,
  ])
  return row!.cancelled
}

/** The shard that has work now; null when there was nothing to send. */
export async function sendChunk(tx: Tx, id: string, now: Date): Promise<number | null> {
  const [row] = await tx.query<{ shard: number | null }>('SELECT app.send_copy_chunk($1, $2) AS shard', [
    id,
    now,
  ])
  return row!.shard
}

/** A cancelled block with followers who have no notice of it yet. */
export const areNoticesDue = `EXISTS (SELECT FROM app.copy_blocks b WHERE b.is_cancelled AND b.notified < b.copies)`

export interface CancelledLine {
  readonly blockId: string
  readonly copyId: string
  readonly memberId: string
  readonly mentor: string
  readonly name: string
  readonly nameEn: string
}

export const takeNotices = (tx: Tx, limit: number): Promise<readonly CancelledLine[]> =>
  tx.query<CancelledLine>(
    `SELECT t.block_id AS "blockId", t.copy_id AS "copyId", t.member_id AS "memberId", t.mentor, t.name_tw AS name, t.name_en AS "nameEn"
     FROM app.take_copy_notices($1) AS t`,
    [limit],
  )

/** How many lines were ended. */
export async function returnMoney(tx: Tx, id: string, limit: number, now: Date): Promise<number> {
  const [row] = await tx.query<{ lines: number }>('SELECT app.return_copy_money($1, $2, $3) AS lines', [
    id,
    limit,
    now,
  ])
  return row!.lines
}
