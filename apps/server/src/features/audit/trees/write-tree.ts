import { sign } from 'node:crypto'
import {
  emptySumRoot,
  type GrowingTree,
  growSumTree,
  growTree,
  hex,
  keptEvery,
  merkleJoin,
  type SumNode,
  treeRootText,
} from '@fairlot/proof'
import type { Tx } from '#platform/db'
import type { Secrets } from '#platform/secrets'
import { sha256Now } from './hash.ts'
import {
  insertLeaves,
  insertNodes,
  insertTree,
  newestTree,
  type NewLeaf,
  type NewTree,
  reserveTree,
  type TreeKind,
} from './store.ts'

export interface TreeOfLeaves {
  readonly kind: TreeKind
  readonly asset: string
  readonly date: string
  readonly asOf: string
  /** In pages: a day's leaves need not fit in memory. */
  readonly leaves: AsyncIterable<readonly NewLeaf[]> | Iterable<readonly NewLeaf[]>
  /** What the total must be; null in a tree without sums. */
  readonly control: bigint | null
}

const leavesAtOnce = 1_000

export function* inPages(leaves: readonly NewLeaf[]): Generator<readonly NewLeaf[]> {
  for (let from = 0; from < leaves.length; from += leavesAtOnce) yield leaves.slice(from, from + leavesAtOnce)
}

/** The books contradict themselves: a signed root would vouch for wrong figures. */
export class SumsDiffer extends Error {}

/**
 * Signs and stores one tree in the caller's transaction. If two builders ever ran at once in spite of their lock, both
 * would claim the same part, and the key of `trees` lets only one of them commit.
 */
export async function writeTree(tx: Tx, secrets: Secrets, now: Date, tree: TreeOfLeaves): Promise<NewTree> {
  const { kind, asset, date, asOf, control } = tree
  const id = await reserveTree(tx)
  const { root, leaves } = await storeLeaves(tx, id, tree)
  if (control !== null && root.sum !== control) {
    throw new SumsDiffer(`${kind} of ${asset}: members have ${root.sum}, the ledger's totals say ${control}`)
  }
  const part = ((await newestTree(tx, kind, asset, date))?.part ?? 0) + 1
  const { keyId, privateKey, publicKey } = secrets.auditKey()
  const facts = { kind, asset, date, part, leaves, root: hex(root.hash), asOf }
  const text = treeRootText({ ...facts, total: root.sum.toString(), builtAt: now.toISOString() })
  const stored: NewTree = {
    ...facts,
    total: root.sum,
    control,
    builtAt: now,
    keyId,
    publicKey: publicKey.export({ format: 'der', type: 'spki' }),
    signature: sign(null, Buffer.from(text), privateKey),
  }
  await insertTree(tx, id, stored)
  return stored
}

/** The row of the tree follows at the end: only then is its root known. */
async function storeLeaves(
  tx: Tx,
  id: bigint,
  { kind, control, leaves }: TreeOfLeaves,
): Promise<{ readonly root: SumNode; readonly leaves: number }> {
  /** The nodes of each stored height that are not written yet, and the index of the first. */
  const levels = new Map<number, { from: number; nodes: SumNode[] }>()
  const tree = growTreeOf(control !== null, (node, height) => {
    if (!isStored(kind, height)) return
    const level = levels.get(height)
    if (level) level.nodes.push(node)
    else levels.set(height, { from: 0, nodes: [node] })
  })
  const writeNodes = async (): Promise<void> => {
    for (const [height, level] of levels) {
      // A single node may be the root, which stands in the row of the tree.
      if (level.nodes.length === 0 || level.from + level.nodes.length < 2) continue
      await insertNodes(tx, id, height, level.from, level.nodes)
      levels.set(height, { from: level.from + level.nodes.length, nodes: [] })
    }
  }
  let count = 0
  for await (const page of leaves) {
    for (const { hash, amount } of page) tree.add({ hash, sum: amount })
    await insertLeaves(tx, id, count, page)
    await writeNodes()
    count += page.length
  }
  const root = tree.end() ?? emptySumRoot(sha256Now)
  await writeNodes()
  return { root, leaves: count }
}

/** Ledger lines need no stored path: their evidence is found through the fill. */
export const isStored = (kind: TreeKind, height: number): boolean =>
  kind !== 'ledger-lines' && height > 0 && height % keptEvery === 0

/** Either kind of tree; without sums every sum is zero. */
export const growTreeOf = (
  sums: boolean,
  onNode: (node: SumNode, height: number) => void,
): GrowingTree<SumNode> => (sums ? growSumTree(sha256Now, onNode) : growTree(plainJoin, onNode))

const plainHash = merkleJoin(sha256Now)
export const plainJoin = (left: SumNode, right: SumNode): SumNode => ({
  hash: plainHash(left.hash, right.hash),
  sum: 0n,
})
