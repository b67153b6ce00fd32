// A hash chain: each link's hash covers its position, the hash before it and the fields of the entry, so changing,
// removing or moving one entry breaks every later hash. Imports nothing, so that a browser can check what the server
// wrote; the hash function is a parameter (crypto.subtle there, node:crypto here).

export type Sha256 = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array | Promise<Uint8Array>

/** The hash before the first link: 32 zero bytes. */
export const genesis = '0'.repeat(64)

export interface Link {
  readonly sequence: bigint
  readonly hash: string
  readonly fields: readonly string[]
}

export interface Head {
  readonly sequence: bigint
  readonly hash: string
}

export const beginning: Head = { sequence: 0n, hash: genesis }

/**
 * The text that is hashed: a JSON array of strings. JSON quoting distinguishes ["ab","c"] from ["a","bc"], and any
 * language can produce the same text.
 */
export const linkText = (previous: string, sequence: bigint, fields: readonly string[]): string =>
  JSON.stringify([previous, sequence.toString(), ...fields])

export async function linkHash(
  sha256: Sha256,
  previous: string,
  sequence: bigint,
  fields: readonly string[],
): Promise<string> {
  return hex(await sha256(new TextEncoder().encode(linkText(previous, sequence, fields))))
}

export type ChainFault =
  | { readonly fault: 'gap'; readonly sequence: bigint }
  | { readonly fault: 'altered'; readonly sequence: bigint }

/** Walks the links from `from` and returns the head reached, or the first link that does not match. */
export async function walkChain(
  sha256: Sha256,
  from: Head,
  links: Iterable<Link> | AsyncIterable<Link>,
): Promise<Head | ChainFault> {
  let head = from
  for await (const link of links) {
    const sequence = head.sequence + 1n
    if (link.sequence !== sequence) return { fault: 'gap', sequence }
    const hash = await linkHash(sha256, head.hash, sequence, link.fields)
    if (hash !== link.hash) return { fault: 'altered', sequence }
    head = { sequence, hash }
  }
  return head
}

export function hex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0')
  return text
}
