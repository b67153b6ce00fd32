// npm run release:dump: fills a new stack by running end-to-end tests against it, and writes
// database/releases/<version>.dump.br.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { shards } from '@fairlot/contract/venue'
import { openSql, type Sql } from '@fairlot/testkit/sql'
import { countRows, dumpSuffix, releasesFolder, writeDump } from './release/dump.ts'
import { readLayout } from './stack/layout.ts'
import { withTestStack } from './stack/test-stack.ts'

/** Together they write every table that a later migration could damage. */
const specs = [
  'money-and-people',
  'bank-accounts',
  'deposits',
  'withdrawals',
  'orders',
  'positions',
  'day-trading',
  'coupons',
  'draws',
  'new-shares',
  'auctions',
  'placements',
  'block-trades',
  'currency-exchange',
  'corporate-actions',
  'mentors',
  'orders-odd-lots',
  'savings-plans',
  'news',
  'credit',
  'support',
  'copy-trading',
  'notices',
  'operators',
]

const layout = readLayout({
  FAIRLOT_DEV_DIR: '.dev/release',
  FAIRLOT_PORT_BASE: process.env.FAIRLOT_RELEASE_PORT_BASE ?? '20400',
})
const { version } = JSON.parse(readFileSync(join(layout.root, 'package.json'), 'utf8')) as { version: string }
const file = join(releasesFolder, `${version}${dumpSuffix}`)
if (existsSync(file)) {
  console.error(`${file} exists. The dump of a release never changes; raise the version in package.json`)
  process.exit(1)
}

const code = await withTestStack(
  {
    name: 'release:dump',
    layout,
    // Few trades between seats: they would be most of the dump. Frequent snapshots let most of their quotes be pruned.
    env: { PRACTICE_INTENSITY: '0.2', SNAPSHOT_COMMANDS: '200', BANK_CLOCK: 'request' },
  },
  async ({ playwright, stopAllButPostgres, databaseOwnerUrl }) => {
    // CI=1 runs each test in one appearance: a second one writes the same rows again.
    const failed = await playwright(
      specs.map((spec) => `tests/e2e/${spec}.spec.ts`),
      { CI: '1' },
    )
    if (failed !== 0) {
      console.error('no dump: a test failed, so its data is not what a release contains')
      return 1
    }
    await stopAllButPostgres()
    const sql = openSql(databaseOwnerUrl)
    try {
      await forgetGeneratedPast(sql)
      await prunePracticeQuotes(sql)
      const counts = Object.entries(await countRows(sql))
      const [open] = await sql.query<{ rows: number }>(
        `SELECT count(*)::int AS rows FROM app.orders WHERE state = 'entrusted'`,
      )
      if (open!.rows === 0)
        throw new Error('no dump: no open order, and a later version must trade on with one')
      const empty = counts.filter(([, rows]) => rows === 0).map(([table]) => table)
      if (empty.length > 0) throw new Error(`no dump: no rows in ${empty.join(', ')}`)
      const bytes = await writeDump(databaseOwnerUrl, file)
      for (const [table, rows] of counts) console.log(`${String(rows).padStart(8)} ${table}`)
      console.log(`wrote ${file}, ${bytes} bytes`)
    } finally {
      await sql.close()
    }
    return 0
  },
)
process.exit(code)

/** Two years of prices of every security are the same kind of row many times over: one security is enough. */
async function forgetGeneratedPast(sql: Pick<Sql, 'query'>): Promise<void> {
  for (const table of ['market.day_candles', 'market.minute_candles'])
    await sql.query(`DELETE FROM ${table} WHERE simulated AND symbol <> '2330'`)
}

/** As the running exchange does. The quotes of seats would be a tenth of the dump. */
async function prunePracticeQuotes(sql: Pick<Sql, 'query'>): Promise<void> {
  for (const shard of shards) {
    let upTo: number | null
    do {
      const [row] = await sql.query<{ upto: number | null }>('SELECT exchange.prune($1, 2000) AS upto', [
        shard,
      ])
      upTo = row!.upto
    } while (upTo !== null)
  }
}
