// Migration 0063 on a database with open orders: app.order_holds goes, and each order names its holds.

import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@fairlot/database'
import { migrationsFolder } from '@fairlot/database/migrations'
import { testServices } from '@fairlot/testkit'
import { cloneDatabase, type TestDatabase } from '@fairlot/testkit/cluster'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newId } from '../../apps/server/src/platform/ids.ts'

const name = '0063_order-holds.sql'
let database: TestDatabase
let folder: string
let owner: pg.Client

beforeAll(async () => {
  database = await cloneDatabase({ ...testServices(), template: 'template0' })
  folder = mkdtempSync(join(tmpdir(), 'order-holds-'))
  for (const file of readdirSync(migrationsFolder))
    if (file < name) cpSync(join(migrationsFolder, file), join(folder, file))
  await migrate(database.ownerUrl, { folder })
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await owner.query('SET session_replication_role = replica')
})
afterEach(async () => {
  const { rows } = await owner.query(`SELECT to_regclass('app.order_holds') IS NOT NULL AS stays`)
  for (const table of ['ledger.holds', 'app.orders', ...(rows[0].stays ? ['app.order_holds'] : [])])
    await owner.query(`DELETE FROM ${table}`)
})
afterAll(async () => {
  await owner.end()
  await database.close()
  rmSync(folder, { recursive: true })
})

const upgrade = (): Promise<string[]> => {
  cpSync(join(migrationsFolder, name), join(folder, name))
  return migrate(database.ownerUrl, { folder })
}

const memberId = randomUUID()
const free = (kind = 'available') => `member/${memberId}/TWD/${kind}`

interface Part {
  readonly account: string
  readonly remaining: number
  /** What the ledger has left; null when its hold is deleted. */
  readonly ledgers?: number | null
}

/** Returns the ids of the holds. */
async function insertParts(orderId: string, parts: readonly Part[]): Promise<string[]> {
  const ids = []
  for (const [index, { account, remaining, ledgers = remaining }] of parts.entries()) {
    const holdId = randomUUID()
    ids.push(holdId)
    const held = account.replace(/available$/, 'held').replace('/receivable@', '/held-receivable@')
    await owner.query('SELECT ledger.open_accounts($1)', [[account, held]])
    if (ledgers !== null)
      await owner.query(
        `INSERT INTO ledger.holds (id, account_id, reference, amount, remaining, state, opened_by, opened_at, closed_at)
         SELECT $1::uuid, ledger.account_id($2), $3, 100, $4::bigint, CASE $4::bigint WHEN 0 THEN 'closed' ELSE 'open' END, $1::uuid, now(),
           CASE $4::bigint WHEN 0 THEN now() END`,
        [holdId, held, orderId, ledgers],
      )
    await owner.query(
      `INSERT INTO app.order_holds (order_id, part, hold_id, account, amount, remaining) VALUES ($1, $2, $3, $4, 100, $5)`,
      [orderId, index + 1, holdId, account, remaining],
    )
  }
  return ids
}

async function insertOrder(state: 'entrusted' | 'cancelled'): Promise<string> {
  const id = newId()
  await owner.query(
    `INSERT INTO app.orders (id, member_id, symbol, kind, side, purpose, position_id, direction, multiple, day_trade, price,
       quantity, validity, worst_price, date, origin, terms, placed_at, left_shares, state, reason, ended_at)
     SELECT $1::uuid, $2, '2330', 'stock', 'buy', 'open', $1::uuid, 'long', 100, false, 1000, 1000, 'ROD', 1000, now(), 'member', '\\x',
       now(), CASE WHEN open THEN 1000 ELSE 0 END, $3, CASE WHEN NOT open THEN 'asked' END, CASE WHEN NOT open THEN now() END
     FROM (SELECT $3 = 'entrusted' AS open) AS s`,
    [id, memberId, state],
  )
  return id
}

async function insertConditional(): Promise<string> {
  const id = newId()
  await owner.query(
    `INSERT INTO app.conditional_orders (id, member_id, symbol, position_id, kind, body, quantity, expires_on, created_at,
       after_event, priced_on)
     VALUES ($1, $2, '2330', $1, 'stop', '{}', 1000, now(), now(), 0, now())`,
    [id, memberId],
  )
  return id
}

const holdsOf = async (table: string, id: string): Promise<string[]> =>
  (await owner.query(`SELECT holds FROM ${table} WHERE id = $1`, [id])).rows[0].holds

test.each<[string, () => Promise<unknown>]>([
  [
    'another amount',
    async () =>
      insertParts(await insertOrder('entrusted'), [{ account: free(), remaining: 100, ledgers: 99 }]),
  ],
  [
    'no hold',
    async () =>
      insertParts(await insertOrder('entrusted'), [{ account: free(), remaining: 100, ledgers: null }]),
  ],
  [
    'a released hold that is open',
    async () => insertParts(await insertOrder('cancelled'), [{ account: free(), remaining: 0, ledgers: 5 }]),
  ],
  [
    'an ended order',
    async () => insertParts(await insertOrder('cancelled'), [{ account: free(), remaining: 100 }]),
  ],
  ['no order', () => insertParts(newId(), [{ account: free(), remaining: 100 }])],
  [
    'a hold for another order',
    async () => {
      const [id] = await insertParts(await insertOrder('entrusted'), [{ account: free(), remaining: 100 }])
      await owner.query('UPDATE ledger.holds SET reference = $2 WHERE id = $1', [id, randomUUID()])
    },
  ],
  [
    'a hold on another account',
    async () => {
      const [id] = await insertParts(await insertOrder('entrusted'), [{ account: free(), remaining: 100 }])
      await owner.query('UPDATE app.order_holds SET account = $2 WHERE hold_id = $1', [
        id,
        free().replace('TWD', 'USD'),
      ])
    },
  ],
])('a part with %s stops the migration', async (_, plant) => {
  await plant()
  await expect(upgrade()).rejects.toThrow('differs from its hold on the ledger')
  expect((await owner.query('SELECT FROM app.order_holds')).rowCount).toBeGreaterThan(0)
})

// The last: it migrates.
test('an open order names its open holds in their order', async () => {
  const [open, ended, conditional] = [
    await insertOrder('entrusted'),
    await insertOrder('cancelled'),
    await insertConditional(),
  ]
  const [, cash, coming] = await insertParts(open, [
    { account: free(), remaining: 0 },
    { account: free(), remaining: 100 },
    { account: free('receivable@2026-11-18'), remaining: 40 },
  ])
  await insertParts(ended, [
    { account: free(), remaining: 0 },
    { account: free(), remaining: 0, ledgers: null },
  ])
  const waiting = await insertParts(conditional, [
    { account: `member/${memberId}/stk:2330/available`, remaining: 100 },
  ])
  expect(await upgrade()).toEqual([name])
  expect(await holdsOf('app.orders', open)).toEqual([cash, coming])
  expect(await holdsOf('app.orders', ended)).toEqual([])
  expect(await holdsOf('app.conditional_orders', conditional)).toEqual(waiting)
})
