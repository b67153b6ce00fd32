// The server starts only if PostgreSQL and NATS run with the required settings. Real servers, wrong settings.

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findNatsServer, findPostgresFolder } from '../../packages/testkit/src/services/binaries.ts'
import { startPostgres, type PostgresService } from '../../packages/testkit/src/services/postgres.ts'
import { startNats } from '../../packages/testkit/src/services/nats.ts'
import { onFreePorts, startService } from '../../packages/testkit/src/services/process.ts'
import { openDb } from './support/open-db.ts'
import { assertDurable, natsFaults, NotDurable } from '@fairlot/process/durability'
import { makeSecretsFile } from '../../apps/server/src/platform/secrets.ts'
import { captureLog } from './support/captured-log.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairlot-durable-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const start = (settings: Record<string, string> = {}): Promise<PostgresService> =>
  onFreePorts(1, ([port]) =>
    startPostgres({ folder: join(folder, 'postgres'), port: port!, durable: true, settings }),
  )

async function check(url: string, mode: 'production' | 'development', natsMonitorUrl?: string) {
  const { log, lines } = captureLog()
  const db = openDb({ url, poolSize: 1, applicationName: 'test' })
  try {
    await assertDurable({ db, natsMonitorUrl, mode, log })
    return { faults: [] as string[], lines }
  } catch (error) {
    if (!(error instanceof NotDurable)) throw error
    return { faults: error.faults.map(({ where, setting }) => `${where} ${setting}`), lines }
  } finally {
    await db.close()
  }
}

describe('PostgreSQL', () => {
  const archiving = { archive_mode: 'on', archive_command: '/bin/true' }
  const single = expect.stringContaining('DATABASE_HA is not sync')

  test('with the right settings is accepted without a log line', async () => {
    const postgres = await start(archiving)
    const { faults, lines } = await check(postgres.url('postgres'), 'production')
    await postgres.stop()
    expect([faults, lines]).toEqual([[], [single]])
  })

  test('without a WAL archive is accepted with a warning', async () => {
    const postgres = await start({ wal_level: 'minimal', max_wal_senders: '0' })
    const production = await check(postgres.url('postgres'), 'production')
    const development = await check(postgres.url('postgres'), 'development')
    await postgres.stop()
    expect(production.faults).toEqual([])
    expect(production.lines).toEqual([
      expect.stringContaining('postgres wal_level is minimal: no standby can follow'),
      expect.stringContaining('postgres archive_mode is off: a restore ends at the last base backup'),
      single,
    ])
    expect(development.lines).toEqual([])
  })

  test.each([
    ['fsync', 'off'],
    ['full_page_writes', 'off'],
    ['synchronous_commit', 'off'],
    ['synchronous_commit', 'local'],
    ['synchronous_commit', 'remote_write'],
  ])('with %s = %s is refused in production and logged in development', async (setting, value) => {
    const postgres = await start({ [setting]: value })
    const production = await check(postgres.url('postgres'), 'production')
    const development = await check(postgres.url('postgres'), 'development')
    await postgres.stop()
    expect(production.faults).toEqual([`postgres ${setting}`])
    expect(development.faults).toEqual([])
    expect(development.lines.join()).toContain(`postgres ${setting} is ${value}`)
  })

  test('several wrong settings are named together', async () => {
    const postgres = await start({ fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' })
    const { faults } = await check(postgres.url('postgres'), 'production')
    await postgres.stop()
    expect(faults.sort()).toEqual([
      'postgres fsync',
      'postgres full_page_writes',
      'postgres synchronous_commit',
    ])
  })

  test('a synchronous_commit set on a role or database is found', async () => {
    const postgres = await start()
    const owner = new pg.Client({ connectionString: postgres.url('postgres') })
    await owner.connect()
    await owner.query('CREATE ROLE hasty LOGIN')
    await owner.query('ALTER ROLE hasty SET synchronous_commit = off')
    await owner.query('CREATE DATABASE hurried')
    await owner.query('ALTER DATABASE hurried SET synchronous_commit = off')
    await owner.end()
    const byRole = await check(postgres.url('postgres', 'hasty'), 'production')
    const byDatabase = await check(postgres.url('hurried'), 'production')
    const neither = await check(postgres.url('postgres'), 'production')
    await postgres.stop()
    expect([byRole.faults, byDatabase.faults, neither.faults]).toEqual([
      ['postgres synchronous_commit'],
      ['postgres synchronous_commit'],
      [],
    ])
  })

  test('without data checksums is refused, also by the process', async () => {
    const result = spawnSync(
      join(findPostgresFolder()!, 'pg_checksums'),
      ['--disable', '-D', join(folder, 'postgres/data')],
      {
        encoding: 'utf8',
      },
    )
    expect(result.stderr + result.stdout).toContain('Checksums disabled')
    const postgres = await start()
    const { faults } = await check(postgres.url('postgres'), 'production')
    expect(faults).toEqual(['postgres data_checksums'])

    const secrets = join(folder, 'secrets.json')
    writeFileSync(secrets, JSON.stringify(makeSecretsFile()), { mode: 0o600 })
    const main = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url))
    const process_ = spawnSync(process.execPath, [main, 'worker'], {
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        FAIRLOT_MODE: 'production',
        PUBLIC_ORIGIN: 'https://fairlot.example',
        METRICS_PORT: '0',
        DATABASE_URL: postgres.url('postgres'),
        NATS_URL: 'nats://127.0.0.1:1',
        REDIS_URL: 'redis://127.0.0.1:1',
        SECRETS_FILE: secrets,
        FILES_FOLDER: folder,
        LOG_LEVEL: 'silent',
      },
    })
    await postgres.stop()
    expect(process_.status).toBe(1)
    expect(process_.stderr).toBe('not durable: postgres data_checksums is off, must be on\n')
  })
})

