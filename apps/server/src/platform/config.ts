// The server's configuration from its environment, checked once at start. A wrong value names its variable and stops
// the process: with half a configuration a test database could get real members.

import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type ConfigProblem, type Environment, WrongConfig } from '@fairlot/process/config'
import type { NatsAddress } from '@fairlot/process/connect-nats'
import { passwordFileProblem, withPasswordFile } from '@fairlot/process/database-address'
import type { DatabaseHa, Mode } from '@fairlot/process/durability'
import type { TraceOptions } from '@fairlot/process/traces'
import { type BeaconConfig, readBeacon } from './config/beacon.ts'
import { type RatesConfig, readRatesConfig } from './config/rates.ts'
import { readSecrets } from './config/secrets-file.ts'
import { type Report, origin, schema, type Variables } from './config/variables.ts'
import type { FilesPlace } from './files.ts'
import { openSecrets, type Secrets } from './secrets.ts'

export type { RatesConfig }
export { WrongConfig }

export interface OperatorRecord {
  readonly legalName: string
  readonly licence: string
  readonly registerUrl: string
  readonly complaintAddress: string
}

export interface ConsoleConfig {
  readonly port: number
  readonly origin: string
}

export interface LiveLimits {
  /** Sockets that the api passes on per network (an IPv4 address or an IPv6 /64). */
  readonly perNetwork: number
  /** Sockets per gateway. */
  readonly max: number
  /** How many of these are reserved for members. */
  readonly memberReserve: number
}

export interface Config {
  readonly mode: Mode
  readonly money: 'practice' | 'real'
  readonly host: string
  readonly port: number
  readonly metricsHost: string
  readonly metricsPort: number
  readonly publicOrigin: string
  readonly databaseUrl: string
  readonly databasePool: number
  readonly databasePatience: number
  /** Whether a commit must be on a second machine before it is answered. */
  readonly databaseHa: DatabaseHa
  /** One URL, or several separated by commas. */
  readonly natsUrl: string
  /** The same with this process's own user and the CA. */
  readonly nats: NatsAddress
  readonly natsMonitorUrl: string | undefined
  /** After this time without NATS the process is not ready; 0 is never. */
  readonly natsAwayMs: number
  /** The prefix of every NATS subject. */
  readonly natsNamespace: string
  /** The venue's trading days and hours. */
  readonly calendar: 'twse' | 'practice'
  /** How long settlement gathers events for one transaction. */
  readonly settlementGatherMs: number
  /** Where the api forwards /live; undefined when a proxy in front does. */
  readonly liveUpstream: string | undefined
  readonly redisUrl: string
  readonly redisPasswordFile: string | undefined
  readonly secrets: Secrets
  /** Where members' pictures are stored, sealed. */
  readonly files: FilesPlace
  /** Push services in addition to those of the browser vendors, by origin. */
  readonly pushOrigins: readonly string[]
  /** The public randomness that decides draws. */
  readonly beacon: BeaconConfig
  /** Where the rates of currency exchange come from. */
  readonly rates: RatesConfig
  /** Where public announcements are imported from; undefined when they are not. */
  readonly newsImport: string | undefined
  readonly traces: TraceOptions
  readonly tls: { readonly cert: string; readonly key: string } | undefined
  readonly trustProxy: boolean | readonly string[]
  readonly memberAppDir: string | undefined
  /** The operators' own origin; undefined where this process is not their console. */
  readonly console: ConsoleConfig | undefined
  readonly rateLimitFactor: number
  /** The source of the time of day for bank hours; `request` only in tests. */
  readonly bankClock: 'system' | 'request'
  /** What a password hash costs; `test` only in tests, which make thousands. */
  readonly passwordCost: 'full' | 'test'
  readonly maxInFlight: number
  /** Concurrent TCP connections per process; one more is closed at once. */
  readonly maxConnections: number
  /** How long a request may take to arrive. */
  readonly requestLimitMs: number
  /** Whether /api/docs is served. */
  readonly hasDocs: boolean
  readonly live: LiveLimits
  readonly logLevel: string
  readonly stopLimitMs: number
  readonly operator: OperatorRecord | undefined
}

