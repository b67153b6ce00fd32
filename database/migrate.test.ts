import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cloneDatabase, type TestDatabase } from '@fairlot/testkit/cluster'
import { testServices } from '@fairlot/testkit/database'
import { until } from '@fairlot/testkit/until'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import { readMigrations } from './migrations.ts'

let database: TestDatabase
let folder: string

beforeEach(async () => {
  database = await cloneDatabase({ ...testServices(), template: 'template0' })
  folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  write('0001_first.sql', 'CREATE TABLE first (id integer);')
  write('0002_second.sql', 'CREATE TABLE second (id integer);')
})

afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

function write(name: string, sql: string): void {
  writeFileSync(join(folder, name), sql)
}

async function rows(sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

const run = () => migrate(database.ownerUrl, { folder })

test('new migrations are applied once, in order', async () => {
  expect(await run()).toEqual(['0001_first.sql', '0002_second.sql'])
  expect(await run()).toEqual([])
  write('0003_third.sql', 'ALTER TABLE second ADD COLUMN note text;')
  expect(await run()).toEqual(['0003_third.sql'])
})

test('parallel runs apply each file once', async () => {
  const applied = await Promise.all([run(), run(), run()])
  expect(applied.flat().sort()).toEqual(['0001_first.sql', '0002_second.sql'])
})

test('a failing migration is rolled back and names its line', async () => {
  write('0003_third.sql', 'CREATE TABLE third (id integer);\n\nCREATE TABLE third (id integer, nonsense);')
  await expect(run()).rejects.toThrow('0003_third.sql: syntax error')
  await expect(run()).rejects.toThrow('(line 3)')
  expect(await rows('SELECT name FROM platform.migrations ORDER BY number')).toEqual([
    { name: '0001_first.sql' },
    { name: '0002_second.sql' },
  ])
  expect(await rows(`SELECT to_regclass('third') AS found`)).toEqual([{ found: null }])
})

test('a migration gives up on a held lock and names the holder', async () => {
  await run()
  write('0003_third.sql', 'CREATE TABLE third (id integer);\nALTER TABLE second ADD COLUMN note text;')
  const holder = new pg.Client({ connectionString: database.ownerUrl, application_name: 'slow report' })
  await holder.connect()
  await holder.query('BEGIN')
  await holder.query('SELECT count(*) FROM second')
  const waiting = migrate(database.ownerUrl, { folder, lockTimeoutMs: 200, tries: 2 })
  await expect(waiting).rejects.toThrow(
    /^0003_third.sql: a lock was not free within 200ms; nothing of this file was applied. .*pid \d+ .*slow report.*SELECT count/,
  )
  expect(await rows(`SELECT to_regclass('third') AS found`)).toEqual([{ found: null }])
  await holder.end()
  expect(await run()).toEqual(['0003_third.sql'])
})

test('a file that met a held lock is applied afterwards', async () => {
  await run()
  write('0003_third.sql', 'ALTER TABLE second ADD COLUMN note text;')
  const holder = new pg.Client({ connectionString: database.ownerUrl })
  await holder.connect()
  await holder.query('BEGIN')
  await holder.query('SELECT count(*) FROM second')
  const applying = migrate(database.ownerUrl, { folder, lockTimeoutMs: 50 })
  await holder.query('SELECT pg_sleep(0.3)')
  await holder.query('COMMIT')
  expect(await applying).toEqual(['0003_third.sql'])
  await holder.end()
})

test('a file that met a deadlock is applied again', async () => {
  await run()
  // The one that checks first gives up: the migration, before the other.
  write('0003_third.sql', `SET LOCAL deadlock_timeout = '2s'; LOCK first; ALTER TABLE second ADD note text;`)
  const other = new pg.Client({ connectionString: database.ownerUrl })
  await other.connect()
  await other.query(`SET deadlock_timeout = '60s'`)
  await other.query('BEGIN')
  await other.query('LOCK second')
  const applying = migrate(database.ownerUrl, { folder, lockTimeoutMs: 20_000 })
  await until('the migration to wait', async () => {
    const waiting = await rows(
      `SELECT 1 FROM pg_stat_activity WHERE application_name = 'fairlot-migrate' AND datname = current_database() AND wait_event_type = 'Lock'`,
    )
    return waiting.length > 0
  })
  await other.query('LOCK first')
  await other.query('COMMIT')
  expect(await applying).toEqual(['0003_third.sql'])
  await other.end()
})

test('limits of the database do not limit a migration', async () => {
  await rows(`ALTER DATABASE ${database.name} SET statement_timeout = '50ms'`)
  await rows(`ALTER DATABASE ${database.name} SET idle_in_transaction_session_timeout = '50ms'`)
  write('0003_third.sql', 'SELECT pg_sleep(0.3);')
  expect(await run()).toHaveLength(3)
})

test('the lock timeout does not limit the wait for another run', async () => {
  const both = await Promise.all([1, 2].map(() => migrate(database.ownerUrl, { folder, lockTimeoutMs: 20 })))
  expect(both.flat().toSorted()).toEqual(['0001_first.sql', '0002_second.sql'])
})

test('an applied file that was edited is refused', async () => {
  await run()
  write('0001_first.sql', 'CREATE TABLE first (id bigint);')
  await expect(run()).rejects.toThrow('0001_first.sql: edited after it was applied')
})

test('an applied file that is missing is refused', async () => {
  await run()
  rmSync(join(folder, '0002_second.sql'))
  await expect(run()).rejects.toThrow('0002_second.sql: applied to this database, but its file is missing')
})

test('a gap, a repeated number and a wrong name are refused', async () => {
  write('0004_fourth.sql', 'SELECT 1;')
  await expect(run()).rejects.toThrow('0004_fourth.sql: number 0003 is missing before it')
  rmSync(join(folder, '0004_fourth.sql'))
  write('0002_again.sql', 'SELECT 1;')
  await expect(run()).rejects.toThrow('0002_again.sql and 0002_second.sql have the same number')
  rmSync(join(folder, '0002_again.sql'))
  write('notes.sql', 'SELECT 1;')
  await expect(run()).rejects.toThrow('notes.sql: a migration is named NNNN_feature.sql')
})

test('other line endings do not change a migration', async () => {
  write('0003_third.sql', 'SELECT 1;\nSELECT 2;\n')
  await run()
  write('0003_third.sql', 'SELECT 1;\r\nSELECT 2;\r\n')
  expect(await run()).toEqual([])
})

test('a role without superuser rights can migrate', async () => {
  const name = `migrator_${database.name.slice(5, 15)}`
  await rows(`CREATE ROLE ${name} LOGIN CREATEROLE`)
  try {
    // In a cluster of its own it makes the roles itself; here they are there, and it needs the right to grant them.
    const [made] = (await rows(
      `SELECT string_agg(rolname, ', ') AS roles FROM pg_roles WHERE rolname LIKE 'fairlot\\_%' AND NOT rolsuper`,
    )) as { roles: string }[]
    await rows(`GRANT ${made!.roles} TO ${name} WITH ADMIN OPTION`)
    await rows(`ALTER DATABASE ${database.name} OWNER TO ${name}`)
    const applied = await migrate(database.ownerUrl.replace('fairlot_owner', name))
    expect(applied).toHaveLength(readMigrations().length)
    expect(
      await rows(
        `SELECT DISTINCT proowner::regrole::text AS owner FROM pg_proc WHERE pronamespace = 'ledger'::regnamespace`,
      ),
    ).toEqual([{ owner: 'fairlot_definer' }])
  } finally {
    await rows(`REASSIGN OWNED BY ${name} TO fairlot_owner`)
    await rows(`DROP OWNED BY ${name}`)
    await rows(`DROP ROLE ${name}`)
  }
})

test('the next run pins the search path of a function', async () => {
  await run()
  await rows(
    `CREATE FUNCTION platform.loose() RETURNS integer LANGUAGE plpgsql SECURITY DEFINER AS 'BEGIN RETURN 1; END'`,
  )
  await run()
  expect(
    await rows(
      `SELECT proowner::regrole::text AS owner, proconfig AS config FROM pg_proc WHERE proname = 'loose'`,
    ),
  ).toEqual([{ owner: 'fairlot_definer', config: ['search_path=pg_catalog, pg_temp'] }])
})
