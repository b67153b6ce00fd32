// An operator loads the closing prices of the public exchanges: the next day of each instrument starts from them.

import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { testServices } from '@fairlot/testkit'
import { openSql, type Sql } from '@fairlot/testkit/sql'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { shardOf } from '../../packages/contract/src/venue/index.ts'
import { importPriceFiles } from '../../apps/server/src/roles/import-prices.ts'
import { seedMarket } from './support/seed-market.ts'
import { startTestApi, type TestApi } from './support/start-test-api.ts'
import { day, openTape, trade } from './support/tape.ts'
import { testEnvironment } from './support/test-config.ts'

const fixtures = fileURLToPath(
  new URL('../../apps/server/src/features/instruments/prices/fixtures/', import.meta.url),
)
const twse = join(fixtures, 'twse-stock-day-all.json')
const tpex = join(fixtures, 'tpex-daily-close.json')

let api: TestApi
let folder: string
let owner: Sql
beforeEach(async () => {
  api = await startTestApi()
  await seedMarket(api.db)
  owner = openSql(api.database.ownerUrl)
  folder = mkdtempSync(join(tmpdir(), 'fairlot-prices-'))
})
afterEach(async () => {
  rmSync(folder, { recursive: true })
  await owner.close()
  await api.stop()
})

async function run(...paths: string[]): Promise<{ good: boolean; lines: string[] }> {
  const lines: string[] = []
  const good = await importPriceFiles(
    { ...api.config, databaseUrl: api.database.seedUrl },
    paths,
    (line) => void lines.push(line),
  )
  return { good, lines }
}

const references = async (...symbols: string[]): Promise<number[]> => {
  const rows = await api.db.query<{ reference: number }>(
    'SELECT reference FROM app.instruments WHERE symbol = ANY($1) ORDER BY array_position($1, symbol)',
    [symbols],
  )
  return rows.map(({ reference }) => reference)
}

const commands = async (): Promise<{ shard: number; symbol: string; price: number }[]> => {
  const rows = await owner.query<{ shard: number; command: string }>(
    `SELECT shard, command FROM exchange.queue WHERE command LIKE '%"reference"%' ORDER BY id`,
  )
  return rows.map(({ shard, command }) => ({ shard, ...JSON.parse(command) }))
}

/** Marks everything as listed by the worker. */
const listAll = () => api.db.query('UPDATE app.instruments SET venue_sent_at = now()')

/** The same file for another day. */
function ofDay(path: string, rocDate: string, change: (text: string) => string = (text) => text): string {
  const copy = join(folder, `${rocDate}.json`)
  writeFileSync(copy, change(readFileSync(path, 'utf8').replaceAll('1150714', rocDate)))
  return copy
}

test('both files are imported, and skipped rows are reported with reasons', async () => {
  const { good, lines } = await run(twse, tpex)
  expect(good).toBe(true)
  expect(lines).toEqual([
    'twse-stock-day-all.json: TWSE 2026-07-14: took 4 closing prices for the next day',
    '  skipped 1 not traded here',
    '  skipped 2 without a trade that day: 2317 2454',
    '  skipped 1 with a closing price that cannot be read: 1216',
    '  skipped 1 with a closing price that is not on the tick: 2303',
    'tpex-daily-close.json: TPEx 2026-07-14: took 3 closing prices for the next day',
    '  skipped 20 not traded here',
    '  skipped 1 without a trade that day: 00679B',
  ])
  expect(await references('0050', '2330', '1101', '9958', '5274', '006201', '3293')).toEqual([
    10_710, 250_000, 2_315, 10_150, 1_560_000, 4_360, 69_800,
  ])
  const [row] = await api.db.query<{ taken: number; skipped: number }>(
    `SELECT taken, skipped FROM app.price_imports WHERE file_name = 'twse-stock-day-all.json'`,
  )
  expect(row).toEqual({ taken: 4, skipped: 5 })
})

