// The server's configuration from its environment, checked once at start. A wrong value names its variable and stops
// the process: with half a configuration a test database could get real members.

import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  type ConfigFault,
  type Environment,
  logLevels,
  namespacePattern,
  natsUrlProblem,
  WrongConfig,
} from '@fairlot/process/config'
import type { NatsAddress } from '@fairlot/process/connect-nats'
import type { Mode } from '@fairlot/process/durability'
import * as z from 'zod'
import type { FilesPlace } from './files.ts'
import {
  faultsOf,
  makeSecretsFile,
  openSecrets,
  type Secrets,
  secretsFile,
  type SecretsFile,
  withNewRings,
} from './secrets.ts'

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
  /** One URL, or several separated by commas. */
  readonly natsUrl: string
  /** The same with this process's own user and the CA. */
  readonly nats: NatsAddress
  readonly natsMonitorUrl: string | undefined
  /** The prefix of every NATS subject. */
  readonly natsNamespace: string
  /** The venue's trading days and hours. */
  readonly calendar: 'twse' | 'practice'
  /** Where the api forwards /live; undefined when a proxy in front does. */
  readonly liveUpstream: string | undefined
  readonly redisUrl: string
  readonly secrets: Secrets
  /** Where members' pictures are stored, sealed. */
  readonly files: FilesPlace
  /** Push services in addition to those of the browser vendors, by origin. */
  readonly pushOrigins: readonly string[]
  readonly otlpEndpoint: string | undefined
  readonly tls: { readonly cert: string; readonly key: string } | undefined
  readonly trustProxy: boolean | readonly string[]
  readonly memberAppDir: string | undefined
  /** The operators' own origin; undefined where this process is not their console. */
  readonly console: ConsoleConfig | undefined
  readonly paceFactor: number
  /** The source of the time of day for bank hours; `request` only in tests. */
  readonly bankClock: 'system' | 'request'
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

const port = z.coerce.number().int().min(0).max(65_535)
const url = (protocols: readonly string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    message: `must be a URL with ${protocols.join(' or ')}`,
  })
const origin = url(['http:', 'https:']).refine(
  (text) => URL.canParse(text) && new URL(text).origin === text,
  {
    message: 'must be an origin: scheme, host and port, no path and no slash at the end',
  },
)
const readableFile = z.string().refine((path) => existsSync(path), { message: 'no such file' })
const line = z.string().trim().min(1).max(200)

