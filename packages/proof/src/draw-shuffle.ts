// The order of a draw: Fisher–Yates from the last ticket to the first. Its numbers are HMAC-SHA-256 of a counter under
// the seed, read as words of 32 bits. A word that would favour some tickets is dropped, so every order is equally
// likely.

import type { Sha256 } from './chain.ts'
import { joined, unhex } from './merkle.ts'

const wordsPerBlock = 8
const wordRange = 2 ** 32
const maxBlocks = 256

/** Returns the tickets in their drawn order. `onProgress` gets the share that is done, from 0 to 1, and may wait. */
export async function shuffle(
  sha256: Sha256,
  seed: string,
  tickets: readonly string[],
  onProgress?: (share: number) => void | Promise<void>,
): Promise<string[]> {
  const order = [...tickets]
  // A short list needs few numbers.
  const words = wordsOf(sha256, seed, Math.min(maxBlocks, Math.ceil(order.length / wordsPerBlock) + 1))
  let block = await words.next()
  let at = 0
  for (let last = order.length - 1; last > 0; last--) {
    const range = last + 1
    const limit = wordRange - (wordRange % range)
    let word: number
    do {
      if (at === block.value.length) {
        block = await words.next()
        at = 0
        await onProgress?.((order.length - last) / order.length)
      }
      word = block.value[at++]!
    } while (word >= limit)
    const chosen = word % range
    const moved = order[last]!
    order[last] = order[chosen]!
    order[chosen] = moved
  }
  return order
}

/** The words of many blocks at once: a browser hashes asynchronously, and waiting for each would take most of the time. */
async function* wordsOf(
  sha256: Sha256,
  seed: string,
  blocksAtOnce: number,
): AsyncGenerator<Uint32Array, never> {
  const hmac = hmacOf(sha256, unhex(seed))
  for (let counter = 0; ; counter += blocksAtOnce) {
    const blocks = await Promise.all(
      Array.from({ length: blocksAtOnce }, (_, n) => hmac(counterBytes(counter + n))),
    )
    const words = new Uint32Array(blocksAtOnce * wordsPerBlock)
    blocks.forEach((block, n) => {
      const view = new DataView(block.buffer, block.byteOffset, block.byteLength)
      for (let word = 0; word < wordsPerBlock; word++)
        words[n * wordsPerBlock + word] = view.getUint32(4 * word)
    })
    yield words
  }
}

function counterBytes(counter: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(counter))
  return bytes
}

/** HMAC-SHA-256 (RFC 2104) for a key of at most 64 bytes. */
export function hmacOf(sha256: Sha256, key: Uint8Array): (message: Uint8Array) => Promise<Uint8Array> {
  const padded = (mark: number): Uint8Array => Uint8Array.from({ length: 64 }, (_, n) => (key[n] ?? 0) ^ mark)
  const inner = padded(0x36)
  const outer = padded(0x5c)
  return async (message) => sha256(joined(outer, await sha256(joined(inner, message))))
}
