// A Merkle tree with sums: every node has the sum of the leaves below it, and its hash covers both children's hashes
// and both their sums. So no amount can be left out or offset against another without changing the root: a node that
// bound only the total could hide a swap, and a negative leaf could hide a debt.
//
// A leaf is a commitment and an amount. The commitment hashes a text with the owner's id and a nonce only the owner
// receives: two owners with the same balance never share a leaf, and a leaf does not reveal its owner.

import { hex, type Sha256 } from './chain.ts'
import { joined, type Sha256Now, standsAt, textBytes, unhex } from './merkle.ts'
import { type GrowingTree, growTree, type Side } from './tree-shape.ts'

const leafMark = 2
const nodeMark = 3
/** What a ledger balance can be at most. */
export const largestLeaf = 2n ** 63n - 1n
/** Sixteen bytes hold slightly more. This many leaves of the largest size stay far below it. */
export const largestSum = 2n ** 127n - 1n

export interface SumNode {
  readonly hash: Uint8Array
  readonly sum: bigint
}

function sumBytes(sum: bigint): Uint8Array<ArrayBuffer> {
  if (sum < 0n || sum > largestSum) throw new Error('a sum of the tree is out of bounds')
  const bytes = new Uint8Array(16)
  const view = new DataView(bytes.buffer)
  view.setBigUint64(0, sum >> 64n)
  view.setBigUint64(8, sum & 0xffff_ffff_ffff_ffffn)
  return bytes
}

export const sumLeafBytes = (commitment: Uint8Array, amount: bigint): Uint8Array<ArrayBuffer> => {
  if (amount < 0n || amount > largestLeaf) throw new Error('an amount of the tree is out of bounds')
  return joined(leafMark, commitment, sumBytes(amount))
}

export const sumNodeBytes = (left: SumNode, right: SumNode): Uint8Array<ArrayBuffer> =>
  joined(nodeMark, left.hash, sumBytes(left.sum), right.hash, sumBytes(right.sum))

export const sumJoin =
  (sha256: Sha256Now) =>
  (left: SumNode, right: SumNode): SumNode => ({
    hash: sha256(sumNodeBytes(left, right)),
    sum: left.sum + right.sum,
  })

export interface SumLeaf {
  /** What is hashed into the commitment. */
  readonly body: string
  readonly amount: bigint
}

export const sumLeafOf = (sha256: Sha256Now, { body, amount }: SumLeaf): SumNode => ({
  hash: sha256(sumLeafBytes(sha256(textBytes(body)), amount)),
  sum: amount,
})

/**
 * The tree of leaves that arrive in the order of their hashes, which reveals nothing about their owners and makes a
 * duplicate leaf visible.
 */
export function growSumTree(
  sha256: Sha256Now,
  onNode: (node: SumNode, height: number) => void,
): GrowingTree<SumNode> {
  const tree = growTree(sumJoin(sha256), onNode)
  let before: Uint8Array | undefined
  let count = 0
  return {
    add(leaf) {
      if (before !== undefined && compareBytes(before, leaf.hash) >= 0) {
        throw new Error(`leaf ${count} of the tree is out of order or there twice`)
      }
      before = leaf.hash
      count += 1
      tree.add(leaf)
    },
    end() {
      const root = tree.end()
      if (root !== undefined && root.sum > largestSum) throw new Error('a sum of the tree is out of bounds')
      return root
    },
  }
}

export const emptySumRoot = (sha256: Sha256Now): SumNode => ({ hash: sha256(new Uint8Array(0)), sum: 0n })

export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  for (let at = 0; at < a.length; at++) {
    if (a[at] !== b[at]) return a[at]! - b[at]!
  }
  return a.length - b.length
}

export interface SumStep {
  readonly hash: string
  /** Decimal digits. */
  readonly sum: string
  readonly side: Side
}

export interface SumInclusion {
  readonly size: number
  readonly n: number
  readonly body: string
  readonly amount: string
  readonly path: readonly SumStep[]
}

export const sumLeafHash = async (sha256: Sha256, body: string, amount: bigint): Promise<string> =>
  hex(await sha256(sumLeafBytes(new Uint8Array(await sha256(textBytes(body))), amount)))

/** Root and total this path leads to; undefined when a sum is negative or too large, or the position is wrong. */
export async function rootOfSumPath(
  sha256: Sha256,
  { size, n, body, amount, path }: SumInclusion,
): Promise<{ readonly root: string; readonly total: bigint } | undefined> {
  if (!standsAt(size, n, path)) return undefined
  const own = leafAmount(amount)
  if (own === undefined) return undefined
  let node: SumNode = { hash: unhex(await sumLeafHash(sha256, body, own)), sum: own }
  for (const step of path) {
    const sum = amountOf(step.sum)
    const hash = unhex(step.hash)
    if (sum === undefined || hash.length !== 32) return undefined
    const sibling = { hash, sum }
    const total = node.sum + sum
    if (total > largestSum) return undefined
    const bytes = step.side === 'left' ? sumNodeBytes(sibling, node) : sumNodeBytes(node, sibling)
    node = { hash: await sha256(bytes), sum: total }
  }
  return { root: hex(node.hash), total: node.sum }
}

/** Returns undefined for anything but plain digits: no sign, so nothing negative gets in. */
function amountOf(digits: string, largest = largestSum): bigint | undefined {
  if (!/^\d{1,39}$/.test(digits)) return undefined
  const amount = BigInt(digits)
  return amount > largest ? undefined : amount
}

export const leafAmount = (digits: string): bigint | undefined => amountOf(digits, largestLeaf)
