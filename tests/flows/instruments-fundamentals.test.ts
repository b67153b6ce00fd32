// An operator imports the exchanges' files of fundamentals: members see them with source and date, and nothing else.

import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fixedClock } from '@fairlot/testkit/clock'
import { openSql, type Sql } from '@fairlot/testkit/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importFundamentalFiles } from '../../apps/server/src/roles/import-fundamentals.ts'
import { seedMarket } from './support/seed-market.ts'
import { startTestApi, type TestApi } from './support/start-test-api.ts'
import { testEnvironment } from './support/test-config.ts'

const fixtures = fileURLToPath(
  new URL('../../apps/server/src/features/instruments/fundamentals/fixtures/', import.meta.url),
)
const file = (name: string): string => join(fixtures, `${name}.json`)

let api: TestApi
let owner: Sql
let folder: string
beforeAll(async () => {
  api = await startTestApi()
  await seedMarket(api.db)
  owner = openSql(api.database.ownerUrl)
  folder = mkdtempSync(join(tmpdir(), 'fairlot-fundamentals-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await owner.close()
  await api.stop()
})

const clock = fixedClock('2026-07-22T10:00:00Z')

async function run(...given: string[]): Promise<{ good: boolean; lines: string[] }> {
  const lines: string[] = []
  const good = await importFundamentalFiles(
    { ...api.config, databaseUrl: api.database.seedUrl },
    given,
    (line) => void lines.push(line),
    clock,
  )
  return { good, lines }
}

const read = async (symbol: string) =>
  (await api.client().call('/stock/readFundamentals', { symbol })).body.data

test('a company without imports has no figures', async () => {
  expect(await read('2317')).toEqual({
    valuation: null,
    revenue: [],
    earnings: [],
    dividends: [],
    institutions: null,
    margin: null,
  })
  const unknown = await api.client().call('/stock/readFundamentals', { symbol: '9999' })
  expect(unknown.body.msg).toBe('stock.not-found')
})

test('every file is imported with source and date', async () => {
  const names = ['mops-t187ap05', 'mops-t187ap14', 'twse-twt48u-all', 'tpex-peratio', 'tpex-3insti']
  const more = ['tpex-margin-balance', 'tpex-exright-prepost']
  const { good, lines } = await run(
    ...[...names, ...more].map(file),
    '--date=2026-07-14',
    file('twse-mi-margn'),
  )
  expect(lines).toEqual([
    'mops-t187ap05.json: MOPS t187ap05 2026-07-13: took 2 rows of revenue',
    'mops-t187ap14.json: MOPS t187ap14 2026-07-13: took 2 rows of earnings',
    'twse-twt48u-all.json: TWSE TWT48U_ALL 2026-07-22: took 3 rows of dividend',
    'tpex-peratio.json: TPEx tpex_mainboard_peratio_analysis 2026-07-14: took 2 rows of valuation',
    'tpex-3insti.json: TPEx tpex_3insti_daily_trading 2026-07-14: took 1 rows of institutions',
    'tpex-margin-balance.json: TPEx tpex_mainboard_margin_balance 2026-07-14: took 1 rows of margin',
    'tpex-exright-prepost.json: TPEx tpex_exright_prepost 2026-07-22: took 1 rows of dividend',
    'twse-mi-margn.json: TWSE MI_MARGN 2026-07-14: took 2 rows of margin',
  ])
  expect(good).toBe(true)
  expect(await read('2330')).toMatchObject({
    valuation: null,
    revenue: [
      { period: '2026-06-01', revenue: 348_950_000, market: 'MOPS', source: 't187ap05', asOf: '2026-07-13' },
    ],
    earnings: [{ period: '2026-03-31', eps: 1_825 }],
    dividends: [{ period: '2026-09-16', cash: 600_000_000, stock: null }],
    margin: { margin: 31_928, short: 99, asOf: '2026-07-14', period: '2026-07-14' },
  })
  expect(await read('5274')).toMatchObject({
    valuation: { pe: 12_345, yieldBp: 37, market: 'TPEx' },
    institutions: { foreign: 12_000, trust: -3_000, dealer: 500, total: 9_500 },
    margin: { margin: 230, marginBefore: 200, short: 45, shortBefore: 40 },
    dividends: [{ period: '2026-08-05', cash: 5_800_000_000 }],
  })
})

test('unreadable rows are refused by name; the others are imported', async () => {
  const { good, lines } = await run(file('twse-bwibbu-all'), file('twse-t86'))
  expect(good).toBe(false)
  expect(lines).toEqual([
    'twse-bwibbu-all.json: TWSE BWIBBU_ALL 2026-07-14: took 4 rows of valuation',
    '  refused 2603: PEratio "8.x1" is no number',
    'twse-t86.json: TWSE T86 2026-07-14: took 2 rows of institutions',
    '  refused 1101: the institutions buy 1000 together, not 9999',
  ])
  expect(await read('2603')).toMatchObject({ valuation: null })
  expect(await read('1101')).toMatchObject({ valuation: { pe: null, yieldBp: 433 }, institutions: null })
})

test('a file is imported once; a corrected one replaces its figures', async () => {
  expect((await run(file('tpex-peratio'))).lines).toEqual([
    'tpex-peratio.json: TPEx tpex_mainboard_peratio_analysis 2026-07-14: imported before, nothing changed',
  ])
  const corrected = join(folder, 'corrected.json')
  writeFileSync(corrected, readFileSync(file('tpex-peratio'), 'utf8').replace('123.45', '120.00'))
  await run(corrected)
  expect(await read('5274')).toMatchObject({ valuation: { pe: 12_000 } })
  const audited = await owner.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM audit.entries WHERE action = 'instruments.fundamentals-imported'`,
  )
  const imports = await owner.query<{ count: number }>(
    'SELECT count(*)::integer AS count FROM app.fundamental_imports',
  )
  expect(audited).toEqual(imports)
})

test('days beyond sixty are deleted; months, quarters and dividends stay', async () => {
  const later = join(folder, 'later.json')
  writeFileSync(later, readFileSync(file('tpex-peratio'), 'utf8').replaceAll('1150714', '1150915'))
  clock.set('2026-09-15T10:00:00Z')
  await run(later)
  const days = await owner.query<{ day: string }>(
    `SELECT DISTINCT period::text AS day FROM app.fundamentals WHERE kind = 'valuation' ORDER BY 1`,
  )
  expect(days).toEqual([{ day: '2026-09-15' }])
  expect(await read('5274')).toMatchObject({ valuation: { period: '2026-09-15' }, margin: { margin: 230 } })
})

test('a wrong file or option changes nothing and says why', async () => {
  const ahead = join(folder, 'ahead.json')
  writeFileSync(ahead, readFileSync(file('tpex-peratio'), 'utf8').replaceAll('1150714', '1160714'))
  expect(await run(ahead)).toEqual({
    good: false,
    lines: ['ahead.json: not imported: it is of a day ahead, 2027-07-14'],
  })
  expect((await run(file('twse-mi-margn'))).lines).toEqual([
    'twse-mi-margn.json: not imported: it says no date: give it as --date=yyyy-mm-dd before the file',
  ])
  expect((await run('--date=2026-02-31', file('twse-mi-margn'))).lines).toEqual([
    '--date=2026-02-31: is no option: write --date=yyyy-mm-dd',
  ])
  const main = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url))
  const env = { ...process.env, ...testEnvironment(api.database, { DATABASE_URL: api.database.seedUrl }) }
  const code = await new Promise<unknown>((resolve) => {
    execFile(process.execPath, [main, 'import-fundamentals', ahead], { env }, (error) => resolve(error?.code))
  })
  expect(code).toBe(1)
})
