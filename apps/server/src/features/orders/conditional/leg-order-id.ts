import { createHash } from 'node:crypto'

/** Made from the conditional order's own id: whoever tries the same leg again meets the order that is there. */
export function legOrderId(conditionalId: string, tries: number): string {
  const bytes = createHash('sha256').update(`conditional ${conditionalId}/${tries}`).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
