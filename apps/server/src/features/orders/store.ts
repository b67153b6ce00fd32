import type {
  CancelAll,
  CancelOrder,
  InstrumentKind,
  Side,
  TradingState,
  Validity,
} from '@fairlot/contract/venue'
import type { Direction, OrderState } from '@fairlot/rules/orders'
import type { PositionState } from '@fairlot/rules/positions'
import type { Tx } from '#platform/db'
import type { OrderOrigin } from './intake/draft.ts'
import type { Step } from './step-chain.ts'

export interface InstrumentDay {
  readonly symbol: string
  readonly kind: InstrumentKind
  readonly limited: boolean
  readonly delisted: boolean
  readonly state: TradingState
  readonly date: string | null
  readonly reference: number
  readonly upper: number | null
  readonly lower: number | null
  readonly last: number | null
  /** The odd-lot auction after the close of this day, once it has closed. */
  readonly oddFrom: Date | null
  readonly oddUntil: Date | null
}

/** An instrument without a day yet is closed. The day itself shows whether it has a daily limit. */
export async function readInstrumentDay(tx: Tx, symbol: string): Promise<InstrumentDay | undefined> {
  const [row] = await tx.query<InstrumentDay>(
    `SELECT i.symbol, i.kind, coalesce(q.upper IS NOT NULL, i.limited) AS limited, i.delisted_on IS NOT NULL AS delisted,
       coalesce(q.state, 'closed') AS state, q.date::text AS date, coalesce(q.reference, i.reference) AS reference,
       q.upper, q.lower, q.last, q.odd_from AS "oddFrom", q.odd_until AS "oddUntil"
     FROM app.instruments i LEFT JOIN settlement.prices q USING (symbol) WHERE i.symbol = $1`,
    [symbol],
  )
  return row
}

/** A stock of a published offer that has no instrument yet. One that is not announced counts as unknown. */
export async function isComingStock(tx: Tx, symbol: string): Promise<boolean> {
  const [row] = await tx.query<{ coming: boolean }>(
    `SELECT EXISTS (
       SELECT FROM app.offers WHERE symbol = $1 AND removed_at IS NULL AND state <> 'not-started'
         AND stage IS DISTINCT FROM 'void'
     ) AS coming`,
    [symbol],
  )
  return row!.coming
}

export interface OwnAccount {
  readonly buyingPower: bigint
  readonly securing: bigint
  readonly securedDebt: bigint
  readonly lendable: bigint
  readonly stopped: 'member' | 'rule' | null
}

/** Shares that can be lent for a short sale. */
export async function readLendable(tx: Tx, symbol: string): Promise<bigint> {
  const [row] = await tx.query<{ lendable: bigint }>(
    `SELECT ledger.balance_of('lending/pool/stk:' || $1 || '/available')::bigint AS lendable`,
    [symbol],
  )
  return row!.lendable
}

export async function readOwnAccount(tx: Tx, memberId: string, symbol: string): Promise<OwnAccount> {
  const [row] = await tx.query<OwnAccount>(
    `SELECT
       (SELECT coalesce(sum(b.amount), 0)::bigint FROM ledger.balances_of('member', $1::text) b
        WHERE b.asset = 'TWD' AND b.kind IN ('available', 'receivable')) AS "buyingPower",
       coalesce(p.securing, 0)::bigint AS securing, coalesce(p.debt, 0)::bigint AS "securedDebt",
       ledger.balance_of('lending/pool/stk:' || $2 || '/available')::bigint AS lendable,
       (SELECT g.stopped_by FROM app.risk_limits g WHERE g.member_id = $1::uuid) AS stopped
     FROM (
       SELECT sum(CASE WHEN p.direction = 'short' THEN p.collateral
           WHEN p.loan > 0 THEN p.shares::bigint * coalesce(q.last, q.reference, i.reference) END) AS securing,
         sum(CASE WHEN p.direction = 'short' THEN p.shares::bigint * coalesce(q.last, q.reference, i.reference)
           ELSE p.loan END) AS debt
       FROM app.positions p JOIN app.instruments i ON i.symbol = p.symbol LEFT JOIN settlement.prices q ON q.symbol = p.symbol
       WHERE p.member_id = $1::uuid AND p.state <> 'closed'
     ) AS p`,
    [memberId, symbol],
  )
  return row!
}

export interface PositionRow {
  readonly positionId: string
  readonly symbol: string
  readonly direction: Direction
  readonly multiple: number
  readonly dayTrade: boolean
  readonly state: PositionState
  readonly shares: number
  readonly closing: number
  readonly openedOn: string
  readonly sellableOn: string
  readonly unlocksAt: number
  readonly closeAskedAt: number | null
}

