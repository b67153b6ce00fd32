// The past of a member as the worker and settlement would have left it: day ends, closed positions and their fills. Event
// numbers are negative, so reconciliation, which counts the log's own events, does not take them for fills.

import { randomUUID } from 'node:crypto'

interface Query {
  query(sql: string, values?: unknown[]): Promise<unknown>
}

export interface PlantedTrade {
  /** Days before the end of the record. */
  readonly ago: number
  readonly realised: number
  readonly direction?: 'long' | 'short'
  readonly multiple?: number
  readonly dayTrade?: boolean
  readonly origin?: string
}

export interface PlantedDay {
  readonly date: string
  readonly total: number
  readonly paidIn: number
  readonly holdings?: number
}

const dayMs = 86_400_000
export const dayBefore = (date: string, days: number): string =>
  new Date(Date.parse(date) - days * dayMs).toISOString().slice(0, 10)

/** Day ends with a small result each, in cents: no deposit after the first, no fall above a percent. */
export const steadyDays = (until: string, count: number, money = 10_000_000, step = 1_000): PlantedDay[] =>
  Array.from({ length: count }, (_, at) => ({
    date: dayBefore(until, count - 1 - at),
    total: money + at * step - (at % 7 === 6 ? 20_000 : 0),
    paidIn: money,
    holdings: money / 2,
  }))

export const steadyTrades = (count: number, over: Partial<PlantedTrade> = {}): PlantedTrade[] =>
  Array.from({ length: count }, (_, at) => ({
    ago: at % 20,
    realised: at % 3 === 0 ? -5_000 : 12_000,
    ...over,
  }))

let event = -Math.floor(Date.now() / 10)

/** In a transaction of the owner, which passes the triggers: no code of the product could write this. */
export async function plantRecord(
  owner: Query,
  memberId: string,
  { days, trades = [] }: { readonly days: readonly PlantedDay[]; readonly trades?: readonly PlantedTrade[] },
): Promise<void> {
  await owner.query('SET LOCAL session_replication_role = replica')
  for (const { date, total, paidIn, holdings = 0 } of days)
    await owner.query(
      `INSERT INTO app.wealth_days (member_id, date, cash, holdings, realised, unrealised, costs, paid_in, rebates)
       VALUES ($1, $2, $3, $4, 0, 0, 0, $5, 0)`,
      [memberId, date, total - holdings, holdings, paidIn],
    )
  const end = days.at(-1)?.date ?? '2026-01-01'
  for (const trade of trades) await plantTrade(owner, memberId, end, trade)
}

const value = 10_000_000

async function plantTrade(owner: Query, memberId: string, end: string, trade: PlantedTrade): Promise<void> {
  const { ago, realised, direction = 'long', multiple = 100, dayTrade = false, origin = 'market' } = trade
  const [id, closed] = [randomUUID(), dayBefore(end, ago)]
  const opened = dayTrade ? closed : dayBefore(closed, 1)
  const at = (date: string, hour: string): string => `${date}T${hour}:00+08:00`
  const closedValue = direction === 'long' ? value + realised : value - realised
  await owner.query(
    `INSERT INTO app.positions (id, member_id, symbol, kind, direction, multiple, opened_on, opened_at, settles_on, sellable_on,
       unlocks_at, day_trade, state, opened_shares, shares, opened_value, interest_through, closed_value, realised, closed_at, origin)
     VALUES ($1, $2, '2330', 'stock', $3, $4, $5, $6, $5, $5, $6, $7, 'closed', 1000, 0, $8, $5, $9, $10, $11, $12)`,
    [
      id,
      memberId,
      direction,
      multiple,
      opened,
      at(opened, '10:00'),
      dayTrade,
      value,
      closedValue,
      realised,
      at(closed, '11:00'),
      origin,
    ],
  )
  const [first, last] = direction === 'long' ? (['buy', 'sell'] as const) : (['sell', 'buy'] as const)
  if (origin === 'market')
    await plantFill(owner, memberId, { id, side: first, value, at: at(opened, '10:00'), date: opened })
  await plantFill(owner, memberId, {
    id,
    side: last,
    value: closedValue,
    at: at(closed, '11:00'),
    date: closed,
    realised,
  })
}

interface PlantedFill {
  readonly id: string
  readonly side: string
  readonly value: number
  readonly at: string
  readonly date: string
  readonly realised?: number
}

const plantFill = (
  owner: Query,
  memberId: string,
  { id, side, value: worth, at, date, realised }: PlantedFill,
) =>
  owner.query(
    `INSERT INTO app.fills (shard, event, side, order_id, position_id, member_id, symbol, price, quantity, fee, tax, borrow_fee,
       realised, sequence, decided_by, book, traded_at, date, settles_on, entry_id, settled_at)
     VALUES (0, $1, $2, $3, $4, $5, '2330', $6, 1000, 0, 0, 0, $7, $1, 'test', '{}', $8, $9, $9, $3, $8)`,
    [(event -= 1), side, randomUUID(), id, memberId, worth / 1_000, realised ?? null, at, date],
  )
