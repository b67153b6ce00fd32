import { blockStart, hex, keptEvery, pathInBlock, type Side, sumJoin } from '@fairlot/proof'
import type { Tx } from '#platform/db'
import { sha256Now } from './hash.ts'
import { type KeptNode, readLeaves, readNodes, type StoredTree } from './store.ts'
import { plainJoin } from './write-tree.ts'

export interface WireStep {
  readonly hash: string
  readonly sum: string
  readonly side: Side
}

const blockWidth = 2 ** keptEvery

/** The siblings of a leaf from below up, from one block of 64 at each kept level. */
export async function readPath(tx: Tx, tree: StoredTree, n: number): Promise<WireStep[]> {
  const join = tree.control === null ? plainJoin : sumJoin(sha256Now)
  const path: WireStep[] = []
  let place = n
  for (
    let height = 0, width = tree.leaves;
    width > 1;
    height += keptEvery, width = Math.ceil(width / blockWidth)
  ) {
    const block = await readBlock(tx, tree, height, blockStart(place))
    for (const { node, side } of pathInBlock(block, place, join)) {
      path.push({ hash: hex(node.hash), sum: node.sum.toString(), side })
    }
    place = Math.floor(place / blockWidth)
  }
  return path
}

async function readBlock(
  tx: Tx,
  tree: StoredTree,
  height: number,
  from: number,
): Promise<readonly KeptNode[]> {
  if (height > 0) return readNodes(tx, tree.id, height, from, blockWidth)
  const leaves = await readLeaves(tx, tree.id, from, blockWidth)
  return leaves.map(({ hash, amount }) => ({ hash, sum: amount }))
}