export async function readPosition(
  tx: Tx,
  memberId: string,
  positionId: string,
): Promise<PositionRow | undefined> {
  const [row] = await tx.query<PositionRow>(
    `SELECT id AS "positionId", symbol, direction, multiple, day_trade AS "dayTrade", state, shares, closing,
       opened_on::text AS "openedOn", sellable_on::text AS "sellableOn",
       floor(extract(epoch FROM unlocks_at) * 1000)::float8 AS "unlocksAt",
       floor(extract(epoch FROM close_asked_at) * 1000)::float8 AS "closeAskedAt"
     FROM app.positions WHERE id = $2 AND member_id = $1`,
    [memberId, positionId],
  )
  return row
}

export interface OrderRow {
  readonly id: string
  readonly memberId: string
  readonly positionId: string
  readonly symbol: string
  readonly kind: InstrumentKind
  readonly side: Side
  readonly purpose: 'open' | 'close'
  readonly direction: Direction
  readonly multiple: number
  readonly dayTrade: boolean
  readonly price: number | null
  readonly quantity: number
  readonly validity: Validity
  readonly date: string
  readonly origin: OrderOrigin
  /** Hex. */
  readonly terms: string
  readonly replaces: string | null
  /** The device key that signed it. */
  readonly deviceKey: string | null
  readonly placedAt: Date
  readonly state: OrderState
  readonly reason: string | null
  readonly acceptedAt: Date | null
  readonly left: number
  readonly filled: number
  readonly filledValue: bigint
  readonly fee: bigint
  readonly tax: bigint
  readonly borrowFee: bigint
  readonly cancelAskedAt: Date | null
  readonly endedAt: Date | null
  /** The owner's cash held for it, now and at first. */
  readonly held: bigint
  readonly heldAtFirst: bigint
  /** What its position gets when it fills; null without exits. */
  readonly exits: { readonly stop: number | null; readonly takeProfit: number | null } | null
  readonly worstPrice: number
  /** Held when it was accepted; null if its first steps are stored, as before 0.2.0. */
  readonly heldCash: bigint | null
  readonly heldShares: number | null
  /** The match of the auction after the close that it was sent to, on its day. */
  readonly auctionAt: Date | null
}

const columns = `o.id, o.member_id AS "memberId", o.position_id AS "positionId", o.symbol, o.kind, o.side, o.purpose, o.direction,
  o.multiple, o.day_trade AS "dayTrade", o.price, o.quantity, o.validity, o.date::text AS date, o.origin,
  encode(o.terms, 'hex') AS terms, o.replaces, o.device_key AS "deviceKey", o.placed_at AS "placedAt", o.state, o.reason, o.accepted_at AS "acceptedAt",
  o.left_shares AS left, o.filled_shares AS filled, o.filled_value AS "filledValue", o.fee, o.tax,
  o.borrow_fee AS "borrowFee", o.cancel_asked_at AS "cancelAskedAt", o.ended_at AS "endedAt",
  (SELECT json_build_object('stop', x.stop, 'takeProfit', x.take_profit) FROM app.order_exits x WHERE x.order_id = o.id) AS exits,
  o.worst_price AS "worstPrice", o.held_cash AS "heldCash", o.held_shares AS "heldShares",
  (SELECT q.odd_until FROM settlement.prices q
   WHERE o.quantity < 1000 AND q.symbol = o.symbol AND q.date = o.date AND o.placed_at >= q.odd_from) AS "auctionAt",
  coalesce((SELECT sum(h.remaining) FROM ledger.open_holds_by_id(o.holds) AS h WHERE h.account LIKE 'member/%/TWD/%'), 0)::bigint AS held,
  coalesce(o.held_cash, (SELECT (s.data ->> 'cash')::bigint FROM app.order_steps s
    WHERE s.order_id = o.id AND s.n = 2 AND s.what = 'held'), 0) AS "heldAtFirst"`

/** Any member's order: an id is unique over all members. */
export async function readOrderRow(tx: Tx, orderId: string): Promise<OrderRow | undefined> {
  const [row] = await tx.query<OrderRow>(`SELECT ${columns} FROM app.orders o WHERE o.id = $1`, [orderId])
  return row
}

/** Newest first. Without `since` the orders of all months are searched. */
export const readOrders = (
  tx: Tx,
  memberId: string,
  which: 'open' | 'ended',
  symbol: string | null,
  before: string | null,
  since: Date | null,
  limit: number,
): Promise<readonly OrderRow[]> =>
  tx.query<OrderRow>(
    `SELECT ${columns} FROM app.orders o
     WHERE o.member_id = $1 AND o.state ${which === 'open' ? '=' : '<>'} 'entrusted' AND ($2::text IS NULL OR o.symbol = $2)
       ${since === null ? '' : 'AND o.placed_at >= $5 AND o.id >= app.first_order_id($5)'}
       AND ($3::uuid IS NULL OR (o.placed_at, o.id) < (SELECT b.placed_at, b.id FROM app.orders b WHERE b.id = $3 AND b.member_id = $1))
     ORDER BY o.placed_at DESC, o.id DESC LIMIT $4`,
    [memberId, symbol, before, limit, ...(since === null ? [] : [since])],
  )

