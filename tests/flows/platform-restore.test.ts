// A logical restore into a new cluster is refused until its last step is done; a physical restore needs none. Real
// pg_dump, pg_resetwal and pg_basebackup.

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openSql } from '@fairlot/testkit/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertDurable, RestoreUnfinished } from '@fairlot/process/durability'
import { openDb } from './support/open-db.ts'
import { makeSecretsFile } from '../../apps/server/src/platform/secrets.ts'
import {
  fundedMember,
  type LedgerDatabase,
  openLedgerDatabase,
} from '../../packages/ledger/src/testing/fixtures.ts'
import { captureLog } from './support/captured-log.ts'
import { childEnvironment } from './support/child-environment.ts'
import { checkRestore, openOwnCluster, type OwnCluster, postgresTool } from './support/own-cluster.ts'

const name = 'restored'
let folder: string
let source: LedgerDatabase
let before: { balance: string; reconciled: unknown }
let cluster: OwnCluster | undefined

/** The ledger's answer for an account without a cached balance, and the findings of reconciliation. */
async function figures(ownerUrl: string) {
  const db = openSql(ownerUrl)
  try {
    const [row] = await db.query<{ balance: string }>(
      `SELECT balance::text FROM ledger.balance_of('house/main/TWD/bank') AS balance`,
    )
    const reconciled = await db.query(
      `SELECT code, unit, difference, detail FROM app.reconcile() ORDER BY code, unit`,
    )
    return { balance: row!.balance, reconciled }
  } finally {
    await db.close()
  }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairlot-restore-'))
  source = await openLedgerDatabase()
  // The transaction ids of a cluster in use are far ahead of a new one's.
  await source.owner.query(
    `DO $$ BEGIN FOR i IN 1..20000 LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$`,
  )
  await fundedMember(source.poster, 1_000_00n)
  await source.worker.query('SELECT * FROM ledger.checkpoint()')
  await fundedMember(source.poster, 777_00n)
  before = await figures(source.database.ownerUrl)

  cluster = await openOwnCluster(join(folder, 'logical'))
  const roles = postgresTool('pg_dumpall', ['--roles-only', '-d', source.database.ownerUrl])
  postgresTool('psql', ['-q', '-d', cluster.url('postgres')], roles)
  cluster.createDatabase(name)
  const dump = postgresTool('pg_dump', ['-d', source.database.ownerUrl])
  postgresTool('psql', ['-q', '-1', '-v', 'ON_ERROR_STOP=1', '-d', cluster.url(name)], dump)
})
afterAll(async () => {
  await cluster?.stop()
  await source.close()
  rmSync(folder, { recursive: true, force: true })
})

const start = async (url: string, mode: 'production' | 'development' | 'test') => {
  const { log } = captureLog()
  const db = openDb({ url, poolSize: 1, applicationName: 'test' })
  try {
    await assertDurable({ db, natsMonitorUrl: undefined, mode, log })
  } finally {
    await db.close()
  }
}

const roles = ['api', 'console', 'worker', 'quotes', 'live', 'exchange', 'practice'] as const

test.each(roles)('a process of role %s refuses a restored database in every mode', async (role) => {
  for (const mode of ['production', 'development', 'test'] as const) {
    await expect(start(cluster!.url(name, `fairlot_${role}`), mode)).rejects.toThrow(RestoreUnfinished)
  }
})

test('server, exchange and practice market exit and name the missing step', async () => {
  const secrets = join(folder, 'secrets.json')
  writeFileSync(secrets, JSON.stringify(makeSecretsFile()), { mode: 0o600 })
  const run = (app: string, command: string, role: string) =>
    new Promise<{ code: number | null; said: string }>((resolve) => {
      const main = fileURLToPath(new URL(`../../apps/${app}/src/main.ts`, import.meta.url))
      const child = spawn(process.execPath, [main, command], {
        env: {
          ...childEnvironment(),
          FAIRLOT_MODE: 'development',
          PUBLIC_ORIGIN: 'http://localhost:8080',
          DATABASE_URL: cluster!.url(name, role),
          NATS_URL: 'nats://127.0.0.1:1',
          REDIS_URL: 'redis://127.0.0.1:1',
          METRICS_PORT: '0',
          SECRETS_FILE: secrets,
          FILES_FOLDER: folder,
          SHARDS: '0',
        },
      })
      let said = ''
      child.stdout.on('data', (part: Buffer) => (said += part.toString()))
      child.stderr.on('data', (part: Buffer) => (said += part.toString()))
      child.on('close', (code) => resolve({ code, said }))
    })
  const ended = await Promise.all([
    run('server', 'worker', 'fairlot_worker'),
    run('exchange', 'run', 'fairlot_exchange'),
    run('practice', 'run', 'fairlot_practice'),
    run('server', 'seed', 'fairlot_seed'),
  ])
  for (const { code, said } of ended) {
    expect(said).toMatch(/restored into a younger cluster.*pg_resetwal --epoch=1/)
    expect(code).toBe(1)
  }
})

test('a checkpoint in the younger cluster is refused', async () => {
  const worker = openSql(cluster!.url(name, 'fairlot_worker'))
  await expect(worker.query('SELECT * FROM ledger.checkpoint()')).rejects.toThrow(/checkpoint refused/)
  await worker.close()
})

test('every role starts after the step that check-restore names', async () => {
  const { status, step } = checkRestore(cluster!.url(name))
  expect(status).toBe(1)
  await cluster!.runStep(step!)

  expect(checkRestore(cluster!.url(name))).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('nothing to do'),
  })
  for (const role of roles) await start(cluster!.url(name, `fairlot_${role}`), 'test')
  expect(await figures(cluster!.url(name))).toEqual(before)
  const worker = openSql(cluster!.url(name, 'fairlot_worker'))
  const poster = openSql(cluster!.url(name))
  await fundedMember(poster, 5_00n)
  await worker.query('SELECT * FROM ledger.checkpoint()')
  await Promise.all([worker.close(), poster.close()])
  const after = await figures(cluster!.url(name))
  expect(BigInt(after.balance)).toBe(BigInt(before.balance) - 5_00n)
})

test('a physical restore starts without a step and reconciles as before', async () => {
  const wanted = await figures(cluster!.url(name))
  const target = join(folder, 'physical/data')
  postgresTool('pg_basebackup', ['-d', cluster!.url('postgres'), '-D', target, '-c', 'fast'])
  await cluster!.stop()
  cluster = await openOwnCluster(join(folder, 'physical'))
  for (const role of roles) await start(cluster.url(name, `fairlot_${role}`), 'test')
  expect(await figures(cluster.url(name))).toEqual(wanted)
})
