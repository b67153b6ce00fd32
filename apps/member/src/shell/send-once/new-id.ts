// UUIDv7: the first 48 bits are the time, so that ids sort in the order they were made.

export const newId = (now = Date.now(), random = crypto.getRandomValues(new Uint8Array(10))): string => {
  const time = now.toString(16).padStart(12, '0').slice(-12)
  const hex = Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const variant = ((random[2] ?? 0) & 0x3f) | 0x80
  return [
    time.slice(0, 8),
    time.slice(8),
    `7${hex.slice(1, 4)}`,
    `${variant.toString(16)}${hex.slice(6, 8)}`,
    hex.slice(8),
  ].join('-')
}
