import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cloneDatabase, type TestDatabase } from '@fairlot/testkit/cluster'
import { testServices } from '@fairlot/testkit/database'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from './migrate.ts'

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

test('applies what is new, in order, once', async () => {
  expect(await run()).toEqual(['0001_first.sql', '0002_second.sql'])
  expect(await run()).toEqual([])
  write('0003_third.sql', 'ALTER TABLE second ADD COLUMN note text;')
  expect(await run()).toEqual(['0003_third.sql'])
})

test('two runs at once apply each file once', async () => {
  const applied = await Promise.all([run(), run(), run()])
  expect(applied.flat().sort()).toEqual(['0001_first.sql', '0002_second.sql'])
})

test('a failing file leaves nothing of itself behind and says which line', async () => {
  write('0003_third.sql', 'CREATE TABLE third (id integer);\n\nCREATE TABLE third (id integer, nonsense);')
  await expect(run()).rejects.toThrow('0003_third.sql: syntax error')
  await expect(run()).rejects.toThrow('(line 3)')
  expect(await rows('SELECT name FROM platform.migrations ORDER BY number')).toEqual([
    { name: '0001_first.sql' },
    { name: '0002_second.sql' },
  ])
  expect(await rows(`SELECT to_regclass('third') AS found`)).toEqual([{ found: null }])
})

test('refuses an applied file that was edited', async () => {
  await run()
  write('0001_first.sql', 'CREATE TABLE first (id bigint);')
  await expect(run()).rejects.toThrow('0001_first.sql: edited after it was applied')
})

test('refuses an applied file that is missing', async () => {
  await run()
  rmSync(join(folder, '0002_second.sql'))
  await expect(run()).rejects.toThrow('0002_second.sql: applied to this database, but its file is missing')
})

test('refuses a gap, a double number and a strange name', async () => {
  write('0004_fourth.sql', 'SELECT 1;')
  await expect(run()).rejects.toThrow('0004_fourth.sql: number 0003 is missing before it')
  rmSync(join(folder, '0004_fourth.sql'))
  write('0002_again.sql', 'SELECT 1;')
  await expect(run()).rejects.toThrow('0002_again.sql and 0002_second.sql have the same number')
  rmSync(join(folder, '0002_again.sql'))
  write('notes.sql', 'SELECT 1;')
  await expect(run()).rejects.toThrow('notes.sql: a migration is named NNNN_feature.sql')
})

test('a checkout with other line ends is the same migration', async () => {
  write('0003_third.sql', 'SELECT 1;\nSELECT 2;\n')
  await run()
  write('0003_third.sql', 'SELECT 1;\r\nSELECT 2;\r\n')
  expect(await run()).toEqual([])
})