export interface FillRow {
  readonly fillId: string
  readonly price: number
  readonly quantity: number
  readonly fee: bigint
  readonly tax: bigint
  readonly borrowFee: bigint
  readonly realised: bigint | null
  readonly at: Date
}

/** The times of the order exclude the months in which it was not open. */
export const readFills = (
  tx: Tx,
  { id, placedAt, endedAt }: Pick<OrderRow, 'id' | 'placedAt' | 'endedAt'>,
): Promise<readonly FillRow[]> =>
  tx.query<FillRow>(
    `SELECT shard || '/' || event || '/' || side AS "fillId", price, quantity, fee, tax, borrow_fee AS "borrowFee", realised,
       traded_at AS at
     FROM app.fills WHERE order_id = $1 AND traded_at >= $2::timestamptz - interval '1 day'
       AND traded_at <= coalesce($3::timestamptz, 'infinity') + interval '1 day' ORDER BY shard, event`,
    [id, placedAt, endedAt],
  )

export interface StepRow {
  readonly n: number
  readonly at: Date
  readonly what: string
  readonly who: 'member' | 'system' | 'venue' | 'rule'
  readonly data: string
  readonly hash: string
}

/** The stored steps. `data` as text: parsing and writing the JSON again could change the hashed bytes. */
export const readSteps = (tx: Tx, orderId: string): Promise<readonly StepRow[]> =>
  tx.query<StepRow>(
    `SELECT n, at, what, who, data::text AS data, encode(hash, 'hex') AS hash FROM app.order_steps
     WHERE order_id = $1 ORDER BY n`,
    [orderId],
  )

export interface CancellableOrder {
  readonly id: string
  readonly symbol: string
  readonly state: OrderState
  readonly cancelAsked: boolean
  /** Of a copy: it is cancelled with its block alone. */
  readonly isCopied: boolean
  steps: number
  /** Hex. */
  stepsHash: string
}

/** Without an order: all open ones of the member that no cancel has been asked for. Locked until the transaction ends. */
export const lockCancels = (
  tx: Tx,
  memberId: string,
  orderId: string | null,
): Promise<readonly CancellableOrder[]> =>
  tx.query<CancellableOrder>(
    `SELECT o.id, o.symbol, o.state, o.cancel_asked AS "cancelAsked", o.steps, o.steps_hash AS "stepsHash",
       EXISTS (SELECT FROM app.copy_block_lines l WHERE l.order_id = o.id) AS "isCopied"
     FROM app.lock_cancels($1, $2) AS o`,
    [memberId, orderId],
  )

/** Steps of one content, one for each order. */
export async function writeCancels(
  tx: Tx,
  memberId: string,
  steps: readonly Step[],
  commands: readonly { readonly shard: number; readonly command: CancelOrder | CancelAll }[],
): Promise<void> {
  const { at, who, data } = steps[0]!
  await tx.query(
    'SELECT app.write_cancels($1, $2, $3, $4, $5::uuid[], $6::text[], $7::integer[], $8::text[])',
    [
      memberId,
      new Date(at),
      who,
      data,
      steps.map(({ orderId }) => orderId),
      steps.map(({ hash }) => hash),
      commands.map(({ shard }) => shard),
      commands.map(({ command }) => JSON.stringify(command)),
    ],
  )
}

export async function setStop(tx: Tx, memberId: string, stopped: boolean, now: Date): Promise<void> {
  await tx.query(`SELECT app.set_stop($1, $2, $3)`, [memberId, stopped, now])
}

export async function setLossLimit(tx: Tx, memberId: string, limit: bigint | null): Promise<void> {
  await tx.query(
    `INSERT INTO app.risk_limits (member_id, daily_loss_limit) VALUES ($1, $2)
     ON CONFLICT (member_id) DO UPDATE SET daily_loss_limit = $2`,
    [memberId, limit],
  )
}

export interface RiskLimitsRow {
  readonly dailyLossLimit: bigint | null
  readonly stoppedAt: Date | null
  readonly stoppedBy: 'member' | 'rule' | null
}

export async function readRiskLimits(tx: Tx, memberId: string): Promise<RiskLimitsRow | undefined> {
  const [row] = await tx.query<RiskLimitsRow>(
    `SELECT daily_loss_limit AS "dailyLossLimit", stopped_at AS "stoppedAt", stopped_by AS "stoppedBy"
     FROM app.risk_limits WHERE member_id = $1`,
    [memberId],
  )
  return row
}

/** Creates the months of orders, their steps and fills: that of `from` and the `months` after it. */
export async function ensureOrderMonths(tx: Tx, from: Date, months = 3): Promise<number> {
  const [row] = await tx.query<{ made: number }>(`SELECT app.ensure_order_months($1, $2) AS made`, [
    from,
    months,
  ])
  return row!.made
}
