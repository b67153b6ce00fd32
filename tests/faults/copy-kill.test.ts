// kill -9 of settlement while a transaction with lines of a block is open: each line is settled once, and the books agree.

import { randomUUID } from 'node:crypto'
import { until } from '@fairlot/testkit/until'
import { afterEach, expect, it } from 'vitest'
import { copyPoolAccount, shardOf } from '../../packages/contract/src/venue/index.ts'
import { linesOf, withoutCommands } from '../flows/support/block-orders.ts'
import { spawnRole, type RoleProcess } from '../flows/support/role-process.ts'
import { openTestVenue, type TestVenue } from '../flows/support/test-venue.ts'

const symbol = '2317'
const shard = shardOf(symbol)
const day = '2026-11-16'
const price = 10_000
const count = 1_104

let venue: TestVenue
let settlement: RoleProcess | undefined
afterEach(async () => {
  await settlement?.kill()
  await venue.stop()
})

const settledLines = async (): Promise<number> => {
  const [row] = await venue.sql.query<{ lines: number }>(
    `SELECT count(DISTINCT order_id)::int AS lines FROM app.fills WHERE decided_by = 'block'`,
  )
  return row!.lines
}

/** The statement that takes the fills past this many waits, so that the kill meets an open transaction. */
async function waitAfter(fills: number): Promise<void> {
  await venue.sql.query(
    `CREATE OR REPLACE FUNCTION public.wait_in_block() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
     'BEGIN IF (SELECT count(*) FROM app.fills WHERE decided_by = ''block'') >= ${fills} THEN PERFORM pg_sleep(2); END IF; RETURN NULL; END'`,
  )
}
const isWaiting = async (): Promise<boolean> => {
  const rows = await venue.sql.query(`SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep'`)
  return rows.length > 0
}

it('settlement killed within a block settles each line once', { timeout: 300_000 }, async () => {
  venue = await openTestVenue({ symbols: [symbol] })
  await venue.begin(day)
  const members = await Promise.all(Array.from({ length: 12 }, () => venue.member()))
  const orders = await withoutCommands(venue, () =>
    venue.openMany(
      Array.from({ length: count }, (_, n) => ({
        memberId: members[n % members.length]!,
        symbol,
        price,
        lots: (1 + (n % 7)) / 1_000,
      })),
    ),
  )
  const lines = await linesOf(venue, orders)
  await venue.seat('maker-1', symbol, 'sell', price, 3)
  const block = randomUUID()
  for (let from = 0; from < count; from += 500)
    await venue.submit(shard, {
      kind: 'block',
      block,
      account: copyPoolAccount,
      symbol,
      side: 'buy',
      price,
      date: day,
      from,
      lines: lines.slice(from, from + 500),
      ...(from + 500 >= count && { last: true }),
    })
  await venue.matched()
  await venue.phase(day, 'closing-call')
  await venue.phase(day, 'closed')
  await venue.matched()
  await waitAfter(1)
  await venue.sql.query(
    `CREATE TRIGGER wait_in_block AFTER INSERT ON app.fills FOR EACH STATEMENT EXECUTE FUNCTION public.wait_in_block()`,
  )

  const before: number[] = []
  for (const fills of [1, 400, 800]) {
    await waitAfter(fills)
    settlement = spawnRole('settlement', venue.database)
    await until('a transaction of the block', isWaiting)
    await settlement.kill()
    before.push(await settledLines())
    await until('its backend to notice', async () => !(await isWaiting()))
  }
  // At least the first kill left lines that were not settled.
  expect(before[0]).toBeLessThan(count)
  await venue.sql.query('DROP TRIGGER wait_in_block ON app.fills')
  settlement = spawnRole('settlement', venue.database)
  await venue.settled()

  const [sums] = await venue.sql.query<{ got: number; fills: number; open: number }>(
    `SELECT sum(filled_shares)::int AS got, (SELECT sum(quantity)::int FROM app.fills WHERE decided_by = 'block') AS fills,
       count(*) FILTER (WHERE state = 'entrusted')::int AS open FROM app.orders WHERE id = ANY ($1::uuid[])`,
    [orders],
  )
  expect(sums).toEqual({ got: 3_000, fills: 3_000, open: 0 })
  expect(await venue.breaches()).toEqual([])
})
