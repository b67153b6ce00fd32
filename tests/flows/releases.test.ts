// The dump of each release, restored into a new cluster and migrated, loses nothing. A dump made here keeps this tested
// between releases.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@fairlot/database'
import { migrationsFolder, readMigrations } from '@fairlot/database/migrations'
import { repositoryRoot } from '@fairlot/testkit/services/binaries'
import { ledgerBreaches } from '@fairlot/testkit/invariants'
import { readDifferences } from '@fairlot/testkit/reconciliation'
import { openSql, type Sql } from '@fairlot/testkit/sql'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  linkEntries,
  recordAudit,
  signCheckpoint,
  verifyChain,
} from '../../apps/server/src/features/audit/index.ts'
import { verifySteps } from '../../apps/server/src/features/audit/verify/verify-fills.ts'
import { type AcceptedOrder, firstSteps, type FirstStep } from '../../packages/proof/src/index.ts'
import { makeSecretsFile, openSecrets } from '../../apps/server/src/platform/secrets.ts'
import {
  countRows,
  dumpSuffix,
  maxDumpBytes,
  releasesFolder,
  type RowCounts,
  writeDump,
} from '../../scripts/release/dump.ts'
import { openDb } from './support/open-db.ts'
import type { OwnCluster } from './support/own-cluster.ts'
import { pastTriggers } from './support/planted-books.ts'
import { plantMigration } from './support/planted-migration.ts'
import { type Restored, restoreDump } from './support/restored-release.ts'
import { openTestVenue, type TestVenue } from './support/test-venue.ts'

const folder = mkdtempSync(join(tmpdir(), 'fairlot-releases-'))
const clusters: OwnCluster[] = []
const released = existsSync(releasesFolder)
  ? readdirSync(releasesFolder).filter((name) => name.endsWith(dumpSuffix))
  : []

afterAll(async () => {
  await Promise.all(clusters.map((cluster) => cluster.stop()))
  rmSync(folder, { recursive: true, force: true })
})

async function restore(dump: string, place: string): Promise<Restored> {
  const restored = await restoreDump(dump, folder, place)
  clusters.push(restored.cluster)
  return restored
}

/** After the migration: every row is there, the books agree, the audit chain holds, and the files are those applied. */
async function expectSound({ url, rows }: Restored, migrations = migrationsFolder): Promise<void> {
  const owner = openSql(url())
  const reader = openDb({ url: url('fairlot_reader'), poolSize: 1, applicationName: 'test' })
  try {
    expect(await countRows(owner)).toEqual(rows)
    expect(await readDifferences(owner)).toEqual([])
    expect(
      await owner.query('SELECT asset FROM ledger.lines GROUP BY asset HAVING sum(amount) <> 0'),
    ).toEqual([])
    expect(await ledgerBreaches({ readerUrl: url('fairlot_reader') })).toEqual([])
    expect(await verifySteps(reader)).toEqual({ orders: rows['app.orders'] })
    // No attacker here: the keys of the checkpoints themselves show that no row has changed.
    const keys = await owner.query<{ key: Buffer }>(
      'SELECT DISTINCT public_key AS key FROM audit.checkpoints',
    )
    expect(keys).not.toEqual([])
    const chain = await verifyChain(
      reader,
      keys.map(({ key }) => key),
    )
    expect(chain).toMatchObject({ ok: true, head: { sequence: BigInt(rows['audit.links']) } })
    expect(
      await owner.query('SELECT number, name, checksum FROM platform.migrations ORDER BY number'),
    ).toEqual(readMigrations(migrations).map(({ number, name, checksum }) => ({ number, name, checksum })))
  } finally {
    await Promise.all([owner.close(), reader.close()])
  }
}

