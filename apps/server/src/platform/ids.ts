// Ids are UUIDv7: made without a database, so members can live in several cells, and sorted by time, so that new rows
// are together at the end of an index.

import { createHash, randomFillSync } from 'node:crypto'

// Random bytes for many ids at once: a call of the operating system's generator costs more than the rest of an id.
const pool = new Uint8Array(4_096)
let used = pool.length

function fillRandom(target: Uint8Array): void {
  if (used + target.length > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  target.set(pool.subarray(used, used + target.length))
  used += target.length
}

export function newId(now: number = Date.now()): string {
  const bytes = new Uint8Array(16)
  fillRandom(bytes.subarray(6))
  writeTime(bytes, now)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return written(bytes)
}

/** The same id for the same text, a UUIDv8: for things that must be created only once, however often it is tried. */
export const derivedId = (text: string): string => written(derivedBytes(text))

/**
 * The same id for the same text on the same UTC day, and it begins with the time of that day: for orders, which are
 * stored by the month of their id. A trading day is within one UTC day.
 */
export function derivedIdOfDay(text: string, now: Date): string {
  const bytes = derivedBytes(text)
  writeTime(bytes, now.getTime() - (now.getTime() % 86_400_000))
  return written(bytes)
}

/**
 * The lowest and the highest of these ids: a statement that names them searches only their months. An array alone does
 * not tell PostgreSQL which partitions it needs.
 */
export function boundsOfIds(ids: readonly string[]): readonly [string | undefined, string | undefined] {
  const sorted = ids.toSorted()
  return [sorted[0], sorted.at(-1)]
}

/** The time an id begins with, in milliseconds. Without meaning for an id made without one. */
export const timeOfId = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

function writeTime(bytes: Uint8Array, ms: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  view.setUint32(0, Math.floor(ms / 0x10000))
  view.setUint16(4, ms & 0xffff)
}

function derivedBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(createHash('sha256').update(text).digest().subarray(0, 16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes
}

function written(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
