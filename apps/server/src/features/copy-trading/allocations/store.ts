import type { CopyBlockState, CopyZeroReason } from '@fairlot/contract/copy-trading'
import type { Side } from '@fairlot/contract/venue'
import type { Tx } from '#platform/db'

export interface CopiedPositionRow {
  readonly positionId: string
  readonly symbol: string
  readonly nameTw: string
  readonly nameEn: string
  readonly openedOn: string
  readonly shares: number
  readonly openedShares: number
  readonly price: number | null
  readonly cost: bigint
  readonly proceeds: bigint
}

/** Open ones first, then the newest. */
export const listCopiedPositions = (
  tx: Tx,
  copyId: string,
  limit: number,
): Promise<readonly CopiedPositionRow[]> =>
  tx.query<CopiedPositionRow>(
    `SELECT p.id AS "positionId", p.symbol, i.name_tw AS "nameTw", i.name_en AS "nameEn", p.opened_on::text AS "openedOn", p.shares,
       p.opened_shares AS "openedShares", coalesce(q.last, q.reference) AS price, p.opened_value + p.open_fee AS cost,
       p.closed_value - p.close_fee - p.close_tax AS proceeds
     FROM app.copy_block_lines l JOIN app.positions p ON p.id = l.order_id JOIN app.instruments i ON i.symbol = p.symbol
     LEFT JOIN settlement.prices q ON q.symbol = p.symbol
     WHERE l.copy_id = $1 ORDER BY p.shares = 0, p.opened_at DESC, p.id LIMIT $2`,
    [copyId, limit],
  )

/** Copied positions with shares that no order sells yet. */
export async function readOpenCopied(tx: Tx, copyId: string): Promise<readonly string[]> {
  const rows = await tx.query<{ id: string }>(
    `SELECT p.id FROM app.copy_block_lines l JOIN app.positions p ON p.id = l.order_id WHERE l.copy_id = $1 AND p.shares > p.closing ORDER BY p.id`,
    [copyId],
  )
  return rows.map(({ id }) => id)
}

/** Ended copies that sell, with a share that can be sold today and that no order sells yet. */
export async function readSellable(
  tx: Tx,
  after: string | null,
  now: Date,
  limit: number,
): Promise<readonly string[]> {
  const rows = await tx.query<{ id: string }>(
    `SELECT c.id FROM app.copies c WHERE c.sells_rest AND ($1::uuid IS NULL OR c.id > $1) AND EXISTS (
       SELECT FROM app.copy_block_lines l JOIN app.positions p ON p.id = l.order_id
       WHERE l.copy_id = c.id AND p.shares > p.closing AND p.sellable_on <= ($2::timestamptz AT TIME ZONE 'Asia/Taipei')::date)
     ORDER BY c.id LIMIT $3`,
    [after, now, limit],
  )
  return rows.map(({ id }) => id)
}

/** How many copies have nothing left to sell. */
export async function finishSales(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ copies: number }>('SELECT app.finish_copy_sales() AS copies')
  return row!.copies
}

/** Proceeds of copied sales that have arrived, or should have. */
export const areProceedsDue = `EXISTS (SELECT FROM app.copy_block_lines l WHERE l.settles_on <= ($1::timestamptz AT TIME ZONE 'Asia/Taipei')::date
  AND l.settles_on IS NOT NULL AND l.restored IS NULL)`

/** How many lines were done. */
export async function restoreMoney(tx: Tx, limit: number, now: Date): Promise<number> {
  const [row] = await tx.query<{ lines: number }>('SELECT app.restore_copy_money($1, $2) AS lines', [
    limit,
    now,
  ])
  return row!.lines
}

export interface AllocationRow {
  readonly blockId: string
  readonly at: Date
  readonly side: Side
  readonly symbol: string
  readonly nameTw: string
  readonly nameEn: string
  readonly limit: number
  readonly state: CopyBlockState
  readonly place: number
  readonly copies: number
  readonly orderId: string | null
  readonly planned: number
  readonly reason: CopyZeroReason | null
  readonly shares: number
  readonly filledValue: bigint
  readonly fee: bigint
  readonly tax: bigint
}

/** The part of the copy in each block, newest first; those whose turn has come. */
export const listAllocations = (
  tx: Tx,
  copyId: string,
  before: string | null,
  limit: number,
): Promise<readonly AllocationRow[]> =>
  tx.query<AllocationRow>(
    `SELECT b.id AS "blockId", b.at, b.side, b.symbol, i.name_tw AS "nameTw", i.name_en AS "nameEn", b.price AS "limit", b.state, l.place,
       b.copies, l.order_id AS "orderId", l.planned, l.reason, coalesce(o.filled_shares, 0) AS shares,
       coalesce(o.filled_value, 0)::bigint AS "filledValue", coalesce(o.fee, 0)::bigint AS fee, coalesce(o.tax, 0)::bigint AS tax
     FROM app.copy_block_lines l JOIN app.copy_blocks b ON b.id = l.block_id JOIN app.instruments i ON i.symbol = b.symbol
     LEFT JOIN app.orders o ON o.id = l.order_id
     WHERE l.copy_id = $1 AND l.planned IS NOT NULL
       AND ($2::uuid IS NULL OR (b.at, b.id) < (SELECT x.at, x.id FROM app.copy_blocks x WHERE x.id = $2))
     ORDER BY b.at DESC, b.id DESC LIMIT $3`,
    [copyId, before, limit],
  )
