// The dump of a release: data that every later version must migrate without loss. tests/flows/releases.test.ts restores
// and migrates each of them.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { findPostgresFolder, repositoryRoot } from '@fairlot/testkit/services/binaries'
import { differenceText, readDifferences } from '@fairlot/testkit/reconciliation'
import { openSql, type Sql } from '@fairlot/testkit/sql'

export const releasesFolder = join(repositoryRoot, 'database/releases')

/** Every clone downloads every dump, so each must stay small. */
export const maxDumpBytes = 2_000_000

/** pg_dump's own compression works table by table; brotli over the whole file makes it a third smaller. */
export const dumpSuffix = '.dump.br'

/** A release's dump has rows in each of these, and no migration changes their number. */
const mainTables = [
  'directory.accounts',
  'app.members',
  'app.identities',
  'app.bank_accounts',
  'app.deposits',
  'app.withdrawals',
  'app.coupons',
  'app.orders',
  'app.fills',
  'app.positions',
  'app.reviews',
  'app.review_votes',
  'app.operators',
  'app.notices',
  'ledger.accounts',
  'ledger.balances',
  'ledger.entries',
  'ledger.lines',
  'ledger.holds',
  'ledger.checkpoints',
  'audit.entries',
  'audit.links',
  'audit.checkpoints',
  'exchange.log',
  'exchange.events',
] as const

export type RowCounts = Readonly<Record<(typeof mainTables)[number], number>>

export async function countRows(sql: Pick<Sql, 'query'>): Promise<RowCounts> {
  const counts: Partial<Record<(typeof mainTables)[number], number>> = {}
  for (const table of mainTables) {
    const [row] = await sql.query<{ rows: number }>(`SELECT count(*)::int AS rows FROM ${table}`)
    counts[table] = row!.rows
  }
  return counts as RowCounts
}

/** Returns the size in bytes. Throws, and leaves no file, when the books differ or the dump is too large. */
export async function writeDump(ownerUrl: string, file: string, maxBytes = maxDumpBytes): Promise<number> {
  const sql = openSql(ownerUrl)
  try {
    const differences = await readDifferences(sql)
    if (differences.length > 0)
      throw new Error(`the books differ:\n${differences.map(differenceText).join('\n')}`)
    mkdirSync(dirname(file), { recursive: true })
    const unfinished = `${file}.part`
    try {
      execFileSync(join(findPostgresFolder()!, 'pg_dump'), [
        '--format=custom',
        '--compress=0',
        `--file=${unfinished}`,
        `--dbname=${ownerUrl}`,
      ])
      const packed = packDump(readFileSync(unfinished))
      if (packed.length > maxBytes) {
        const large = await readLargeTables(sql)
        throw new Error(
          `the dump has ${packed.length} bytes, at most ${maxBytes} are allowed; the largest tables before compression:\n${large.join('\n')}`,
        )
      }
      writeFileSync(unfinished, packed)
      renameSync(unfinished, file)
      return packed.length
    } finally {
      rmSync(unfinished, { force: true })
    }
  } finally {
    await sql.close()
  }
}

function packDump(dump: Buffer): Buffer {
  return brotliCompressSync(dump, {
    params: {
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: dump.length,
    },
  })
}

/** Writes what pg_restore reads. */
export function unpackDump(packed: string, file: string): void {
  writeFileSync(file, brotliDecompressSync(readFileSync(packed)))
}

/** Without indices, which a dump does not contain. */
async function readLargeTables(sql: Pick<Sql, 'query'>): Promise<readonly string[]> {
  const rows = await sql.query<{ line: string }>(
    `SELECT format('%s %s', oid::regclass, pg_size_pretty(pg_table_size(oid))) AS line FROM pg_class
     WHERE relkind = 'r' AND relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
     ORDER BY pg_table_size(oid) DESC LIMIT 10`,
  )
  return rows.map(({ line }) => line)
}
