// The live gateway reads members' fills after every commit with one. The read must not grow with the log.

import { openTestDatabase, type TestDatabase } from '@fairlot/testkit'
import { openSql, type Sql } from '@fairlot/testkit/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'

const logged = 5_000
let database: TestDatabase
let owner: Sql

beforeAll(async () => {
  database = await openTestDatabase()
  owner = openSql(database.ownerUrl, { connections: 1 })
})
afterAll(async () => {
  await owner.close()
  await database.close()
})

test.each(['without', 'with'])('reading fills touches only new events, %s statistics', async (statistics) => {
  const read = await owner.transaction(async (tx) => {
    await tx.query('SET LOCAL session_replication_role = replica')
    await tx.query('DELETE FROM exchange.events')
    await tx.query(
      `INSERT INTO exchange.events (shard, practice, event, sequence, at, kind, symbol, body)
       SELECT 0, false, n, n, now(), CASE n % 2 WHEN 0 THEN 'odd-traded' ELSE 'traded' END, '2330', json_build_object('price', 100, 'quantity', 1000, 'buyOrder', n,
         'buyAccount', 'member:m', 'buyLeft', 0, 'sellOrder', 's', 'sellAccount', 'seat:s', 'sellLeft', 0)
       FROM generate_series(1, $1) AS n`,
      [logged],
    )
    await tx.query(
      `INSERT INTO exchange.shards (shard, event, sequence, at) VALUES (0, $1, $1, now())
       ON CONFLICT (shard) DO UPDATE SET event = $1, sequence = $1, at = now()`,
      [logged],
    )
    if (statistics === 'with') await tx.query('ANALYZE exchange.events')
    const fetched = async () => {
      const [row] = await tx.query<{ rows: string }>(
        `SELECT sum(seq_tup_read + idx_tup_fetch) AS rows FROM pg_stat_xact_all_tables
         WHERE schemaname = 'exchange' AND relname LIKE 'events_%'`,
      )
      return Number(row!.rows)
    }
    const before = await fetched()
    const fills = await tx.query<{ order_id: string }>(
      'SELECT order_id FROM exchange.member_fills(ARRAY[0]::smallint[], ARRAY[$1]::bigint[])',
      [logged - 3],
    )
    return { orders: fills.map(({ order_id }) => Number(order_id)), rows: (await fetched()) - before }
  })
  expect(read.orders).toEqual([logged - 2, logged - 1, logged])
  expect(read.rows).toBe(3)
})