export const configVariables: readonly string[] = Object.keys(schema.shape)

export function readConfig(environment: Environment): Config {
  const env = readVariables(environment)
  const problems: ConfigProblem[] = []
  const report: Report = (variable, problem) => void problems.push({ variable, problem })
  const isProduction = env.FAIRLOT_MODE === 'production'

  checkTogether(env, report)
  const trustProxy = readTrust(env.TRUST_PROXY)
  if (trustProxy === undefined) report('TRUST_PROXY', 'must be no, yes, or a list of addresses with commas')
  const pushOrigins = env.PUSH_ORIGINS.split(',').flatMap((part) => part.trim() || [])
  for (const one of pushOrigins) {
    if (!origin.safeParse(one).success || (isProduction && !one.startsWith('https://')))
      report('PUSH_ORIGINS', 'must be origins with commas between them, https in production')
  }
  if (env.LIVE_MEMBER_RESERVE >= env.LIVE_MAX) {
    report('LIVE_MEMBER_RESERVE', 'must be less than LIVE_MAX: guests would get no socket at all')
  }
  const operator = readOperator(env, report)
  const beacon = readBeacon(env, report)
  const rates = readRatesConfig(env, report)
  if (isProduction && env.NEWS_TWSE_URL?.startsWith('http:') === true)
    report('NEWS_TWSE_URL', 'must be https in production')
  const secrets = readSecrets(env.FAIRLOT_MODE, env.SECRETS_FILE, report)
  const files = readFilesPlace(env, report)
  if (problems.length > 0) throw new WrongConfig(problems)

  return {
    mode: env.FAIRLOT_MODE,
    money: env.FAIRLOT_MONEY,
    host: env.HOST,
    port: env.PORT,
    metricsHost: env.METRICS_HOST,
    metricsPort: env.METRICS_PORT,
    publicOrigin: env.PUBLIC_ORIGIN,
    databaseUrl: withPasswordFile(env.DATABASE_URL, env.DATABASE_PASSWORD_FILE),
    databasePool: env.DATABASE_POOL,
    databasePatience: env.DATABASE_PATIENCE,
    databaseHa: env.DATABASE_HA ?? 'single',
    natsUrl: env.NATS_URL,
    nats: {
      url: env.NATS_URL,
      user: env.NATS_USER,
      passwordFile: env.NATS_PASSWORD_FILE,
      credsFile: env.NATS_CREDS_FILE,
      caFile: env.NATS_CA_FILE,
    },
    natsMonitorUrl: env.NATS_MONITOR_URL,
    natsAwayMs: env.NATS_AWAY_SECONDS * 1_000,
    natsNamespace: env.NATS_NAMESPACE,
    calendar: env.MARKET_CALENDAR,
    settlementGatherMs: env.SETTLEMENT_GATHER_MS,
    liveUpstream: env.LIVE_UPSTREAM,
    redisUrl: env.REDIS_URL,
    redisPasswordFile: env.REDIS_PASSWORD_FILE,
    secrets: openSecrets(secrets!),
    files: files!,
    pushOrigins,
    beacon: beacon!,
    rates,
    newsImport: env.NEWS_TWSE_URL?.replace(/\/$/, ''),
    traces: { endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, share: env.OTEL_TRACES_SAMPLER_ARG },
    tls:
      env.TLS_CERT_FILE !== undefined && env.TLS_KEY_FILE !== undefined
        ? { cert: readFileSync(env.TLS_CERT_FILE, 'utf8'), key: readFileSync(env.TLS_KEY_FILE, 'utf8') }
        : undefined,
    trustProxy: trustProxy!,
    memberAppDir: env.MEMBER_APP_DIR,
    console:
      env.CONSOLE_ORIGIN === undefined ? undefined : { port: env.CONSOLE_PORT, origin: env.CONSOLE_ORIGIN },
    bankClock: env.BANK_CLOCK,
    passwordCost: env.PASSWORD_COST,
    rateLimitFactor: env.RATE_LIMIT_FACTOR ?? (isProduction ? 1 : 50),
    maxInFlight: env.MAX_IN_FLIGHT,
    maxConnections: env.MAX_CONNECTIONS,
    requestLimitMs: env.REQUEST_LIMIT_SECONDS * 1_000,
    hasDocs: (env.API_DOCS ?? (isProduction ? 'off' : 'on')) === 'on',
    live: {
      // Development and tests open many sockets from one address.
      perNetwork: env.LIVE_PER_NETWORK ?? (isProduction ? 500 : 5_000),
      max: env.LIVE_MAX,
      memberReserve: env.LIVE_MEMBER_RESERVE,
    },
    logLevel: env.LOG_LEVEL,
    stopLimitMs: env.STOP_LIMIT_SECONDS * 1_000,
    operator,
  }
}

