// Records what app.place_orders answers, batch by batch, before the function goes: FAIRLOT_RECORD=100000.

import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openTestDatabase, type TestDatabase } from '@fairlot/testkit'
import { repositoryRoot } from '@fairlot/testkit/services/binaries'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeOrders } from '../../apps/server/src/features/orders/intake/store.ts'
import { answerOf } from '../../apps/server/src/features/orders/intake/take.ts'
import { type OrderWorld, orderWorld, worldDate, worldDays, worldNow } from './support/order-worlds.ts'

let database: TestDatabase
let client: pg.Client
const count = Number(process.env['FAIRLOT_RECORD'] ?? 200)

beforeAll(async () => {
  database = await openTestDatabase()
  const types = new pg.TypeOverrides()
  types.setTypeParser(20, (text) => BigInt(text))
  client = new pg.Client({ connectionString: database.ownerUrl, pipeline: true, types })
  await client.connect()
  await client.query(`SET synchronous_commit = off`)
  for (const { symbol, reference, last } of worldDays) {
    await client.query(
      `INSERT INTO app.instruments (symbol, name_tw, name_en, board, kind, industry_tw, industry_en, reference)
       VALUES ($1, 'a', 'a', 'listed', 'stock', 'x', 'x', $2)`,
      [symbol, reference],
    )
    await client.query(
      `INSERT INTO settlement.prices (symbol, date, state, reference, last, event, at) VALUES ($1, $2, 'continuous', $3, $4, 0, now())`,
      [symbol, worldDate, reference, last],
    )
  }
  await client.query(`SELECT ledger.ensure_partitions('2026-10-01', 4)`)
})
afterAll(async () => {
  await client.end()
  await database.close()
})

test('records the answers', { timeout: 10_000_000 }, async () => {
  const digests = Buffer.alloc(count * 4)
  const tally: Record<string, number> = {}
  for (let seed = 0; seed < count; seed += 1) {
    const world = orderWorld(seed)
    const answer = world.drafts.length === 0 ? '' : await answerText(world, tally)
    if (process.env['FAIRLOT_SHOW']) console.log(seed, answer)
    createHash('sha256')
      .update(answer)
      .digest()
      .copy(digests, seed * 4, 0, 4)
  }
  console.log(JSON.stringify(tally, null, 1))
  if (process.env['FAIRLOT_RECORD'] !== undefined)
    writeFileSync(join(repositoryRoot, 'tests/flows/support/recorded-decisions.bin'), digests)
  expect(Object.keys(tally).length).toBeGreaterThan(12)
})

const statements = new Map<string, string>()
function nameOf(text: string): string {
  let name = statements.get(text)
  if (name === undefined) statements.set(text, (name = `w${statements.size}`))
  return name
}

const json = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? one.toString() : one))

async function answerText(world: OrderWorld, tally: Record<string, number>): Promise<string> {
  const { drafts } = world
  const names = namesOf(world)
  const query = (text: string, values: unknown[]) => client.query({ name: nameOf(text), text, values })
  void client.query('BEGIN')
  const waiting = insertWorld(world, query)
  void client.query('SET LOCAL SESSION AUTHORIZATION fairlot_api')
  await Promise.all(waiting)
  const tx = {
    query: async <Row>(text: string, values: readonly unknown[] = []) =>
      (await client.query({ name: 'place', text, values: [...values] })).rows as Row[],
  }
  const rows = await placeOrders(tx, drafts, worldNow, drafts.length === 1)
  void client.query('RESET SESSION AUTHORIZATION')
  const partsRead = query(
    `SELECT order_id AS id, string_agg(account || '=' || amount, ',' ORDER BY part) AS parts FROM app.order_holds
     WHERE order_id = ANY ($1::uuid[]) GROUP BY order_id`,
    [drafts.map(({ id }) => id)],
  )
  const closingRead = query(`SELECT id, closing FROM app.positions WHERE id = ANY ($1::uuid[]) ORDER BY id`, [
    world.positions.map(({ id }) => id),
  ])
  const stoppedRead = query(
    `SELECT member_id AS id FROM app.risk_limits WHERE stopped_by = 'rule' AND member_id = ANY ($1::uuid[]) ORDER BY member_id`,
    [world.members.map(({ id }) => id)],
  )
  void client.query('ROLLBACK')
  const parts = (await partsRead) as pg.QueryResult<{ id: string; parts: string }>
  const closing = (await closingRead) as pg.QueryResult<{ id: string; closing: number }>
  const stopped = (await stoppedRead) as pg.QueryResult<{ id: string }>
  const partsOf = new Map(parts.rows.map(({ id, parts: text }) => [id, text]))
  const answers = drafts.map((draft, index) => {
    const row = rows[index]!
    tally[row.outcome] = (tally[row.outcome] ?? 0) + 1
    const answer = answerOf(draft, row)
    // In a batch this was not final: the order was then tried alone, also with receivables.
    if (!answer.ok && drafts.length > 1 && row.outcome === 'insufficient') return 'insufficient'
    if (!answer.ok) return json(answer.refusal)
    return row.outcome === 'replayed' ? 'replayed' : `placed ${answer.held} ${partsOf.get(draft.id) ?? ''}`
  })
  const text = [
    ...answers,
    ...closing.rows.map(({ id, closing: shares }) => `${id} ${shares}`),
    ...stopped.rows.map(({ id }) => `${id} stopped`),
  ].join('\n')
  return names(text)
}

/** Ids are long; their order of appearance is enough. */
function namesOf({ members, positions }: OrderWorld): (text: string) => string {
  const ids = [...members.map(({ id }) => id), ...positions.map(({ id }) => id)]
  return (text) => ids.reduce((written, id, index) => written.replaceAll(id, `#${index}`), text)
}

function insertWorld(
  world: OrderWorld,
  query: (text: string, values: unknown[]) => Promise<unknown>,
): Promise<unknown>[] {
  const { members, positions, orders, balances } = world
  const sent: Promise<unknown>[] = []
  const insert = (text: string, rows: readonly unknown[]): void => {
    if (rows.length > 0) sent.push(query(text, [json(rows)]))
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
  return sent
}
