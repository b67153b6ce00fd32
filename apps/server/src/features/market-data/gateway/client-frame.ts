// Parses the messages of clients. They are untrusted input.

import type { ClientFrame } from '@fairlot/contract/market-data'
import { MAX_DETAILS, MAX_WATCHED } from '@fairlot/contract/market-data'

/** Also restricts it to what is safe in a NATS subject: no dots, no stars. */
const isSymbol = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9A-Za-z]{1,16}$/.test(value)

const isList = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isSymbol)

/** Undefined when the gateway does not know the message. */
export function readClientFrame(text: string): ClientFrame | 'too-many' | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null || !('t' in value)) return undefined
  if (value.t === 'hello') {
    const ticket = 'ticket' in value ? value.ticket : undefined
    const own = 'own' in value ? value.own : undefined
    if (ticket !== undefined && (typeof ticket !== 'string' || ticket.length > 64)) return undefined
    if (own !== undefined && (!Number.isSafeInteger(own) || (own as number) < 0)) return undefined
    return {
      t: 'hello',
      ...(ticket === undefined ? {} : { ticket }),
      ...(own === undefined ? {} : { own: own as number }),
    }
  }
  if (value.t !== 'watch' || !('rows' in value) || !('detail' in value) || !('idx' in value)) return undefined
  const { rows, detail, idx } = value
  if (!isList(rows) || !isList(detail) || typeof idx !== 'boolean') return undefined
  if (detail.length > MAX_DETAILS || rows.length + detail.length > MAX_WATCHED) return 'too-many'
  return { t: 'watch', rows, detail, idx }
}
