// Writes a world (order-worlds.ts) into the database, on the connection of a superuser and in its transaction.

import pg from 'pg'
import { type OrderWorld, worldDate, worldDays, worldNow } from './order-worlds.ts'

/** A connection whose bigint columns are bigint, as the server's. */
export async function connectForWorlds(ownerUrl: string): Promise<pg.Client> {
  const types = new pg.TypeOverrides()
  types.setTypeParser(20, (text) => BigInt(text))
  const client = new pg.Client({ connectionString: ownerUrl, pipeline: true, types })
  await client.connect()
  for (const { symbol, reference, last } of worldDays) {
    await client.query(
      `INSERT INTO app.instruments (symbol, name_tw, name_en, board, kind, industry_tw, industry_en, reference)
       VALUES ($1, 'a', 'a', 'listed', 'stock', 'x', 'x', $2)`,
      [symbol, reference],
    )
    await client.query(
      `INSERT INTO settlement.prices (symbol, date, state, reference, last, event, at)
       VALUES ($1, $2, 'continuous', $3, $4, 0, now())`,
      [symbol, worldDate, reference, last],
    )
  }
  await client.query(`SELECT ledger.ensure_partitions('2026-10-01', 4)`)
  await client.query(`SELECT app.ensure_order_months('2026-10-01', 4)`)
  return client
}

const json = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? one.toString() : one))

export async function insertWorld(client: pg.Client, world: OrderWorld): Promise<void> {
  const { members, positions, orders, balances } = world
  const sent: Promise<unknown>[] = []
  const insert = (text: string, rows: readonly unknown[]): void => {
    if (rows.length > 0) sent.push(client.query(text, [json(rows)]))
  }
  insert(
    `WITH a AS (SELECT * FROM json_to_recordset($1) AS b (code text, amount bigint)), opened AS (
       INSERT INTO ledger.accounts (id, code, owner_kind, owner_id, asset, kind, due, bounded, holding)
       SELECT ledger.account_id(code), code, split_part(code, '/', 1), split_part(code, '/', 2), split_part(code, '/', 3),
         split_part(split_part(code, '/', 4), '@', 1), nullif(split_part(code, '@', 2), '')::date, true, false FROM a)
     INSERT INTO ledger.balances (account_id, balance, lowest, highest)
     SELECT ledger.account_id(code), amount, CASE WHEN amount >= 0 THEN 0 END, CASE WHEN amount < 0 THEN 0 END FROM a`,
    [...balances].map(([code, amount]) => ({ code, amount })),
  )
  insert(
    `INSERT INTO app.risk_limits (member_id, daily_loss_limit, stopped_at, stopped_by)
     SELECT id, "lossLimit", CASE WHEN stopped IS NOT NULL THEN '${worldNow.toISOString()}'::timestamptz END, stopped
     FROM json_to_recordset($1) AS m (id uuid, "lossLimit" bigint, stopped text)`,
    members.filter(({ stopped, lossLimit }) => stopped !== null || lossLimit !== null),
  )
  insert(
    `INSERT INTO app.fills (shard, event, side, order_id, position_id, member_id, symbol, price, quantity, fee, tax,
       borrow_fee, realised, sequence, decided_by, book, traded_at, date, settles_on, entry_id, settled_at)
     SELECT 0, row_number() OVER (), 'sell', id, id, id, '2330', 1, 1, 0, 0, 0, realised, 1, 'x', '{}',
       '${worldNow.toISOString()}', '${worldDate}', '${worldDate}', id, '${worldNow.toISOString()}'
     FROM json_to_recordset($1) AS m (id uuid, realised bigint)`,
    members.filter(({ realised }) => realised !== 0n),
  )
  insert(
    `INSERT INTO app.margin_calls (id, member_id, called_at, ratio_bp, amount, deadline)
     SELECT id, id, '${worldNow.toISOString()}', 12900, 1, '${worldNow.toISOString()}' FROM json_to_recordset($1) AS m (id uuid)`,
    members.filter(({ called }) => called),
  )
  insert(
    `INSERT INTO app.day_trading_applications (id, member_id, statement, state, applied_at, decided_at)
     SELECT id, id, 'x', 'passed', '${worldNow.toISOString()}', '${worldNow.toISOString()}' FROM json_to_recordset($1) AS m (id uuid)`,
    members.filter(({ mayDayTrade }) => mayDayTrade),
  )
  insert(
    `INSERT INTO directory.owners (member_id, owner_group, joined_by)
     SELECT id, "ownerGroup", 'person' FROM json_to_recordset($1) AS m (id uuid, "ownerGroup" uuid)`,
    members.filter(({ ownerGroup }) => ownerGroup !== null),
  )
  insert(
    `INSERT INTO app.positions (id, member_id, symbol, kind, direction, multiple, opened_on, opened_at, settles_on,
       sellable_on, unlocks_at, day_trade, opened_shares, shares, closing, opened_value, interest_through, collateral, loan, state)
     SELECT id, "memberId", symbol, 'stock', direction, 100, '2026-11-13', '2026-11-13T02:00:00Z', '2026-11-15',
       '2026-11-13', '2026-11-13T02:00:00Z', false, "openedShares", shares, closing, "openedValue", '2026-11-13', collateral,
       loan, 'preparing-to-close'
     FROM json_to_recordset($1) AS p (id uuid, "memberId" uuid, symbol text, direction text, "openedShares" integer,
       shares integer, closing integer, "openedValue" bigint, collateral bigint, loan bigint)`,
    positions,
  )
  insert(
    `INSERT INTO app.orders (id, member_id, symbol, kind, side, purpose, position_id, direction, multiple, day_trade, price,
       quantity, validity, worst_price, date, origin, terms, replaces, placed_at, left_shares, filled_value, state, reason,
       cancel_asked_at, ended_at)
     SELECT id, "memberId", symbol, 'stock', side, purpose, "positionId", direction, multiple, "dayTrade", price, quantity,
       validity, "worstPrice", '${worldDate}', origin, decode(repeat('0', 64), 'hex'), replaces, "placedAt", "left", "filledValue",
       state, CASE state WHEN 'cancelled' THEN 'asked' END, CASE WHEN "cancelAsked" THEN "placedAt" END,
       CASE state WHEN 'cancelled' THEN "placedAt" END
     FROM json_to_recordset($1) AS o (id uuid, "memberId" uuid, symbol text, side text, purpose text, "positionId" uuid,
       direction text, multiple smallint, "dayTrade" boolean, price integer, quantity integer, validity text,
       "worstPrice" integer, origin text, replaces uuid, "placedAt" timestamptz, "left" integer, "filledValue" bigint, state text,
       "cancelAsked" boolean)`,
    orders,
  )
  await Promise.all(sent)
}