const schema = z.object({
  FAIRLOT_MODE: z.enum(['production', 'development', 'test']),
  FAIRLOT_MONEY: z.enum(['practice', 'real']).default('practice'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port.default(8080),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  METRICS_PORT: port.default(9100),
  PUBLIC_ORIGIN: origin,
  DATABASE_URL: url(['postgres:', 'postgresql:']),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(20),
  DATABASE_PATIENCE: z.coerce.number().int().min(1).max(60).default(1),
  NATS_URL: z.string().check((context) => {
    const problem = natsUrlProblem(context.value)
    if (problem) context.issues.push({ code: 'custom', message: problem, input: context.value })
  }),
  NATS_USER: z.string().min(1).optional(),
  NATS_PASSWORD_FILE: readableFile.optional(),
  NATS_CREDS_FILE: readableFile.optional(),
  NATS_CA_FILE: readableFile.optional(),
  NATS_MONITOR_URL: url(['http:', 'https:']).optional(),
  NATS_NAMESPACE: z
    .string()
    .regex(namespacePattern, 'must be small letters, digits, - and _')
    .default('fairlot'),
  MARKET_CALENDAR: z.enum(['twse', 'practice']).default('practice'),
  LIVE_UPSTREAM: url(['http:']).optional(),
  REDIS_URL: url(['redis:', 'rediss:']),
  SECRETS_FILE: z.string().min(1).optional(),
  FILES_FOLDER: z.string().min(1).optional(),
  FILES_S3_URL: url(['http:', 'https:']).optional(),
  FILES_S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  FILES_S3_REGION: z.string().min(1).default('us-east-1'),
  FILES_S3_ACCESS_KEY: z.string().min(1).optional(),
  FILES_S3_SECRET_FILE: readableFile.optional(),
  PUSH_ORIGINS: z.string().default(''),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(['http:', 'https:']).optional(),
  TLS_CERT_FILE: readableFile.optional(),
  TLS_KEY_FILE: readableFile.optional(),
  TRUST_PROXY: z.string().default('no'),
  MEMBER_APP_DIR: z
    .string()
    .refine((path) => existsSync(path) && statSync(path).isDirectory(), { message: 'no such folder' })
    .optional(),
  CONSOLE_PORT: port.default(8090),
  CONSOLE_ORIGIN: origin.optional(),
  BANK_CLOCK: z.enum(['system', 'request']).default('system'),
  PACE_FACTOR: z.coerce.number().int().min(1).max(1_000).optional(),
  MAX_IN_FLIGHT: z.coerce.number().int().min(1).max(100_000).default(1_000),
  MAX_CONNECTIONS: z.coerce.number().int().min(10).max(100_000).default(8_000),
  REQUEST_LIMIT_SECONDS: z.coerce.number().int().min(1).max(300).default(15),
  API_DOCS: z.enum(['on', 'off']).optional(),
  LIVE_PER_NETWORK: z.coerce.number().int().min(1).max(100_000).optional(),
  LIVE_MAX: z.coerce.number().int().min(2).max(100_000).default(20_000),
  LIVE_MEMBER_RESERVE: z.coerce.number().int().min(1).max(100_000).default(10_000),
  LOG_LEVEL: z.enum(logLevels).default('info'),
  STOP_LIMIT_SECONDS: z.coerce.number().int().min(1).max(300).default(15),
  OPERATOR_LEGAL_NAME: line.optional(),
  OPERATOR_LICENCE: line.optional(),
  OPERATOR_REGISTER_URL: url(['https:']).optional(),
  OPERATOR_COMPLAINT_ADDRESS: line.optional(),
})

export const configVariables: readonly string[] = Object.keys(schema.shape)

export function readConfig(environment: Environment): Config {
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
  const env = parsed.data
  const faults: ConfigFault[] = []
  const fault = (variable: string, problem: string): void => void faults.push({ variable, problem })

  if ((env.TLS_CERT_FILE === undefined) !== (env.TLS_KEY_FILE === undefined)) {
    fault(
      env.TLS_CERT_FILE === undefined ? 'TLS_CERT_FILE' : 'TLS_KEY_FILE',
      'certificate and key come together',
    )
  }
  if ((env.NATS_USER === undefined) !== (env.NATS_PASSWORD_FILE === undefined)) {
    fault(
      env.NATS_USER === undefined ? 'NATS_USER' : 'NATS_PASSWORD_FILE',
      'user and password file come together',
    )
  }
  const isProduction = env.FAIRLOT_MODE === 'production'
  if (isProduction && !env.PUBLIC_ORIGIN.startsWith('https://')) {
    fault('PUBLIC_ORIGIN', 'must be https in production: cookies and passkeys depend on it')
  }
  if (isProduction && env.CONSOLE_ORIGIN !== undefined) {
    if (!env.CONSOLE_ORIGIN.startsWith('https://')) fault('CONSOLE_ORIGIN', 'must be https in production')
    if (new URL(env.CONSOLE_ORIGIN).hostname === new URL(env.PUBLIC_ORIGIN).hostname) {
      fault('CONSOLE_ORIGIN', 'must have a host name of its own: a page of the member app must not reach it')
    }
  }
  if (isProduction && (env.PACE_FACTOR ?? 1) !== 1) fault('PACE_FACTOR', 'must be 1 in production')
  if (env.BANK_CLOCK === 'request' && env.FAIRLOT_MODE !== 'test') {
    fault('BANK_CLOCK', 'is for tests: elsewhere a caller must not choose the hour of the bank')
  }
  const trustProxy = readTrust(env.TRUST_PROXY)
  if (trustProxy === undefined) fault('TRUST_PROXY', 'must be no, yes, or a list of addresses with commas')
  const pushOrigins = env.PUSH_ORIGINS.split(',').flatMap((part) => part.trim() || [])
  for (const one of pushOrigins) {
    if (!origin.safeParse(one).success || (isProduction && !one.startsWith('https://')))
      fault('PUSH_ORIGINS', 'must be origins with commas between them, https in production')
  }
  if (env.LIVE_MEMBER_RESERVE >= env.LIVE_MAX) {
    fault('LIVE_MEMBER_RESERVE', 'must be less than LIVE_MAX: guests would get no socket at all')
  }
  const operator = readOperator(env, fault)
  const secrets = readSecrets(env.FAIRLOT_MODE, env.SECRETS_FILE, fault)
  const files = readFilesPlace(env, fault)
  if (faults.length > 0) throw new WrongConfig(faults)

  return {
    mode: env.FAIRLOT_MODE,
    money: env.FAIRLOT_MONEY,
    host: env.HOST,
    port: env.PORT,
    metricsHost: env.METRICS_HOST,
    metricsPort: env.METRICS_PORT,
    publicOrigin: env.PUBLIC_ORIGIN,
    databaseUrl: env.DATABASE_URL,
    databasePool: env.DATABASE_POOL,
    databasePatience: env.DATABASE_PATIENCE,
    natsUrl: env.NATS_URL,
    nats: {
      url: env.NATS_URL,
      user: env.NATS_USER,
      passwordFile: env.NATS_PASSWORD_FILE,
      credsFile: env.NATS_CREDS_FILE,
      caFile: env.NATS_CA_FILE,
    },
    natsMonitorUrl: env.NATS_MONITOR_URL,
    natsNamespace: env.NATS_NAMESPACE,
    calendar: env.MARKET_CALENDAR,
    liveUpstream: env.LIVE_UPSTREAM,
    redisUrl: env.REDIS_URL,
    secrets: openSecrets(secrets!),
    files: files!,
    pushOrigins,
    otlpEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    tls:
      env.TLS_CERT_FILE !== undefined && env.TLS_KEY_FILE !== undefined
        ? { cert: readFileSync(env.TLS_CERT_FILE, 'utf8'), key: readFileSync(env.TLS_KEY_FILE, 'utf8') }
        : undefined,
    trustProxy: trustProxy!,
    memberAppDir: env.MEMBER_APP_DIR,
    console:
      env.CONSOLE_ORIGIN === undefined ? undefined : { port: env.CONSOLE_PORT, origin: env.CONSOLE_ORIGIN },
    bankClock: env.BANK_CLOCK,
    paceFactor: env.PACE_FACTOR ?? (isProduction ? 1 : 50),
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

function readTrust(text: string): boolean | readonly string[] | undefined {
  if (text === 'no') return false
  if (text === 'yes') return true
  const addresses = text.split(',').map((part) => part.trim())
  return addresses.every((address) => /^[0-9a-f.:]+(\/\d{1,3})?$/i.test(address)) ? addresses : undefined
}

type Fault = (variable: string, problem: string) => void

function readOperator(env: z.infer<typeof schema>, fault: Fault): OperatorRecord | undefined {
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
    for (const name of missing) fault(name, 'is not set: real money needs the whole operator record')
  } else if (missing.length < 4) {
    for (const name of missing) fault(name, 'is not set: an operator record is whole or absent')
  }
  return undefined
}

/**
 * A folder or a bucket. In production it must be set; elsewhere it is beside the secrets, or in a folder of the run.
 */
function readFilesPlace(env: z.infer<typeof schema>, fault: Fault): FilesPlace | undefined {
  const bucket = {
    FILES_S3_URL: env.FILES_S3_URL,
    FILES_S3_BUCKET: env.FILES_S3_BUCKET,
    FILES_S3_ACCESS_KEY: env.FILES_S3_ACCESS_KEY,
    FILES_S3_SECRET_FILE: env.FILES_S3_SECRET_FILE,
  }
  const missing = Object.entries(bucket).flatMap(([name, value]) => (value === undefined ? [name] : []))
  if (missing.length < 4) {
    for (const name of missing) fault(name, 'is not set: a bucket needs all four')
    if (env.FILES_FOLDER !== undefined)
      fault('FILES_FOLDER', 'is set, and a bucket as well: only one of them')
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
    fault('FILES_FOLDER', 'is not set, nor is a bucket: documents of members need storage that is backed up')
    return undefined
  }
  const beside = env.SECRETS_FILE === undefined ? join(tmpdir(), 'fairlot-files') : dirname(env.SECRETS_FILE)
  return { kind: 'folder', path: join(beside, 'files') }
}

function readSecrets(mode: Mode, path: string | undefined, fault: Fault): SecretsFile | undefined {
  const variable = 'SECRETS_FILE'
  if (path === undefined) {
    if (mode === 'test') return makeSecretsFile()
    fault(variable, 'is not set')
    return undefined
  }
  if (!existsSync(path)) {
    if (mode === 'production') {
      fault(variable, 'no such file')
      return undefined
    }
    makeFirst(path)
  }
  let content: unknown
  try {
    content = JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    fault(variable, 'cannot be read as JSON')
    return undefined
  }
  let parsed = secretsFile.safeParse(content)
  if (!parsed.success && mode !== 'production') {
    const grown = withNewRings(content)
    if (grown) {
      replaceFile(path, grown)
      parsed = { success: true, data: grown }
    }
  }
  if (!parsed.success) {
    // Only the path inside the file: messages of a schema may quote the value.
    for (const issue of parsed.error.issues)
      fault(variable, `${issue.path.join('.') || 'the file'} is missing or wrong`)
    return undefined
  }
  const problems = faultsOf(parsed.data)
  if (mode === 'production' && (statSync(path).mode & 0o077) !== 0) {
    problems.push('others on this machine can read it: chmod 600')
  }
  for (const problem of problems) fault(variable, problem)
  return problems.length === 0 ? parsed.data : undefined
}

function replaceFile(path: string, file: SecretsFile): void {
  const fresh = `${path}.${process.pid}.new`
  writeFileSync(fresh, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 })
  renameSync(fresh, path)
}

/** The first start in development. Two roles may start at once: the second reads what the first wrote. */
function makeFirst(path: string): void {
  try {
    writeFileSync(path, `${JSON.stringify(makeSecretsFile(), null, 2)}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}