function readVariables(environment: Environment): Variables {
  // An empty variable was probably forgotten: it counts as not set.
  const given = Object.fromEntries(
    configVariables.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  )
  const parsed = schema.safeParse(given)
  if (!parsed.success) {
    throw new WrongConfig(
      parsed.error.issues.map((issue) => ({
        variable: String(issue.path[0]),
        problem: given[String(issue.path[0])] === undefined ? 'is not set' : issue.message,
      })),
    )
  }
  return parsed.data
}

/** What a variable must be because of another. */
function checkTogether(env: Variables, report: Report): void {
  if ((env.TLS_CERT_FILE === undefined) !== (env.TLS_KEY_FILE === undefined)) {
    report(
      env.TLS_CERT_FILE === undefined ? 'TLS_CERT_FILE' : 'TLS_KEY_FILE',
      'certificate and key come together',
    )
  }
  if ((env.NATS_USER === undefined) !== (env.NATS_PASSWORD_FILE === undefined)) {
    report(
      env.NATS_USER === undefined ? 'NATS_USER' : 'NATS_PASSWORD_FILE',
      'user and password file come together',
    )
  }
  for (const [url, variable] of [
    ['DATABASE_URL', 'DATABASE_PASSWORD_FILE'],
    ['REDIS_URL', 'REDIS_PASSWORD_FILE'],
  ] as const) {
    const file = env[variable]
    const problem = file === undefined ? undefined : passwordFileProblem(env[url], file)
    if (problem !== undefined) report(variable, problem)
  }
  const isProduction = env.FAIRLOT_MODE === 'production'
  if (isProduction && !env.PUBLIC_ORIGIN.startsWith('https://')) {
    report('PUBLIC_ORIGIN', 'must be https in production: cookies and passkeys depend on it')
  }
  if (isProduction && env.CONSOLE_ORIGIN !== undefined) {
    if (!env.CONSOLE_ORIGIN.startsWith('https://')) report('CONSOLE_ORIGIN', 'must be https in production')
    if (new URL(env.CONSOLE_ORIGIN).hostname === new URL(env.PUBLIC_ORIGIN).hostname) {
      report('CONSOLE_ORIGIN', 'must have a host name of its own: a page of the member app must not reach it')
    }
  }
  if (isProduction && env.FAIRLOT_MONEY === 'real' && env.DATABASE_HA === undefined) {
    report(
      'DATABASE_HA',
      'is not set: sync with a synchronous standby; single if the loss of one machine may lose orders that were confirmed',
    )
  }
  // Fastify then takes the address from a header that anybody can send: rate limits and locks would be per invention.
  if (isProduction && env.TRUST_PROXY === 'yes')
    report('TRUST_PROXY', 'must be no or the addresses of your proxies in production')
  if (isProduction && (env.RATE_LIMIT_FACTOR ?? 1) !== 1)
    report('RATE_LIMIT_FACTOR', 'must be 1 in production')
  if (env.BANK_CLOCK === 'request' && env.FAIRLOT_MODE !== 'test') {
    report('BANK_CLOCK', 'is for tests: elsewhere a caller must not choose the hour of the bank')
  }
  if (env.PASSWORD_COST === 'test' && env.FAIRLOT_MODE !== 'test') {
    report('PASSWORD_COST', 'is for tests: elsewhere a stolen hash must be expensive to guess')
  }
}

