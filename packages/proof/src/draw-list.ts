// The list of a draw: the ids of its tickets, sorted, each once, under a Merkle root.

import { hex, type Sha256 } from './chain.ts'
import { leafBytes, nodeBytes } from './merkle.ts'

const ticketPattern = /^[0-9a-f]{64}$/

/** Small hex digits sort like the bytes they stand for. */
export const isCanonicalList = (tickets: readonly string[]): boolean =>
  tickets.every((ticket, n) => ticketPattern.test(ticket) && (n === 0 || tickets[n - 1]! < ticket))

const atOnce = 4_096

/** The root of `merkleRoot` over these tickets, with an asynchronous hash. */
export async function listRoot(
  sha256: Sha256,
  tickets: readonly string[],
  onProgress?: (share: number) => void | Promise<void>,
): Promise<string> {
  if (tickets.length === 0) return hex(await sha256(new Uint8Array(0)))
  const total = 2 * tickets.length - 1
  let hashed = 0
  const hashAll = async (texts: readonly Uint8Array<ArrayBuffer>[]): Promise<Uint8Array[]> => {
    const hashes: Uint8Array[] = []
    for (let from = 0; from < texts.length; from += atOnce) {
      hashes.push(...(await Promise.all(texts.slice(from, from + atOnce).map(async (text) => sha256(text)))))
      await onProgress?.((hashed + hashes.length) / total)
    }
    hashed += hashes.length
    return hashes
  }
  let level = await hashAll(tickets.map(leafBytes))
  while (level.length > 1) {
    const pairs: Uint8Array<ArrayBuffer>[] = []
    for (let at = 0; at + 1 < level.length; at += 2) pairs.push(nodeBytes(level[at]!, level[at + 1]!))
    const unpaired = level.length % 2 === 1 ? level.at(-1) : undefined
    level = await hashAll(pairs)
    if (unpaired) level.push(unpaired)
  }
  return hex(level[0]!)
}
