// The variables of the server's environment, each checked alone.

import { existsSync, statSync } from 'node:fs'
import { logLevels, namespacePattern, natsUrlProblem } from '@fairlot/process/config'
import { databaseHas } from '@fairlot/process/durability'
import { defaultTraceShare } from '@fairlot/process/traces'
import * as z from 'zod'

const port = z.coerce.number().int().min(0).max(65_535)
const url = (protocols: readonly string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    message: `must be a URL with ${protocols.join(' or ')}`,
  })
export const origin = url(['http:', 'https:']).refine(
  (text) => URL.canParse(text) && new URL(text).origin === text,
  {
    message: 'must be an origin: scheme, host and port, no path and no slash at the end',
  },
)
const readableFile = z.string().refine((path) => existsSync(path), { message: 'no such file' })
const line = z.string().trim().min(1).max(200)

export const schema = z.object({
  FAIRLOT_MODE: z.enum(['production', 'development', 'test']),
  FAIRLOT_MONEY: z.enum(['practice', 'real']).default('practice'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port.default(8080),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  METRICS_PORT: port.default(9100),
  PUBLIC_ORIGIN: origin,
  DATABASE_URL: url(['postgres:', 'postgresql:']),
  DATABASE_PASSWORD_FILE: z.string().min(1).optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(20),
  DATABASE_PATIENCE: z.coerce.number().int().min(1).max(60).default(1),
  DATABASE_HA: z.enum(databaseHas).optional(),
  NATS_URL: z.string().check((context) => {
    const problem = natsUrlProblem(context.value)
    if (problem) context.issues.push({ code: 'custom', message: problem, input: context.value })
  }),
  NATS_USER: z.string().min(1).optional(),
  NATS_PASSWORD_FILE: readableFile.optional(),
  NATS_CREDS_FILE: readableFile.optional(),
  NATS_CA_FILE: readableFile.optional(),
  NATS_AWAY_SECONDS: z.coerce.number().int().min(0).max(86_400).default(60),
  NATS_MONITOR_URL: url(['http:', 'https:']).optional(),
  NATS_NAMESPACE: z
    .string()
    .regex(namespacePattern, 'must be small letters, digits, - and _')
    .default('fairlot'),
  SETTLEMENT_GATHER_MS: z.coerce.number().int().min(0).max(1_000).default(40),
  MARKET_CALENDAR: z.enum(['twse', 'practice']).default('practice'),
  LIVE_UPSTREAM: url(['http:']).optional(),
  REDIS_URL: url(['redis:', 'rediss:']),
  REDIS_PASSWORD_FILE: z.string().min(1).optional(),
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
  BEACON_CHAIN: z.enum(['quicknet', 'practice']).default('quicknet'),
  BEACON_RELAYS: z.string().optional(),
  BEACON_FALLBACK_RELAY: z.string().optional(),
  BEACON_FALLBACK_PUBLIC_KEY: z
    .string()
    .regex(/^[0-9a-f]{192}$/)
    .optional(),
  BEACON_PUBLIC_KEY: z
    .string()
    .regex(/^[0-9a-f]{192}$/, 'must be a compressed point of G2 in hex')
    .optional(),
  RATES_SOURCE: z.enum(['practice', 'published']).optional(),
  RATES_BNM_URL: url(['http:', 'https:']).default('https://api.bnm.gov.my/public/exchange-rate'),
  RATES_BOT_URL: url(['http:', 'https:']).default('https://rate.bot.com.tw/xrt/flcsv/0/day'),
  RATES_ECB_URL: url(['http:', 'https:']).default(
    'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
  ),
  NEWS_TWSE_URL: url(['http:', 'https:']).optional(),
  PUSH_ORIGINS: z.string().default(''),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(['http:', 'https:']).optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(defaultTraceShare),
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
  PASSWORD_COST: z.enum(['full', 'test']).default('full'),
  RATE_LIMIT_FACTOR: z.coerce.number().int().min(1).max(1_000).optional(),
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

export type Variables = z.infer<typeof schema>
/** Notes what is wrong with a variable. */
export type Report = (variable: string, problem: string) => void
