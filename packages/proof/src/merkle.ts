// A Merkle tree as in RFC 6962: a leaf's hash begins with 0, a node's with 1, so no leaf can be shown as a node.

import { hex, type Sha256 } from './chain.ts'
import { levelsOf, type Side, sidesOf } from './tree-shape.ts'

/** Building hashes all leaves and must be synchronous; checking can be asynchronous. */
export type Sha256Now = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array

const leafMark = 0
const nodeMark = 1

const encoder = new TextEncoder()
export const textBytes = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text)

export function joined(...parts: readonly (Uint8Array | number)[]): Uint8Array<ArrayBuffer> {
  let length = 0
  for (const part of parts) length += typeof part === 'number' ? 1 : part.length
  const bytes = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    if (typeof part === 'number') bytes[at++] = part
    else {
      bytes.set(part, at)
      at += part.length
    }
  }
  return bytes
}

/** Empty for anything but an even number of hex digits: no hash has that length, so nothing matches it. */
export function unhex(text: string): Uint8Array<ArrayBuffer> {
  if (!/^(?:[0-9a-f]{2})*$/.test(text)) return new Uint8Array(0)
  const bytes = new Uint8Array(text.length / 2)
  for (let at = 0; at < bytes.length; at++) bytes[at] = Number.parseInt(text.slice(2 * at, 2 * at + 2), 16)
  return bytes
}

export const leafBytes = (body: string): Uint8Array<ArrayBuffer> => joined(leafMark, textBytes(body))
export const nodeBytes = (left: Uint8Array, right: Uint8Array): Uint8Array<ArrayBuffer> =>
  joined(nodeMark, left, right)

export const merkleJoin =
  (sha256: Sha256Now) =>
  (left: Uint8Array, right: Uint8Array): Uint8Array =>
    sha256(nodeBytes(left, right))

/** Every level from the leaves' hashes up to the root. */
export const merkleLevels = (sha256: Sha256Now, leaves: readonly Uint8Array[]): Uint8Array[][] =>
  levelsOf(leaves, merkleJoin(sha256))

/** The root of an empty tree is the hash of no bytes. */
export const merkleRoot = (sha256: Sha256Now, leaves: readonly Uint8Array[]): Uint8Array =>
  merkleLevels(sha256, leaves).at(-1)?.[0] ?? sha256(new Uint8Array(0))

export const leafHash = async (sha256: Sha256, body: string): Promise<string> =>
  hex(await sha256(leafBytes(body)))

export interface PathStep {
  readonly hash: string
  readonly side: Side
}

export interface Inclusion {
  /** The number of leaves in the tree, and the index of this one, from 0. */
  readonly size: number
  readonly n: number
  readonly leaf: string
  readonly path: readonly PathStep[]
}

/** The root this path leads to, or undefined when the path does not fit that position. */
export async function rootOfPath(
  sha256: Sha256,
  { size, n, leaf, path }: Inclusion,
): Promise<string | undefined> {
  if (!standsAt(size, n, path)) return undefined
  let hash = unhex(leaf)
  if (hash.length !== 32) return undefined
  for (const step of path) {
    const sibling = unhex(step.hash)
    if (sibling.length !== 32) return undefined
    hash = new Uint8Array(
      await sha256(step.side === 'left' ? nodeBytes(sibling, hash) : nodeBytes(hash, sibling)),
    )
  }
  return hex(hash)
}

export function standsAt(size: number, n: number, path: readonly { readonly side: Side }[]): boolean {
  if (!Number.isSafeInteger(n) || n < 0 || n >= size) return false
  const sides = sidesOf(size, n)
  return sides.length === path.length && sides.every((side, at) => side === path[at]!.side)
}