test('only instruments known to their shard get a reference command', async () => {
  await run(twse)
  expect(await commands()).toEqual([])
  await listAll()
  await run(tpex)
  expect(await commands()).toEqual(
    [
      ['5274', 1_560_000],
      ['006201', 4_360],
      ['3293', 69_800],
    ].map(([symbol, price]) => ({ kind: 'reference', shard: shardOf(String(symbol)), symbol, price })),
  )
})

test('a traded instrument keeps its first price until the next day', async () => {
  await listAll()
  const tape = await openTape(api.database, testServices().natsUrl)
  await tape.commit(Date.now(), [day('2330', '2026-07-14', 246_500), trade('2330', 247_000, 1_000)])
  await tape.close()
  await run(twse)
  expect(await references('2330', '0050')).toEqual([246_500, 10_710])
  expect((await commands()).map(({ symbol }) => symbol)).toEqual(['0050', '2330', '1101', '9958'])
})

test('concurrent imports of one file take effect and are audited once', async () => {
  await listAll()
  const results = await Promise.all(Array.from({ length: 6 }, () => run(twse)))
  expect(results.every(({ good }) => good)).toBe(true)
  const known = results.filter(({ lines }) => lines[0]!.endsWith('imported before, nothing changed'))
  expect(known).toHaveLength(5)
  expect(await commands()).toHaveLength(4)
  const rows = await owner.query<{ action: string; details: { taken: number; file: string } }>(
    `SELECT action, details FROM audit.entries WHERE action = 'instruments.prices-imported'`,
  )
  expect(rows).toMatchObject([{ details: { taken: 4, file: 'twse-stock-day-all.json' } }])
})

test('a same-day correction is imported; older and future files are refused', async () => {
  await run(twse)
  const corrected = ofDay(twse, '1150714', (text) => text.replaceAll('107.10', '108.00'))
  expect((await run(corrected)).good).toBe(true)
  expect(await references('0050')).toEqual([10_800])

  const older = await run(ofDay(twse, '1150713'))
  expect(older).toEqual({
    good: false,
    lines: ['1150713.json: not imported: it is of 2026-07-13, and 2026-07-14 has been imported'],
  })
  const ahead = await run(ofDay(twse, '2990714'))
  expect(ahead.lines).toEqual(['2990714.json: not imported: it is of a day ahead, 2210-07-14'])
  expect(await references('0050')).toEqual([10_800])
})

test('an invalid file is refused and the others are imported', async () => {
  const wrong = join(folder, 'wrong.csv')
  writeFileSync(wrong, '<html>maintenance</html>')
  const { good, lines } = await run(wrong, join(fixtures, 'tpex-legacy-big5.csv'))
  expect(good).toBe(false)
  expect(lines[0]).toBe(
    'wrong.csv: not imported: it has none of the columns of the exchanges’ daily closing files',
  )
  expect(await references('5274')).toEqual([1_560_000])
})

test('ten thousand unknown warrants are skipped', async () => {
  const warrants = Array.from({ length: 10_000 }, (_, index) => ({
    Date: '1150714',
    SecuritiesCompanyCode: String(700_000 + index),
    CompanyName: '某某購',
    Close: '0.55',
    TradingShares: '1000',
  }))
  const path = join(folder, 'many.json')
  const stock = { ...warrants[0]!, SecuritiesCompanyCode: '5274', Close: '15600.00' }
  writeFileSync(path, JSON.stringify([...warrants, stock]))
  expect((await run(path)).lines).toEqual([
    'many.json: TPEx 2026-07-14: took 1 closing prices for the next day',
    '  skipped 10000 not traded here',
  ])
})

test('import-prices exits with 1 when a file is refused', async () => {
  const main = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url))
  const call = (...files: string[]) =>
    new Promise<{ code: number; out: string }>((resolve) => {
      const env = { ...process.env, ...testEnvironment(api.database, { DATABASE_URL: api.database.seedUrl }) }
      execFile(process.execPath, [main, 'import-prices', ...files], { env }, (error, out) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, out }),
      )
    })
  const taken = await call(twse)
  expect(taken.code).toBe(0)
  expect(taken.out).toContain('took 4 closing prices')
  const wrong = join(folder, 'wrong.json')
  writeFileSync(wrong, '[]')
  expect((await call(wrong)).code).toBe(1)
})
