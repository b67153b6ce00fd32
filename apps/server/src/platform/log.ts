// Structured logs, one JSON object per line. Everything logged goes through `scrub`: a field with the name of a secret
// is dropped, an account is masked, and text is searched for both, because errors quote their input.

import { logOptions } from '@fairlot/process/log'
import pino, { type DestinationStream, type Logger } from 'pino'
import { currentRequestId } from './request-scope.ts'

export type Log = Logger

const secretName =
  /pass(word|phrase|code)|^pin$|token|cookie|authorization|secret|(^|[a-z_])code$|^codes$|recoverycodes|seed|signature|apikey|private|pepper|sealed|^bind$|statement|contact/i
const accountName = /^account$|phone|mobile|idnumber|cardnumber/i
/** Codes that name a fault or a message, not a secret of a member. */
const harmlessCodes = new Set(['errorCode', 'statusCode', 'sqlState', 'exitCode', 'messageCode'])

const maskAccount = (text: string): string =>
  text.length <= 4 ? '****' : `${text.slice(0, 2)}****${text.slice(-2)}`

export function scrubText(text: string): string {
  return text
    .replace(/\btk1_[A-Za-z0-9_-]+/g, '[token]')
    .replace(/\b([a-z]+:\/\/[^:/@\s]+):[^@/\s]+@/gi, '$1:[secret]@')
    .replace(/(?<![\w-])\d{10}(?![\w-])/g, maskAccount)
}

const deepest = 8

export function scrub(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return scrubText(value)
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null) return value
  if (depth >= deepest) return '[deep]'
  if (value instanceof Error) return scrubError(value, depth)
  if (value instanceof Date) return value
  if (ArrayBuffer.isView(value)) return '[bytes]'
  if (Array.isArray(value)) return value.map((item) => scrub(item, depth + 1))
  const clean: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(value)) {
    if (secretName.test(name) && !harmlessCodes.has(name)) clean[name] = '[redacted]'
    else if (accountName.test(name))
      clean[name] = typeof inner === 'string' ? maskAccount(inner) : '[redacted]'
    else clean[name] = scrub(inner, depth + 1)
  }
  return clean
}

/** Only these parts of an error: the driver's `detail`, `where` and `parameters` quote whole rows. */
function scrubError(error: Error, depth: number): Record<string, unknown> {
  const state = 'code' in error && typeof error.code === 'string' ? { errorCode: error.code } : {}
  const constraint =
    'constraint' in error && typeof error.constraint === 'string' ? { constraint: error.constraint } : {}
  return {
    type: error.name,
    message: scrubText(error.message),
    stack: scrubText(error.stack ?? ''),
    ...state,
    ...constraint,
    ...(error.cause === undefined ? {} : { cause: scrub(error.cause, depth + 1) }),
  }
}

export interface LogOptions {
  readonly role: string
  readonly level: string
  readonly destination?: DestinationStream
}

export function openLog({ role, level, destination }: LogOptions): Log {
  const settings = logOptions(role, level)
  const options: pino.LoggerOptions = {
    ...settings,
    mixin: () => {
      const requestId = currentRequestId()
      return requestId === undefined ? {} : { requestId }
    },
    formatters: {
      ...settings.formatters,
      log: (object) => scrub(object) as Record<string, unknown>,
    },
    serializers: { err: (value: unknown) => value },
    hooks: {
      logMethod(args, method) {
        const clean = args.map((arg) => (typeof arg === 'string' ? scrubText(arg) : arg)) as typeof args
        method.apply(this, clean)
      },
    },
  }
  return destination ? pino(options, destination) : pino(options)
}
