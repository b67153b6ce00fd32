// A wrong environment variable is named and stops the process.

import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { configVariables, readConfig, WrongConfig } from '../../apps/server/src/platform/config.ts'
import { isPrivate } from '../../apps/server/src/platform/config/secrets-file.ts'
import { makeSecretsFile, type SecretsFile } from '../../apps/server/src/platform/secrets.ts'

let folder: string
let good: Record<string, string>

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairlot-config-'))
  const secrets = join(folder, 'secrets.json')
  writeFileSync(secrets, JSON.stringify(makeSecretsFile()), { mode: 0o600 })
  for (const name of ['cert.pem', 'key.pem']) writeFileSync(join(folder, name), 'x')
  good = {
    FAIRLOT_MODE: 'production',
    PUBLIC_ORIGIN: 'https://fairlot.example',
    DATABASE_URL: 'postgres://fairlot_api@db/fairlot',
    NATS_URL: 'nats://nats:4222',
    REDIS_URL: 'redis://redis:6379',
    DATABASE_HA: 'sync',
    SECRETS_FILE: secrets,
    FILES_FOLDER: join(folder, 'files'),
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const problemsOf = (change: Record<string, string | undefined>): string[] => {
  try {
    readConfig({ ...good, ...change })
    return []
  } catch (error) {
    if (!(error instanceof WrongConfig)) throw error
    return error.problems.map(({ variable }) => variable)
  }
}

test('a valid configuration is accepted with its defaults', () => {
  const config = readConfig(good)
  expect(config).toMatchObject({
    mode: 'production',
    money: 'practice',
    host: '127.0.0.1',
    port: 8080,
    metricsPort: 9100,
    trustProxy: false,
    rateLimitFactor: 1,
    traces: { endpoint: undefined, share: 0.01 },
    tls: undefined,
    operator: undefined,
    hasDocs: false,
    live: { perNetwork: 500, max: 20_000, memberReserve: 10_000 },
  })
})

test('the API documents are off in production unless switched on', () => {
  expect(readConfig(good).hasDocs).toBe(false)
  expect(readConfig({ ...good, API_DOCS: 'on' }).hasDocs).toBe(true)
  expect(readConfig({ ...good, FAIRLOT_MODE: 'development' }).hasDocs).toBe(true)
  expect(readConfig({ ...good, FAIRLOT_MODE: 'development', API_DOCS: 'off' }).hasDocs).toBe(false)
})

describe('a wrong value names its variable', () => {
  const wrong: Record<string, (string | undefined)[]> = {
    FAIRLOT_MODE: [undefined, 'prod', ''],
    FAIRLOT_MONEY: ['yes'],
    PORT: ['-1', '65536', 'http', '1.5'],
    METRICS_PORT: ['70000', 'x'],
    PUBLIC_ORIGIN: [
      undefined,
      'fairlot.example',
      'https://fairlot.example/',
      'https://fairlot.example/app',
      'ftp://a',
      'http://fairlot.example',
    ],
    DATABASE_URL: [undefined, 'mysql://a/b', 'nonsense'],
    DATABASE_POOL: ['0', '1', '1000'],
    DATABASE_PATIENCE: ['0', '0.5', '61'],
    DATABASE_HA: ['async', 'yes'],
    NATS_URL: [undefined, 'http://nats', 'nats://a:4222,http://b', 'nats://user:secret@nats:4222'],
    DATABASE_PASSWORD_FILE: ['/no/such/password'],
    REDIS_PASSWORD_FILE: ['/no/such/password'],
    NATS_PASSWORD_FILE: ['/no/such/password'],
    NATS_CREDS_FILE: ['/no/such/creds'],
    NATS_CA_FILE: ['/no/such/ca'],
    NATS_AWAY_SECONDS: ['-1', '86401', 'long'],
    NATS_MONITOR_URL: ['nats://x', 'x'],
    NATS_NAMESPACE: ['two words', 'a.b', 'x'.repeat(49)],
    SETTLEMENT_GATHER_MS: ['-1', '1001', 'long'],
    MARKET_CALENDAR: ['nyse'],
    LIVE_UPSTREAM: ['ws://live', 'live:8080x'],
    REDIS_URL: [undefined, 'http://redis'],
    SECRETS_FILE: [undefined, '/no/such/file'],
    OTEL_EXPORTER_OTLP_ENDPOINT: ['collector:4318x', 'grpc://x'],
    OTEL_TRACES_SAMPLER_ARG: ['-0.1', '1.1', 'all'],
    TLS_CERT_FILE: ['/no/such/cert'],
    TLS_KEY_FILE: ['/no/such/key'],
    TRUST_PROXY: ['yes', 'maybe', '10.0.0.0/8, evil host'],
    MEMBER_APP_DIR: ['/no/such/folder'],
    BANK_CLOCK: ['request', 'noon'],
    PASSWORD_COST: ['test', 'low'],
    RATE_LIMIT_FACTOR: ['0', '2', 'fast'],
    MAX_IN_FLIGHT: ['0', 'many'],
    MAX_CONNECTIONS: ['9', 'many'],
    REQUEST_LIMIT_SECONDS: ['0', 'soon'],
    API_DOCS: ['yes'],
    LIVE_PER_NETWORK: ['0', 'few'],
    LIVE_MAX: ['1', 'many'],
    LIVE_MEMBER_RESERVE: ['0', '20000', 'some'],
    LOG_LEVEL: ['loud'],
    STOP_LIMIT_SECONDS: ['0', '999'],
    FILES_FOLDER: [undefined],
    FILES_S3_URL: ['ftp://bucket', 'bucket'],
    FILES_S3_BUCKET: ['Not_A_Bucket', 'x'],
    FILES_S3_SECRET_FILE: ['/no/such/file'],
    RATES_SOURCE: ['oracle'],
    RATES_BNM_URL: ['api.bnm.gov.my', 'ftp://api.bnm.gov.my'],
    RATES_BOT_URL: ['rate.bot.com.tw'],
    RATES_ECB_URL: ['www.ecb.europa.eu'],
    NEWS_TWSE_URL: ['openapi.twse.com.tw', 'ftp://openapi.twse.com.tw'],
    BEACON_CHAIN: ['sun'],
    BEACON_RELAYS: ['api.drand.sh', 'https://relay.example/path'],
    BEACON_FALLBACK_RELAY: ['beacon'],
    BEACON_FALLBACK_PUBLIC_KEY: ['00'],
    BEACON_PUBLIC_KEY: ['00'],
    PUSH_ORIGINS: ['push.example', 'http://push.example'],
    CONSOLE_PORT: ['-1', 'x'],
    CONSOLE_ORIGIN: ['console.example', 'http://console.example', 'https://fairlot.example'],
    OPERATOR_LEGAL_NAME: ['x'.repeat(201)],
    OPERATOR_LICENCE: ['x'.repeat(201)],
    OPERATOR_REGISTER_URL: ['http://register.example'],
    OPERATOR_COMPLAINT_ADDRESS: ['x'.repeat(201)],
  }
  test.each(Object.entries(wrong).flatMap(([name, values]) => values.map((value) => [name, value] as const)))(
    '%s = %j',
    (name, value) => {
      expect(problemsOf({ [name]: value })).toContain(name)
    },
  )
  test('every variable that can be wrong is in the table', () => {
    const anyText = ['HOST', 'METRICS_HOST', 'FILES_S3_REGION', 'FILES_S3_ACCESS_KEY', 'NATS_USER']
    expect(Object.keys(wrong).sort()).toEqual(
      configVariables.filter((name) => !anyText.includes(name)).sort(),
    )
  })
  test('a practice beacon needs its key and relay, and no real money', () => {
    expect(problemsOf({ BEACON_CHAIN: 'practice' })).toEqual(['BEACON_RELAYS', 'BEACON_PUBLIC_KEY'])
    const practice = {
      BEACON_CHAIN: 'practice',
      BEACON_RELAYS: 'http://beacon:1',
      BEACON_PUBLIC_KEY: 'ab'.repeat(96),
    }
    expect(problemsOf(practice)).toEqual([])
    expect(problemsOf({ ...practice, FAIRLOT_MONEY: 'real' })).toContain('BEACON_CHAIN')
  })
  test('a NATS user needs a password file', () => {
    expect(problemsOf({ NATS_USER: 'api' })).toEqual(['NATS_PASSWORD_FILE'])
  })
  test('several wrong variables are named together', () => {
    expect(problemsOf({ PORT: 'x', DATABASE_URL: undefined, REDIS_URL: 'x' })).toEqual([
      'PORT',
      'DATABASE_URL',
      'REDIS_URL',
    ])
  })
})

test('files need a complete bucket or a folder, not both', () => {
  const secret = join(folder, 'bucket-secret')
  writeFileSync(secret, 'not-to-be-printed\n', { mode: 0o600 })
  const bucket = {
    FILES_FOLDER: undefined,
    FILES_S3_URL: 'https://s3.example',
    FILES_S3_BUCKET: 'documents',
    FILES_S3_ACCESS_KEY: 'key',
    FILES_S3_SECRET_FILE: secret,
  }
  expect(readConfig({ ...good, ...bucket }).files).toMatchObject({
    kind: 's3',
    secretKey: 'not-to-be-printed',
  })
  expect(problemsOf({ ...bucket, FILES_S3_BUCKET: undefined })).toEqual(['FILES_S3_BUCKET'])
  expect(problemsOf({ ...bucket, FILES_FOLDER: folder })).toEqual(['FILES_FOLDER'])
  expect(readConfig({ ...good, FAIRLOT_MODE: 'test', FILES_FOLDER: undefined }).files).toEqual({
    kind: 'folder',
    path: join(folder, 'files'),
  })
})

test('a secrets file without a new purpose is completed only in development', () => {
  const path = join(folder, 'older.json')
  const { vault: _, blind: __, ...older } = makeSecretsFile()
  writeFileSync(path, JSON.stringify(older), { mode: 0o600 })
  expect(problemsOf({ SECRETS_FILE: path })).toContain('SECRETS_FILE')
  const first = readConfig({ ...good, FAIRLOT_MODE: 'development', SECRETS_FILE: path })
  const again = readConfig({ ...good, SECRETS_FILE: path })
  expect(again.secrets.hmac('blind', 'x')).toEqual(first.secrets.hmac('blind', 'x'))
  expect(again.secrets.hmac('xsrf', 'x')).toEqual(first.secrets.hmac('xsrf', 'x'))
})

test('TLS needs both a certificate and a key', () => {
  expect(problemsOf({ TLS_CERT_FILE: join(folder, 'cert.pem') })).toEqual(['TLS_KEY_FILE'])
  expect(problemsOf({ TLS_KEY_FILE: join(folder, 'key.pem') })).toEqual(['TLS_CERT_FILE'])
  expect(
    problemsOf({ TLS_CERT_FILE: join(folder, 'cert.pem'), TLS_KEY_FILE: join(folder, 'key.pem') }),
  ).toEqual([])
})

describe('real money', () => {
  const record = {
    OPERATOR_LEGAL_NAME: 'Fair Securities Co., Ltd.',
    OPERATOR_LICENCE: '金管證總字第 0000 號',
    OPERATOR_REGISTER_URL: 'https://register.example/0000',
    OPERATOR_COMPLAINT_ADDRESS: 'complaints@fair.example',
  }
  test('needs the operator record and names each missing part', () => {
    expect(problemsOf({ FAIRLOT_MONEY: 'real' })).toEqual(Object.keys(record))
    for (const name of Object.keys(record)) {
      expect(problemsOf({ FAIRLOT_MONEY: 'real', ...record, [name]: undefined })).toEqual([name])
    }
  })
  test('needs a choice between a standby and none in production', () => {
    const real = { FAIRLOT_MONEY: 'real', ...record, DATABASE_HA: undefined }
    expect(problemsOf(real)).toEqual(['DATABASE_HA'])
    expect(problemsOf({ ...real, DATABASE_HA: 'single' })).toEqual([])
  })
  test('is accepted with the whole operator record', () => {
    expect(readConfig({ ...good, ...record, FAIRLOT_MONEY: 'real' }).operator?.legalName).toBe(
      record.OPERATOR_LEGAL_NAME,
    )
  })
  test('a partial operator record is refused in practice mode too', () => {
    expect(problemsOf({ OPERATOR_LICENCE: 'x' })).toHaveLength(3)
  })
})

describe('secrets', () => {
  const write = (change: (file: SecretsFile) => unknown): string => {
    const path = join(folder, 'changed.json')
    const file = makeSecretsFile()
    writeFileSync(path, JSON.stringify(change(file)) ?? '{', { mode: 0o600 })
    return path
  }
  const messageOf = (change: Record<string, string | undefined>): string => {
    try {
      readConfig({ ...good, ...change })
      return ''
    } catch (error) {
      return (error as Error).message
    }
  }
  const weak: [string, (file: SecretsFile) => unknown, RegExp][] = [
    ['a missing purpose', ({ xsrf: _xsrf, ...rest }) => rest, /xsrf is missing/],
    [
      'a key of 16 bytes',
      (file) => ({
        ...file,
        pepper: { current: 'k1', keys: { k1: Buffer.alloc(16, 1).toString('base64') } },
      }),
      /pepper\.k1: 16 bytes/,
    ],
    [
      'a key of equal bytes',
      (file) => ({
        ...file,
        sealing: { current: 'k1', keys: { k1: Buffer.alloc(32, 7).toString('base64') } },
      }),
      /too regular/,
    ],
    [
      'a key typed by hand',
      (file) => ({
        ...file,
        xsrf: { current: 'k1', keys: { k1: Buffer.from('changeme'.repeat(4)).toString('base64') } },
      }),
      /too regular/,
    ],
    ['one key for two purposes', (file) => ({ ...file, pepper: file.xsrf }), /the same key as xsrf/],
    [
      'a missing current key',
      (file) => ({ ...file, xsrf: { ...file.xsrf, current: 'k2' } }),
      /current key k2 is missing/,
    ],
    ['an audit key that is not Ed25519', (file) => ({ ...file, audit: file.xsrf }), /not an Ed25519/],
    ['an unknown purpose', (file) => ({ ...file, other: file.xsrf }), /SECRETS_FILE/],
    ['a file that is not JSON', () => undefined, /cannot be read as JSON/],
  ]
  test.each(weak)('are refused: %s', (_name, change, expected) => {
    const message = messageOf({ SECRETS_FILE: write(change) })
    expect(message).toMatch(/^SECRETS_FILE:/)
    expect(message).toMatch(expected)
  })
  test('an error message never quotes a key', () => {
    const file = makeSecretsFile()
    const message = messageOf({
      SECRETS_FILE: write(() => ({ ...file, pepper: file.xsrf, extra: file.sealing })),
    })
    for (const ring of Object.values(file))
      for (const key of Object.values(ring.keys)) expect(message).not.toContain(key)
  })
  test('a secrets file readable by others is refused in production', () => {
    const path = write((file) => file)
    chmodSync(path, 0o644)
    expect(messageOf({ SECRETS_FILE: path })).toMatch(/chmod 600/)
  })
  test('a secret mounted by Kubernetes for its pod is accepted', () => {
    expect(isPrivate({ mode: 0o100440, uid: 0, gid: 1000 }, 1000)).toBe(true)
    expect(isPrivate({ mode: 0o100444, uid: 0, gid: 1000 }, 1000)).toBe(false)
    expect(isPrivate({ mode: 0o100460, uid: 0, gid: 1000 }, 1000)).toBe(false)
    expect(isPrivate({ mode: 0o100440, uid: 0, gid: 1000 }, 1001)).toBe(false)
    expect(isPrivate({ mode: 0o100440, uid: 1000, gid: 1000 }, 1000)).toBe(false)
  })
  test('development creates the file once, readable only by its owner', () => {
    const path = join(folder, 'first.json')
    const environment = {
      ...good,
      FAIRLOT_MODE: 'development',
      PUBLIC_ORIGIN: 'http://localhost:8080',
      SECRETS_FILE: path,
    }
    readConfig(environment)
    const made = readFileSync(path, 'utf8')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    readConfig(environment)
    expect(readFileSync(path, 'utf8')).toBe(made)
  })
  test('production does not create a secrets file', () => {
    const path = join(folder, 'never.json')
    expect(messageOf({ SECRETS_FILE: path })).toMatch(/SECRETS_FILE: no such file/)
    expect(existsSync(path)).toBe(false)
  })
})

test('the process prints the wrong variable and exits with 1', () => {
  const main = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url))
  const { status, stderr } = spawnSync(process.execPath, [main, 'api'], {
    env: { PATH: process.env.PATH, ...good, DATABASE_URL: 'nonsense' },
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr).toBe('DATABASE_URL: must be a URL with postgres: or postgresql:\n')
})
