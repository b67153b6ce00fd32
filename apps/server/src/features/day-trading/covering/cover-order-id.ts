import { createHash } from 'node:crypto'

/** The same for the same holding, day and round: a second try of a round meets the first one's order. */
export function coverOrderId(positionId: string, date: string, round: number): string {
  const bytes = createHash('sha256')
    .update(`auto-cover ${positionId} ${date} ${round}`)
    .digest()
    .subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
