// The seed has patience, and a seed that was cut off in any step is completed by the next one.

import { openTestDatabase, type TestDatabase } from '@fairlot/testkit'
import { openSql, type Sql } from '@fairlot/testkit/sql'
import { until } from '@fairlot/testkit/until'
import { expect, test, vi } from 'vitest'
import { seed } from '../../apps/server/src/roles/seed.ts'
import { testConfig } from './support/test-config.ts'

vi.setConfig({ testTimeout: 240_000 })

const run = (database: TestDatabase): Promise<void> =>
  seed(testConfig(database, { DATABASE_URL: database.seedUrl }), () => undefined)

/** Holds a table so that the seed stops there. */
async function hold(owner: Sql, table: string, whileHeld: () => Promise<void>): Promise<void> {
  await owner.transaction(async (tx) => {
    await tx.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`)
    await whileHeld()
  })
}

const waiting = (seconds: number): string =>
  `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'fairlot-seed'
     AND wait_event_type = 'Lock' AND clock_timestamp() - query_start > make_interval(secs => ${seconds})`

/** Everything the seed wrote that is money or decides about it. */
async function figures(owner: Sql): Promise<unknown> {
  const counts = await owner.query(
    `SELECT (SELECT count(*) FROM app.instruments) AS instruments, (SELECT count(*) FROM app.closures) AS closures,
       (SELECT count(*) FROM app.seats) AS seats, (SELECT count(*) FROM app.deposit_channels) AS channels,
       (SELECT count(*) FROM app.members) AS members, (SELECT count(*) FROM ledger.entries) AS entries,
       (SELECT sum(abs(amount)) FROM ledger.lines)::text AS moved`,
  )
  return { counts, differences: await owner.query('SELECT * FROM app.reconcile() WHERE difference <> 0') }
}

test('a seed waits for a lock longer than a request may', async () => {
  const database = await openTestDatabase()
  const owner = openSql(database.ownerUrl, { connections: 2 })
  let seeding: Promise<void> | undefined
  await hold(owner, 'app.seats', async () => {
    seeding = run(database)
    seeding.catch(() => undefined)
    await until(
      'a wait above the limit of a request',
      async () => (await owner.query(waiting(2.5))).length > 0,
    )
  })
  await seeding
  expect(await figures(owner)).toMatchObject({ differences: [] })
  await owner.close()
  await database.close()
})

test('an interrupted seed is completed by the next one', async () => {
  const [whole, cut] = await Promise.all([openTestDatabase(), openTestDatabase()])
  await run(whole)
  const expected = openSql(whole.ownerUrl)
  const owner = openSql(cut.ownerUrl, { connections: 2 })
  for (const table of [
    'app.closures',
    'app.seats',
    'ledger.entries',
    'app.deposit_channels',
    'app.members',
  ]) {
    await hold(owner, table, async () => {
      const seeding = run(cut).then(
        () => 'finished',
        () => 'cut off',
      )
      await until(`a wait for ${table}`, async () => (await owner.query(waiting(0))).length > 0)
      await owner.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'fairlot-seed'`,
      )
      expect([table, await seeding]).toEqual([table, 'cut off'])
    })
  }
  await run(cut)
  expect(await figures(owner)).toEqual(await figures(expected))
  await run(cut)
  expect(await figures(owner)).toEqual(await figures(expected))
  await Promise.all([owner.close(), expected.close()])
  await Promise.all([whole.close(), cut.close()])
})
