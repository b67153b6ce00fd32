import { createHash } from 'node:crypto'

/** A UUIDv8 out of a digest: the same text gives the same id, whoever makes it and however often. */
export function idFrom(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** The hold of one part of what is frozen for an order; app.hold_id makes the same. */
export const holdId = (orderId: string, part: number): string => idFrom(`hold ${orderId}/${part}`)

/** The id of an order the platform places by itself, made from its cause: the same cause never places two. */
export const systemOrderId = (cause: string): string => idFrom(`order ${cause}`)