test('every released version has its dump, of at most 2 MB', () => {
  const changes = readFileSync(join(repositoryRoot, 'CHANGELOG.md'), 'utf8')
  const versions = [...changes.matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(
    ([, version]) => `${version}${dumpSuffix}`,
  )
  expect(released.toSorted()).toEqual(versions.toSorted())
  for (const name of released)
    expect(statSync(join(releasesFolder, name)).size).toBeLessThanOrEqual(maxDumpBytes)
})

const newestRelease = released.toSorted().at(-1)
/** What a role of our processes may call, read or write: functions with their arguments, and columns. */
async function readUsable(owner: Sql): Promise<readonly string[]> {
  const rows = await owner.query<{ one: string }>(
    `SELECT format('%s may call %s', r.rolname, p.oid::regprocedure) AS one
     FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace, pg_roles r
     WHERE r.rolname LIKE 'fairlot_%' AND r.rolcanlogin AND NOT r.rolsuper AND n.nspname NOT IN ('pg_catalog', 'information_schema')
       AND has_function_privilege(r.oid, p.oid, 'EXECUTE') AND has_schema_privilege(r.oid, n.oid, 'USAGE')
     UNION ALL
     SELECT format('%s may %s %s.%s', g.grantee, lower(g.privilege_type), format('%s.%s', g.table_schema, g.table_name),
       g.column_name)
     FROM information_schema.column_privileges g
     WHERE g.grantee LIKE 'fairlot_%' AND g.grantee <> 'fairlot_owner' AND g.privilege_type <> 'REFERENCES'`,
  )
  return rows.map(({ one }) => one)
}

/** A normal run migrates the oldest and the newest release, FAIRLOT_PROVE=1 every one. */
const migrated =
  process.env['FAIRLOT_PROVE'] === '1'
    ? released
    : released.toSorted().filter((_, n, all) => n === 0 || n === all.length - 1)

test.each(migrated)('the release %s restores and migrates without loss', async (name) => {
  const restored = await restore(join(releasesFolder, name), name)
  expect(restored.step).toBeDefined()
  expect(Object.entries(restored.rows).filter(([, rows]) => rows === 0)).toEqual([])
  const owner = openSql(restored.url())
  const before = await readUsable(owner)
  await migrate(restored.url())
  await expectSound(restored)
  if (name === newestRelease) {
    // Its processes run on the new tables until each has been replaced (docs/operating/upgrade.md).
    const after = new Set(await readUsable(owner))
    expect(before.filter((one) => !after.has(one))).toEqual([])
  }
  await owner.close()
  if (name === `0.1.0${dumpSuffix}`) await expectDerivable(restored)
})

/** Only 0.1.0 stored the first steps of orders. They are byte for byte those that are derived now. */
async function expectDerivable({ url }: Restored): Promise<void> {
  const owner = openSql(url())
  try {
    const orders = await owner.query<Omit<AcceptedOrder, 'heldCash' | 'heldShares'> & { steps: FirstStep[] }>(
      `SELECT o.side, o.price, o.quantity, o.validity, o.origin, o.replaces, o.worst_price AS "worstPrice",
         json_agg(json_build_object('what', s.what, 'who', s.who, 'data', s.data::text) ORDER BY s.n) AS steps
       FROM app.orders o JOIN app.order_steps s ON s.order_id = o.id AND s.n <= 2 AND s.what IN ('placed', 'held')
       WHERE o.held_cash IS NULL GROUP BY o.id`,
    )
    expect(orders).not.toEqual([])
    for (const { steps, ...order } of orders) {
      const held = JSON.parse(steps[1]?.data ?? '{"cash":"0","shares":0}') as { cash: string; shares: number }
      expect(firstSteps({ ...order, heldCash: BigInt(held.cash), heldShares: held.shares })).toEqual(steps)
    }
  } finally {
    await owner.close()
  }
}

describe('a dump made now', () => {
  const dump = join(folder, `now${dumpSuffix}`)
  let venue: TestVenue
  let restored: Restored

  beforeAll(async () => {
    venue = await openTestVenue()
    // The transaction ids of a cluster in use are far ahead of a new one's.
    await venue.sql.query(
      `DO $$ BEGIN FOR i IN 1..20000 LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$`,
    )
    await venue.begin('2026-11-16')
    venue.startSettler()
    const buyer = await venue.member()
    // One trade before the checkpoint and one after it: sums need both.
    await buy(buyer, 1)
    await venue.db.query('SELECT * FROM ledger.checkpoint()')
    await buy(buyer, 2)
    await venue.db.transaction((tx) =>
      recordAudit(tx, {
        action: 'test.happened',
        actor: 'system',
        subject: 'thing:1',
        details: {},
        requestId: 'request-0001',
      }),
    )
    await linkEntries(venue.db)
    await signCheckpoint(venue.db, openSecrets(makeSecretsFile()), new Date())
    await writeDump(venue.database.ownerUrl, dump)
    restored = await restore(dump, 'now')
  })
  afterAll(() => venue?.stop())

  async function buy(memberId: string, lots: number): Promise<void> {
    await venue.seat('house', '2330', 'sell', 10_000, lots)
    await venue.open(memberId, { symbol: '2330', price: 10_000, lots })
    await venue.settled()
  }

  test('a restore needs the step that raises the transaction numbers', () => {
    expect(restored.step).toMatch(/^pg_resetwal --epoch=\d+$/)
  })

  test('the restored tables have the rows of the source', async () => {
    // The exchange still runs and writes its log.
    const stored = (rows: RowCounts) =>
      Object.entries(rows).filter(([table]) => !table.startsWith('exchange.'))
    expect(stored(restored.rows)).toEqual(stored(await countRows(venue.sql)))
    for (const table of ['app.orders', 'app.fills', 'app.positions', 'audit.links'] as const)
      expect(restored.rows[table], table).toBeGreaterThan(0)
  })

  test('the restored database migrates to the next version without loss', async () => {
    expect(await migrate(restored.url())).toEqual([])
    await expectSound(restored)
    const next = join(folder, 'next')
    const planted = plantMigration(next)
    expect(await migrate(restored.url(), { folder: next })).toEqual([planted])
    await expectSound(restored, next)
  })

  test('an applied file in which one byte differs is refused', async () => {
    const edited = join(folder, 'edited')
    plantMigration(edited)
    const { name } = readMigrations()[0]!
    const bytes = readFileSync(join(edited, name))
    bytes[3]! ^= 0x20
    writeFileSync(join(edited, name), bytes)
    await expect(migrate(restored.url(), { folder: edited })).rejects.toThrow(
      `${name}: edited after it was applied`,
    )
  })

  test('a dump above its limit is refused and names large tables', async () => {
    const large = join(folder, `large${dumpSuffix}`)
    await expect(writeDump(venue.database.ownerUrl, large, 1_000)).rejects.toThrow(
      /at most 1000 are allowed[^]*\b(app|exchange|ledger)\.\w+ \d+ kB/,
    )
    expect(readdirSync(folder).filter((name) => name.startsWith('large'))).toEqual([])
  })

  test('books that differ give no dump', async () => {
    const wrong = join(folder, `wrong${dumpSuffix}`)
    const owner = new pg.Client({ connectionString: venue.database.ownerUrl })
    await owner.connect()
    try {
      await owner.query('BEGIN')
      await pastTriggers(
        owner,
        `UPDATE ledger.balances SET balance = balance + 1
         WHERE account_id = (SELECT account_id FROM ledger.balances WHERE balance > 0 LIMIT 1)`,
      )
      await owner.query('COMMIT')
    } finally {
      await owner.end()
    }
    await expect(writeDump(venue.database.ownerUrl, wrong)).rejects.toThrow('the books differ')
    expect(existsSync(wrong)).toBe(false)
  })
})