function readTrust(text: string): boolean | readonly string[] | undefined {
  if (text === 'no') return false
  if (text === 'yes') return true
  const addresses = text.split(',').map((part) => part.trim())
  return addresses.every((address) => /^[0-9a-f.:]+(\/\d{1,3})?$/i.test(address)) ? addresses : undefined
}

function readOperator(env: Variables, report: Report): OperatorRecord | undefined {
  const parts = {
    OPERATOR_LEGAL_NAME: env.OPERATOR_LEGAL_NAME,
    OPERATOR_LICENCE: env.OPERATOR_LICENCE,
    OPERATOR_REGISTER_URL: env.OPERATOR_REGISTER_URL,
    OPERATOR_COMPLAINT_ADDRESS: env.OPERATOR_COMPLAINT_ADDRESS,
  }
  const missing = Object.entries(parts).flatMap(([name, value]) => (value === undefined ? [name] : []))
  if (missing.length === 0) {
    return {
      legalName: parts.OPERATOR_LEGAL_NAME!,
      licence: parts.OPERATOR_LICENCE!,
      registerUrl: parts.OPERATOR_REGISTER_URL!,
      complaintAddress: parts.OPERATOR_COMPLAINT_ADDRESS!,
    }
  }
  // Real money needs a responsible operator. Half a record is a mistake in practice mode too.
  if (env.FAIRLOT_MONEY === 'real') {
    for (const name of missing) report(name, 'is not set: real money needs the whole operator record')
  } else if (missing.length < 4) {
    for (const name of missing) report(name, 'is not set: an operator record is whole or absent')
  }
  return undefined
}

/**
 * A folder or a bucket. In production it must be set; elsewhere it is beside the secrets, or in a folder of the run.
 */
function readFilesPlace(env: Variables, report: Report): FilesPlace | undefined {
  const bucket = {
    FILES_S3_URL: env.FILES_S3_URL,
    FILES_S3_BUCKET: env.FILES_S3_BUCKET,
    FILES_S3_ACCESS_KEY: env.FILES_S3_ACCESS_KEY,
    FILES_S3_SECRET_FILE: env.FILES_S3_SECRET_FILE,
  }
  const missing = Object.entries(bucket).flatMap(([name, value]) => (value === undefined ? [name] : []))
  if (missing.length < 4) {
    for (const name of missing) report(name, 'is not set: a bucket needs all four')
    if (env.FILES_FOLDER !== undefined)
      report('FILES_FOLDER', 'is set, and a bucket as well: only one of them')
    if (missing.length > 0) return undefined
    return {
      kind: 's3',
      url: bucket.FILES_S3_URL!,
      bucket: bucket.FILES_S3_BUCKET!,
      region: env.FILES_S3_REGION,
      accessKey: bucket.FILES_S3_ACCESS_KEY!,
      secretKey: readFileSync(bucket.FILES_S3_SECRET_FILE!, 'utf8').trim(),
    }
  }
  if (env.FILES_FOLDER !== undefined) return { kind: 'folder', path: env.FILES_FOLDER }
  if (env.FAIRLOT_MODE === 'production') {
    report('FILES_FOLDER', 'is not set, nor is a bucket: documents of members need storage that is backed up')
    return undefined
  }
  const beside = env.SECRETS_FILE === undefined ? join(tmpdir(), 'fairlot-files') : dirname(env.SECRETS_FILE)
  return { kind: 'folder', path: join(beside, 'files') }
}
