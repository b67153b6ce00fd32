import type { CorporateActionState, LoweredKind } from '@fairlot/contract/corporate-actions'
import type { InstrumentKind } from '@fairlot/contract/venue'
import type { Tx } from '#platform/db'

export interface ActionRow {
  readonly id: string
  readonly symbol: string
  readonly kind: InstrumentKind
  readonly nameTw: string
  readonly nameEn: string
  readonly cashMicros: number
  readonly exOn: string
  readonly paysOn: string
  readonly supplementFrom: number
  readonly supplementRate: number
  readonly state: CorporateActionState
  readonly announcedAt: Date
  readonly heldOn: string | null
  readonly close: number | null
  readonly reference: number | null
  /** The last trade, else the day's reference, else the price of the listing. */
  readonly price: number
}

export const actionColumns = `a.id, a.symbol, i.kind, i.name_tw AS "nameTw", i.name_en AS "nameEn", a.cash_micros::float8 AS "cashMicros",
  a.ex_on::text AS "exOn", a.pays_on::text AS "paysOn", a.supplement_from::float8 AS "supplementFrom",
  a.supplement_rate AS "supplementRate", a.state, a.announced_at AS "announcedAt", a.held_on::text AS "heldOn", a.close, a.reference,
  coalesce(q.last, q.reference, i.reference) AS price`
export const actionSource = `app.corporate_actions a JOIN app.instruments i ON i.symbol = a.symbol
  LEFT JOIN settlement.prices q ON q.symbol = a.symbol`

export const listOfStock = (tx: Tx, symbol: string, limit: number): Promise<readonly ActionRow[]> =>
  tx.query<ActionRow>(
    `SELECT ${actionColumns} FROM ${actionSource} WHERE a.symbol = $1 ORDER BY a.ex_on DESC LIMIT $2`,
    [symbol, limit],
  )

export interface EntitlementRow {
  readonly actionId: string
  readonly long: number
  readonly short: number
  readonly gross: bigint
  readonly withheld: bigint
  readonly owed: bigint
  readonly paidAt: Date | null
}

export const readEntitlements = (
  tx: Tx,
  memberId: string,
  actionIds: readonly string[],
): Promise<readonly EntitlementRow[]> =>
  tx.query<EntitlementRow>(
    `SELECT action_id AS "actionId", long_shares::float8 AS long, short_shares::float8 AS short, gross, withheld, owed,
       paid_at AS "paidAt"
     FROM app.dividend_entitlements WHERE member_id = $1 AND action_id = ANY ($2::uuid[])`,
    [memberId, actionIds],
  )

export interface HeldShares {
  readonly long: number
  readonly short: number
  readonly averagePrice: number | null
}

/** What the member holds of the stock now, by trade. */
export async function readHeld(tx: Tx, memberId: string, symbol: string): Promise<HeldShares> {
  const [row] = await tx.query<HeldShares>(
    `SELECT coalesce(sum(shares) FILTER (WHERE direction = 'long'), 0)::float8 AS long,
       coalesce(sum(shares) FILTER (WHERE direction = 'short'), 0)::float8 AS short,
       round(sum(opened_value::numeric / opened_shares * shares) FILTER (WHERE direction = 'long')
         / nullif(sum(shares) FILTER (WHERE direction = 'long'), 0))::integer AS "averagePrice"
     FROM app.positions WHERE member_id = $1 AND symbol = $2 AND state <> 'closed'`,
    [memberId, symbol],
  )
  return row!
}

export interface WaitingPrice {
  readonly of: LoweredKind
  readonly price: number
}

/** The member's prices that app.lower_triggers will lower. */
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

/** A stock has one ex-date a day. */
export async function hasExDate(tx: Tx, symbol: string, exOn: string): Promise<boolean> {
  const rows = await tx.query('SELECT 1 FROM app.corporate_actions WHERE symbol = $1 AND ex_on = $2', [
    symbol,
    exOn,
  ])
  return rows.length > 0
}
