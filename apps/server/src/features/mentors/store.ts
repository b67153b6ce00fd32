import type { MentorLevel, MentorState, MentorTradeKind } from '@fairlot/contract/mentors'
import type { Tx } from '#platform/db'
import { lastFillOf } from './figures/store.ts'

export interface MentorRow {
  readonly id: string
  readonly memberId: string
  readonly name: string
  readonly strategyTw: string
  readonly strategyEn: string
  readonly isSimulated: boolean
  readonly state: MentorState
  readonly since: Date
  readonly closedAt: Date | null
  /** The last stored day; null before the first. */
  readonly day: DayRow | null
  readonly line: readonly { readonly date: string; readonly index: string }[]
}

/** From JSON: amounts are texts. */
export interface DayRow {
  readonly date: string
  readonly level: MentorLevel | null
  readonly profit: string
  readonly moneyBp: number | null
  readonly index: string
  readonly timeBp: number
  readonly dayBp: number
  readonly drawdownBp: number
  readonly exposureBp: number
  readonly days: number
  readonly fills: number
  readonly capital: string
  readonly money: string
  readonly trades: Readonly<
    Record<MentorTradeKind, { readonly closed: number; readonly won: number; readonly realised: string }>
  >
  readonly followScale: string
  readonly followedTotal: string
  readonly followerMedianBp: number | null
}

const linePoints = 60

/** A mentor with the last stored day and a short line of the index. */
export const mentorColumns = `m.id, m.member_id AS "memberId", m.name, m.strategy_tw AS "strategyTw",
  m.strategy_en AS "strategyEn", m.is_simulated AS "isSimulated", m.state, m.since, m.closed_at AS "closedAt",
  CASE WHEN d.date IS NULL THEN NULL ELSE json_build_object('date', d.date, 'level', d.level, 'profit', d.profit::text,
    'moneyBp', d.money_bp, 'index', d.index::text, 'timeBp', d.time_bp, 'dayBp', d.day_bp, 'drawdownBp', d.drawdown_bp,
    'exposureBp', d.exposure_bp, 'days', d.days, 'fills', d.fills, 'capital', d.capital::text, 'money', d.money::text,
    'trades', d.trades, 'followScale', d.follow_scale::text, 'followedTotal', d.followed_total::text,
    'followerMedianBp', d.follower_median_bp) END AS day,
  (SELECT coalesce(json_agg(json_build_object('date', l.date, 'index', l.index::text) ORDER BY l.date), '[]')
   FROM (SELECT x.date, x.index FROM app.mentor_days x WHERE x.mentor_id = m.id ORDER BY x.date DESC LIMIT ${linePoints}) AS l
  ) AS line`
export const mentorSource = `app.mentors m LEFT JOIN LATERAL (
  SELECT x.* FROM app.mentor_days x WHERE x.mentor_id = m.id ORDER BY x.date DESC LIMIT 1) AS d ON true`

/** Below junior, and before the first figures, a mentor is listed with junior. */
const levelOfRow = `coalesce(d.level, 'junior')`
const order = `m.state = 'closed', d.level IS NULL, coalesce(d.drawdown_bp, 10000), m.id`

export const countLevels = (
  tx: Tx,
): Promise<readonly { readonly level: MentorLevel; readonly mentors: number }[]> =>
  tx.query<{ level: MentorLevel; mentors: number }>(
    `SELECT ${levelOfRow} AS level, count(*)::integer AS mentors FROM ${mentorSource} GROUP BY 1`,
  )

/** One row more than the page, to know whether there is another page. */
export const readLevel = (
  tx: Tx,
  level: MentorLevel,
  after: string | null,
  limit: number,
): Promise<readonly MentorRow[]> =>
  tx.query<MentorRow>(
    `SELECT ${mentorColumns} FROM ${mentorSource} WHERE ${levelOfRow} = $1
       AND ($2::uuid IS NULL OR (${order}) > (SELECT ${order} FROM ${mentorSource} WHERE m.id = $2))
     ORDER BY ${order} LIMIT $3`,
    [level, after, limit],
  )

export async function readMentor(tx: Tx, id: string): Promise<MentorRow | undefined> {
  const [row] = await tx.query<MentorRow>(`SELECT ${mentorColumns} FROM ${mentorSource} WHERE m.id = $1`, [
    id,
  ])
  return row
}

