// Configuration from the environment, checked once at start. Every wrong variable is named, and the process stops.

import { existsSync } from 'node:fs'
import type { NatsAddress } from './connect-nats.ts'
import { passwordFileProblem, readPassword, withPasswordFile } from './database-address.ts'
import { defaultTraceShare, type TraceOptions } from './traces.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export interface ConfigProblem {
  readonly variable: string
  readonly problem: string
}

export class WrongConfig extends Error {
  readonly problems: readonly ConfigProblem[]

  constructor(problems: readonly ConfigProblem[]) {
    super(problems.map(({ variable, problem }) => `${variable}: ${problem}`).join('\n'))
    this.problems = problems
  }
}

/** What is wrong with a list of NATS servers; undefined when nothing is. */
export function natsUrlProblem(servers: string): string | undefined {
  for (const part of servers.split(',')) {
    const text = part.trim()
    if (!URL.canParse(text) || !['nats:', 'tls:'].includes(new URL(text).protocol))
      return 'must be a URL with nats: or tls:, or several with commas'
    if (new URL(text).username !== '')
      return 'must not carry a user: set NATS_USER and NATS_PASSWORD_FILE, or NATS_CREDS_FILE'
  }
  return undefined
}

export const namespacePattern = /^[a-z0-9_-]{1,48}$/
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const

/** Reads one variable each; a wrong one is noted, and reading goes on. An empty variable counts as not set. */
export interface EnvironmentReader {
  report(variable: string, problem: string): void
  text(name: string, fallback?: string): string
  number(name: string, fallback: number, min: number, max: number): number
  whole(name: string, fallback: number, min: number, max: number): number
  oneOf<Name extends string>(name: string, names: readonly Name[], fallback?: Name): Name
  /** `DATABASE_URL` and `DATABASE_PASSWORD_FILE`. */
  databaseUrl(): string
  /** `NATS_URL` and the files and user that belong to it. */
  nats(fallback?: string): NatsAddress
  /** `OTEL_EXPORTER_OTLP_ENDPOINT` and `OTEL_TRACES_SAMPLER_ARG`. */
  traces(): TraceOptions
  /** `NATS_NAMESPACE`. */
  namespace(): string
}

/** Throws `WrongConfig` with all problems that `read` met. */
export function readEnvironment<Config>(
  environment: Environment,
  read: (env: EnvironmentReader) => Config,
): Config {
  const problems: ConfigProblem[] = []
  const report = (variable: string, problem: string): void => void problems.push({ variable, problem })
  const text = (name: string, fallback?: string): string => {
    const value = environment[name] || fallback
    if (value === undefined) report(name, 'is not set')
    return value ?? ''
  }
  const file = (name: string): string | undefined => {
    const path = environment[name] || undefined
    if (path !== undefined && !existsSync(path)) report(name, 'no such file')
    return path
  }
  const number = (name: string, fallback: number, min: number, max: number): number => {
    const value = Number(environment[name] || fallback)
    if (!(value >= min && value <= max)) report(name, `must be from ${min} to ${max}`)
    return value
  }
  const config = read({
    report,
    text,
    number,
    whole(name, fallback, min, max) {
      const value = number(name, fallback, min, max)
      if (!Number.isInteger(value)) report(name, 'must be a whole number')
      return value
    },
    oneOf(name, names, fallback) {
      const value = text(name, fallback)
      const known = names.find((each) => each === value)
      if (value !== '' && known === undefined) report(name, `must be ${names.join(', ')}`)
      return known ?? names[0]!
    },
    databaseUrl() {
      const url = text('DATABASE_URL')
      const isPostgres = URL.canParse(url) && ['postgres:', 'postgresql:'].includes(new URL(url).protocol)
      if (url !== '' && !isPostgres) report('DATABASE_URL', 'must be a URL with postgres: or postgresql:')
      const passwordFile = environment['DATABASE_PASSWORD_FILE'] || undefined
      const problem = passwordFile === undefined ? undefined : passwordFileProblem(url, passwordFile)
      if (problem !== undefined) report('DATABASE_PASSWORD_FILE', problem)
      return withPasswordFile(url, passwordFile)
    },
    nats(fallback) {
      const url = text('NATS_URL', fallback)
      const problem = url === '' ? undefined : natsUrlProblem(url)
      if (problem !== undefined) report('NATS_URL', problem)
      const user = environment['NATS_USER'] || undefined
      const passwordFile = file('NATS_PASSWORD_FILE')
      if ((user === undefined) !== (passwordFile === undefined))
        report('NATS_USER', 'comes together with NATS_PASSWORD_FILE')
      return { url, user, passwordFile, credsFile: file('NATS_CREDS_FILE'), caFile: file('NATS_CA_FILE') }
    },
    traces() {
      const endpoint = environment['OTEL_EXPORTER_OTLP_ENDPOINT'] || undefined
      if (endpoint !== undefined && !/^https?:\/\//.test(URL.parse(endpoint)?.href ?? ''))
        report('OTEL_EXPORTER_OTLP_ENDPOINT', 'must be a URL with http: or https:')
      return { endpoint, share: number('OTEL_TRACES_SAMPLER_ARG', defaultTraceShare, 0, 1) }
    },
    namespace() {
      const name = text('NATS_NAMESPACE', 'fairlot')
      if (!namespacePattern.test(name)) report('NATS_NAMESPACE', 'must be small letters, digits, - and _')
      return name
    },
  })
  if (problems.length > 0) throw new WrongConfig(problems)
  return config
}

const passwordFiles = {
  DATABASE_URL: 'DATABASE_PASSWORD_FILE',
  DATABASE_OWNER_URL: 'DATABASE_OWNER_PASSWORD_FILE',
} as const

/** For programs that connect once and end: the address with its password inside. */
export function readAddress(environment: Environment, name: keyof typeof passwordFiles): string {
  const url = environment[name]
  if (!url) throw new WrongConfig([{ variable: name, problem: 'is not set' }])
  const variable = passwordFiles[name]
  const file = environment[variable]
  if (!file) return url
  const problem = passwordFileProblem(url, file)
  if (problem !== undefined) throw new WrongConfig([{ variable, problem }])
  const address = new URL(url)
  address.password = encodeURIComponent(readPassword(file))
  return address.href
}