describe('NATS', () => {
  const withConfig = (text: string, run: (monitorUrl: string) => Promise<void>): Promise<void> =>
    onFreePorts(2, async ([port, monitor]) => {
      const home = join(folder, `nats-${port}`)
      mkdirSync(home)
      writeFileSync(
        join(home, 'nats.conf'),
        `listen: "127.0.0.1:${port}"\nhttp: "127.0.0.1:${monitor}"\n${text.replace('HOME', JSON.stringify(join(home, 'store')))}\n`,
      )
      const monitorUrl = `http://127.0.0.1:${monitor}`
      const service = await startService({
        name: 'nats',
        command: findNatsServer()!,
        args: ['--config', join(home, 'nats.conf')],
        isReady: async () => (await fetch(`${monitorUrl}/healthz`).catch(() => undefined))?.ok === true,
      })
      return run(monitorUrl).finally(() => service.stop())
    })
  let postgres: PostgresService
  beforeAll(async () => {
    rmSync(join(folder, 'postgres'), { recursive: true, force: true })
    postgres = await start()
  })
  afterAll(() => postgres.stop())

  test('with sync_interval always is accepted', () =>
    onFreePorts(2, async ([port, monitorPort]) => {
      const nats = await startNats({ folder: join(folder, 'nats'), port: port!, monitorPort: monitorPort! })
      const { faults } = await check(postgres.url('postgres'), 'production', nats.monitorUrl).finally(() =>
        nats.stop(),
      )
      expect(faults).toEqual([])
    }))

  test.each([
    ['the default', 'jetstream { store_dir: HOME }'],
    ['one minute', 'jetstream {\n store_dir: HOME\n sync_interval: "1m"\n}'],
  ])('with sync_interval %s is refused in production', (_name, text) =>
    withConfig(text, async (monitorUrl) => {
      expect((await check(postgres.url('postgres'), 'production', monitorUrl)).faults).toEqual([
        'nats sync_interval',
      ])
    }),
  )

  test('without JetStream is accepted', () =>
    withConfig('', async (monitorUrl) => {
      expect((await check(postgres.url('postgres'), 'production', monitorUrl)).faults).toEqual([])
    }))

  test('that is unreachable is only logged', async () => {
    const { faults, lines } = await check(postgres.url('postgres'), 'production', 'http://127.0.0.1:1')
    expect(faults).toEqual([])
    expect(lines.join()).toContain('not reachable')
  })

  test('that reports an old version is refused', async () => {
    const server = createServer((_request, response) =>
      response.end('{"version":"2.10.27","jetstream":{"config":{"sync_always":true}}}'),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { faults } = await check(postgres.url('postgres'), 'production', url)
    server.close()
    expect(faults).toEqual(['nats version'])
  })

  test.each([
    ['2.9.10', false],
    ['2.10.22', false],
    ['2.12.2', false],
    ['2.12.3', true],
    ['2.12.10', true],
    ['2.15.1', true],
    ['3.0.0', true],
    ['dev', false],
    [undefined, false],
  ])('version %s is accepted: %s', (version, fit) => {
    expect(natsFaults({ version }).length === 0).toBe(fit)
  })
})
