import type { CorporateActionState, LoweredKind } from '@fairlot/contract/corporate-actions'
import type { InstrumentKind } from '@fairlot/contract/venue'
import type { HeldPosition } from '@fairlot/rules/corporate-actions'
import type { Tx } from '#platform/db'

export interface ActionRow {
  readonly id: string
  readonly symbol: string
  readonly kind: InstrumentKind
  readonly nameTw: string
  readonly nameEn: string
  readonly cashMicros: number
  readonly stockMicros: number
  readonly splitTo: number
  readonly splitFrom: number
  readonly exOn: string
  readonly paysOn: string
  readonly supplementFrom: number
  readonly supplementRate: number
  readonly parValue: number
  readonly fractionRate: number
  readonly state: CorporateActionState
  readonly announcedAt: Date
  readonly cancelledAt: Date | null
  readonly heldOn: string | null
  readonly close: number | null
  readonly reference: number | null
  /** The last trade, else the day's reference, else the price of the listing. */
  readonly price: number
}

/** Of app.positions, as a `HeldPosition`. */
export const heldPosition = `json_build_object('direction', direction, 'shares', shares, 'owes', loan > 0)`

export const actionColumns = `a.id, a.symbol, i.kind, i.name_tw AS "nameTw", i.name_en AS "nameEn", a.cash_micros::float8 AS "cashMicros",
  a.stock_micros::float8 AS "stockMicros", a.split_to AS "splitTo", a.split_from AS "splitFrom", a.par_value AS "parValue",
  a.fraction_rate AS "fractionRate",
  a.ex_on::text AS "exOn", a.pays_on::text AS "paysOn", a.supplement_from::float8 AS "supplementFrom",
  a.supplement_rate AS "supplementRate", a.state, a.announced_at AS "announcedAt", a.cancelled_at AS "cancelledAt", a.held_on::text AS "heldOn", a.close, a.reference,
  coalesce(q.last, q.reference, i.reference) AS price`
export const actionSource = `app.corporate_actions a JOIN app.instruments i ON i.symbol = a.symbol
  LEFT JOIN settlement.prices q ON q.symbol = a.symbol`

export const listOfStock = (tx: Tx, symbol: string, limit: number): Promise<readonly ActionRow[]> =>
  tx.query<ActionRow>(
    `SELECT ${actionColumns} FROM ${actionSource} WHERE a.symbol = $1 ORDER BY a.ex_on DESC, a.state = 'cancelled', a.id DESC LIMIT $2`,
    [symbol, limit],
  )

export interface EntitlementRow {
  readonly actionId: string
  readonly long: number
  readonly short: number
  readonly gross: bigint
  readonly withheld: bigint
  readonly owed: bigint
  readonly newShares: number
  readonly owedShares: number
  readonly fraction: bigint
  readonly owedSupplement: bigint
  readonly paidAt: Date | null
  readonly deliveredAt: Date | null
}

export const readEntitlements = (
  tx: Tx,
  memberId: string,
  actionIds: readonly string[],
): Promise<readonly EntitlementRow[]> =>
  tx.query<EntitlementRow>(
    `SELECT action_id AS "actionId", long_shares::float8 AS long, short_shares::float8 AS short, gross, withheld, owed,
       new_shares::float8 AS "newShares", owed_shares::float8 AS "owedShares", fraction, owed_supplement AS "owedSupplement",
       paid_at AS "paidAt", delivered_at AS "deliveredAt"
     FROM app.dividend_entitlements WHERE member_id = $1 AND action_id = ANY ($2::uuid[])`,
    [memberId, actionIds],
  )

export interface HeldShares {
  readonly positions: readonly HeldPosition[]
  /** Of the long ones. */
  readonly averagePrice: number | null
}

/** What the member holds of the stock now, by trade. */
export async function readHeld(tx: Tx, memberId: string, symbol: string): Promise<HeldShares> {
  const [row] = await tx.query<HeldShares>(
    `SELECT coalesce(json_agg(${heldPosition}), '[]') AS positions,
       round(sum(opened_value::numeric / opened_shares * shares) FILTER (WHERE direction = 'long')
         / nullif(sum(shares) FILTER (WHERE direction = 'long'), 0))::integer AS "averagePrice"
     FROM app.positions WHERE member_id = $1 AND symbol = $2 AND state <> 'closed' AND shares > 0`,
    [memberId, symbol],
  )
  return row!
}

export interface WaitingPrice {
  readonly of: LoweredKind
  readonly price: number
}

/** The member's prices that app.adjust_triggers will change. */
export const readWaitingPrices = (
  tx: Tx,
  memberId: string,
  symbol: string,
): Promise<readonly WaitingPrice[]> =>
  tx.query<WaitingPrice>(
    `SELECT v.of, v.price FROM app.conditional_orders c CROSS JOIN LATERAL (VALUES
       ('stop', (c.body #>> '{stop,trigger}')::integer), ('take-profit', (c.body #>> '{takeProfit,price}')::integer)
     ) AS v (of, price)
     WHERE c.member_id = $1 AND c.symbol = $2 AND c.state = 'waiting' AND c.kind <> 'entry' AND v.price IS NOT NULL
     UNION ALL
     SELECT 'alert', a.threshold FROM app.price_alerts a
     WHERE a.member_id = $1 AND a.symbol = $2 AND a.state = 'waiting' AND a.kind <> 'moves'
     ORDER BY 1 DESC, 2 DESC LIMIT 50`,
    [memberId, symbol],
  )

export interface StockRow {
  readonly kind: InstrumentKind
  readonly nameTw: string
  readonly nameEn: string
  readonly price: number
}

export async function readStock(tx: Tx, symbol: string): Promise<StockRow | undefined> {
  const [row] = await tx.query<StockRow>(
    `SELECT i.kind, i.name_tw AS "nameTw", i.name_en AS "nameEn", coalesce(q.last, q.reference, i.reference) AS price
     FROM app.instruments i LEFT JOIN settlement.prices q ON q.symbol = i.symbol
     WHERE i.symbol = $1 AND i.delisted_on IS NULL`,
    [symbol],
  )
  return row
}

/** A stock has one ex-date a day; a cancelled one does not count. */
export async function hasExDate(tx: Tx, symbol: string, exOn: string): Promise<boolean> {
  const rows = await tx.query(
    `SELECT 1 FROM app.corporate_actions WHERE symbol = $1 AND ex_on = $2 AND state <> 'cancelled'`,
    [symbol, exOn],
  )
  return rows.length > 0
}

/** Another action that changes the number of shares between these dates. */
export async function hasShareAction(
  tx: Tx,
  { symbol, exOn, paysOn }: { readonly symbol: string; readonly exOn: string; readonly paysOn: string },
  actionId: string | null,
): Promise<boolean> {
  const [row] = await tx.query<{ has: boolean }>('SELECT app.has_share_action($1, $2, $3, $4) AS has', [
    symbol,
    exOn,
    paysOn,
    actionId,
  ])
  return row!.has
}

/** Shares that a market maker or the pool has set aside. */
export async function hasOfferedShares(tx: Tx, symbol: string): Promise<boolean> {
  const [row] = await tx.query<{ has: boolean }>('SELECT app.has_offered_shares($1) AS has', [symbol])
  return row!.has
}

export async function readAction(tx: Tx, id: string): Promise<ActionRow | undefined> {
  const [row] = await tx.query<ActionRow>(`SELECT ${actionColumns} FROM ${actionSource} WHERE a.id = $1`, [
    id,
  ])
  return row
}
