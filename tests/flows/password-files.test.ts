// A process reads its passwords of PostgreSQL and Redis from files, at each connection: a new one needs no restart.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readAddress, readEnvironment, WrongConfig } from '@fairlot/process/config'
import { connectionOf, withPasswordFile } from '@fairlot/process/database-address'
import { onFreePorts } from '@fairlot/testkit/services/process'
import { startRedis } from '@fairlot/testkit/services/redis'
import { until } from '@fairlot/testkit/until'
import { Redis } from 'ioredis'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSession } from '../../apps/exchange/src/store.ts'
import { openPool } from '../../apps/practice/src/store.ts'
import { mapError } from '../../apps/server/src/platform/http/errors.ts'
import { openDb } from '../../apps/server/src/platform/db.ts'
import { closeRedis, openRedis } from '../../apps/server/src/platform/redis.ts'
import { openSessionLocks } from '../../apps/server/src/platform/session-lock.ts'
import { problemsOf, type SecretsFile } from '../../apps/server/src/platform/secrets.ts'
import { makeSecrets } from '../../apps/server/src/roles/make-secrets.ts'
import { captureLog } from './support/captured-log.ts'
import { openOwnCluster, type OwnCluster } from './support/own-cluster.ts'

let folder: string
let file: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairlot-passwords-'))
  file = join(folder, 'password')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A cluster that asks the role `rotated` for its password. */
async function openAskingCluster(): Promise<{ cluster: OwnCluster; owner: pg.Client; url: string }> {
  const cluster = await openOwnCluster(folder)
  const owner = new pg.Client({ connectionString: cluster.url('postgres') })
  await owner.connect()
  await owner.query(`CREATE ROLE rotated LOGIN PASSWORD 'first'`)
  const { rows } = await owner.query<{ hba_file: string }>('SHOW hba_file')
  const hba = rows[0]!.hba_file
  writeFileSync(hba, `host all rotated 127.0.0.1/32 scram-sha-256\n${readFileSync(hba, 'utf8')}`)
  await owner.query('SELECT pg_reload_conf()')
  return { cluster, owner, url: withPasswordFile(cluster.url('postgres', 'rotated'), file) }
}

test('a new database password takes effect without a restart', async () => {
  writeFileSync(file, 'first\n')
  const { cluster, owner, url } = await openAskingCluster()
  const { log } = captureLog()
  const db = openDb({ url, poolSize: 1, applicationName: 'test' })
  const pool = openPool(url, 1_000)
  const locks = openSessionLocks(url, 'test', log)
  const tryAll = async (): Promise<readonly boolean[]> => {
    const session = openSession({ databaseUrl: url, shard: 0, idleSessionMs: 1_000, onLost: () => undefined })
    const asked = [
      db.query('SELECT 1'),
      pool.query('SELECT 1'),
      session.then((opened) => opened.close()),
      locks
        .take('one', () => undefined)
        .then((taken) => (taken ? undefined : Promise.reject(new Error('no lock')))),
    ]
    return (await Promise.allSettled(asked)).map(({ status }) => status === 'fulfilled')
  }
  await until('PostgreSQL to ask for a password', async () => {
    const wrong = new pg.Client({
      connectionString: url.replace('rotated@', 'rotated:wrong@').split('?')[0]!,
    })
    return wrong.connect().then(
      () => wrong.end().then(() => false),
      ({ code }: { code?: string }) => code === '28P01',
    )
  })
  expect(await tryAll()).toEqual([true, true, true, true])

  await owner.query(`ALTER ROLE rotated PASSWORD 'second'`)
  await owner.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'rotated'`)
  await until('the old password to be refused', async () => (await tryAll()).every((worked) => !worked))
  const refused = await db.query('SELECT 1').catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: '28P01' })
  expect(mapError(refused)).toMatchObject({ msg: 'system.busy' })

  writeFileSync(file, 'second\n')
  expect(await tryAll()).toEqual([true, true, true, true])
  for (const each of [db, locks]) await each.close()
  await pool.end()
  await owner.end()
  await cluster.stop()
})

test('a new Redis password takes effect without a restart', async () => {
  writeFileSync(file, 'first\n')
  await onFreePorts(1, async ([port]) => {
    const server = await startRedis({ folder: join(folder, 'redis'), port: port! })
    const owner = new Redis(server.url)
    await owner.config('SET', 'requirepass', 'first')
    const client = openRedis({ redisUrl: server.url, redisPasswordFile: file }, captureLog().log)
    await until('Redis', () => client.status === 'ready')
    expect(await client.ping()).toBe('PONG')
    await owner.config('SET', 'requirepass', 'second')
    writeFileSync(file, 'second\n')
    await owner.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes')
    await until('Redis to be back', async () => (await client.ping().catch(() => '')) === 'PONG')
    await closeRedis(client)
    await owner.quit()
    await server.stop()
  })
})

test('a password in both places is refused', () => {
  writeFileSync(file, 'p@ss/word\n')
  const read = (url: string, more: Record<string, string> = {}): string =>
    readEnvironment({ DATABASE_URL: url, DATABASE_PASSWORD_FILE: file, ...more }, (env) => env.databaseUrl())
  expect(() => read('postgres://a:b@db/x')).toThrow(
    'DATABASE_PASSWORD_FILE: the address has a password already',
  )
  expect(() => read('postgres://a@db/x', { DATABASE_PASSWORD_FILE: '/no/such/file' })).toThrow('no such file')
  const connection = connectionOf(read('postgres://a@db:5433/x?sslmode=verify-full')) as pg.ClientConfig
  expect(connection).toMatchObject({ host: 'db', port: '5433', user: 'a', database: 'x', ssl: {} })
  expect((connection.password as () => string)()).toBe('p@ss/word')
})

test('a program of the owner takes the password from its file', () => {
  writeFileSync(file, 'p@ss/word\n')
  const address = { DATABASE_OWNER_URL: 'postgres://owner@db/x', DATABASE_OWNER_PASSWORD_FILE: file }
  expect(readAddress(address, 'DATABASE_OWNER_URL')).toBe('postgres://owner:p%40ss%2Fword@db/x')
  expect(() => readAddress({}, 'DATABASE_OWNER_URL')).toThrow(WrongConfig)
})

test('make-secrets prints a file that production accepts, and one more key', () => {
  const print = (...args: readonly string[]): SecretsFile => {
    let text = ''
    makeSecrets(args, (line) => (text = line))
    return JSON.parse(text) as SecretsFile
  }
  const made = print()
  expect(problemsOf(made)).toEqual([])
  writeFileSync(file, JSON.stringify(made))
  const more = print(file, 'k2')
  expect(problemsOf(more)).toEqual([])
  for (const [name, ring] of Object.entries(more)) {
    expect(ring.current, name).toBe('k1')
    expect(Object.keys(ring.keys), name).toEqual(['k1', 'k2'])
    expect(ring.keys['k1']).toBe(made[name as keyof SecretsFile].keys['k1'])
  }
  expect(() => print(file, 'k1')).toThrow('new in every ring')
})