export async function readMentorOf(tx: Tx, memberId: string): Promise<MentorRow | undefined> {
  const [row] = await tx.query<MentorRow>(
    `SELECT ${mentorColumns} FROM ${mentorSource} WHERE m.member_id = $1`,
    [memberId],
  )
  return row
}

export interface TradeRow {
  readonly id: string
  readonly symbol: string
  readonly nameTw: string
  readonly nameEn: string
  readonly direction: 'long' | 'short'
  readonly multiple: number
  readonly dayTrade: boolean
  readonly origin: string
  readonly openedOn: string
  readonly shares: number
  readonly openedValue: bigint
}
const tradeColumns = `p.id, p.symbol, i.name_tw AS "nameTw", i.name_en AS "nameEn", p.direction, p.multiple,
  p.day_trade AS "dayTrade", p.origin, p.opened_on::text AS "openedOn", p.opened_shares AS shares,
  p.opened_value AS "openedValue"`
const tradeSource = 'app.positions p JOIN app.instruments i ON i.symbol = p.symbol'

/** What was open at the last day end; what was opened later is not shown yet. */
export const readHeld = (tx: Tx, memberId: string, date: string): Promise<readonly TradeRow[]> =>
  tx.query<TradeRow>(
    `SELECT ${tradeColumns} FROM ${tradeSource}
     WHERE p.member_id = $1 AND p.state <> 'closed' AND p.opened_on <= $2 ORDER BY p.opened_at DESC, p.id LIMIT 50`,
    [memberId, date],
  )

export interface ClosedTradeRow extends TradeRow {
  readonly closedAt: Date
  readonly realised: bigint
}

/** Newest first, of trading days up to the date; `before` is the trade after which the page begins. */
export const readTrades = (
  tx: Tx,
  memberId: string,
  { date, before, limit }: { readonly date: string; readonly before: string | null; readonly limit: number },
): Promise<readonly ClosedTradeRow[]> =>
  tx.query<ClosedTradeRow>(
    `SELECT ${tradeColumns}, p.closed_at AS "closedAt", p.realised FROM ${tradeSource}
     WHERE p.member_id = $1 AND p.state = 'closed' AND ${lastFillOf} <= $2
       AND ($3::uuid IS NULL OR (p.closed_at, p.id) < (SELECT b.closed_at, b.id FROM app.positions b WHERE b.id = $3))
     ORDER BY p.closed_at DESC, p.id DESC LIMIT $4`,
    [memberId, date, before, limit],
  )

export interface TradeTotals {
  readonly interest: bigint
  readonly offered: bigint
  readonly realised: bigint
}

/** What no fill of a closed trade says: interest, and the price of shares that came from an offer. */
export async function readTradeTotals(
  tx: Tx,
  memberId: string,
  tradeId: string,
  date: string,
): Promise<TradeTotals | undefined> {
  const [row] = await tx.query<TradeTotals>(
    `SELECT p.interest_paid AS interest, p.realised,
       CASE WHEN p.origin = 'market' THEN 0::bigint ELSE p.opened_value + p.open_fee END AS offered
     FROM app.positions p WHERE p.id = $2 AND p.member_id = $1 AND p.state = 'closed' AND ${lastFillOf} <= $3`,
    [memberId, tradeId, date],
  )
  return row
}

export interface TradeFill {
  readonly fillId: string
  readonly side: 'buy' | 'sell'
  readonly price: number
  readonly quantity: number
  readonly fee: bigint
  readonly tax: bigint
  readonly borrowFee: bigint
  readonly at: Date
}

export const readTradeFills = (tx: Tx, tradeId: string): Promise<readonly TradeFill[]> =>
  tx.query<TradeFill>(
    `SELECT f.shard || '/' || f.event || '/' || f.side AS "fillId", f.side, f.price, f.quantity, f.fee, f.tax,
       f.borrow_fee AS "borrowFee", f.traded_at AS at
     FROM app.fills f JOIN app.positions p ON p.id = f.position_id
     WHERE p.id = $1 AND f.traded_at BETWEEN p.opened_at - interval '1 day' AND p.closed_at + interval '1 day'
     ORDER BY f.traded_at, f.shard, f.event LIMIT 1000`,
    [tradeId],
  )
