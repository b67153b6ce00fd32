// Rebuilds every tree from its source rows and names the first one that does not match: fills against the exchange's
// log, the ledger and their leaf; orders against their timeline; ledger lines one by one; balances against the lines of
// the same snapshot; leaves and nodes against the signed root. Needs a reading role; run it on a machine without the
// signing key.

import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { emptySumRoot, hex, type SumNode, sumLeafOf, treeRootText } from '@fairlot/proof'
import type { Db, Tx } from '#platform/db'
import { readUnprovenFills } from '../fills/store.ts'
import { leafHashNow, sha256Now } from '../trees/hash.ts'
import {
  beginSnapshot,
  readLeaves,
  readNodes,
  type StoredLeaf,
  type StoredTree,
  treesAfter,
} from '../trees/store.ts'
import { growTreeOf, isStored } from '../trees/write-tree.ts'
import { openRowCheck } from './check-rows.ts'
import { nameOf, sameHash, type TreeFault } from './tree-fault.ts'
import { verifySteps } from './verify-fills.ts'

export type TreesReport =
  | { readonly ok: true; readonly trees: number; readonly leaves: number; readonly orders: number }
  | ({ readonly ok: false } & TreeFault)

const pageSize = 5_000

export async function verifyTrees(db: Db, trustedKeys: readonly Uint8Array[]): Promise<TreesReport> {
  const keys = trustedKeys.map((key) =>
    createPublicKey({ key: Buffer.from(key), format: 'der', type: 'spki' }),
  )
  return db.transaction(async (tx) => {
    await beginSnapshot(tx)
    let trees = 0
    let leaves = 0
    for (let after = 0n; ;) {
      const page = await treesAfter(tx, after, 100)
      for (const tree of page) {
        const fault = await verifyTree(tx, tree, keys)
        if (fault) return { ok: false, ...fault }
        trees += 1
        leaves += tree.leaves
      }
      if (page.length === 0) break
      after = page.at(-1)!.id
    }
    const [unproven] = await readUnprovenFills(tx, 1)
    if (unproven !== undefined)
      return { ok: false, where: `fill ${unproven}`, what: 'is in no tree of its day' }
    const steps = await verifySteps(tx)
    return 'what' in steps ? { ok: false, ...steps } : { ok: true, trees, leaves, orders: steps.orders }
  })
}

async function verifyTree(
  tx: Tx,
  tree: StoredTree,
  keys: readonly KeyObject[],
): Promise<TreeFault | undefined> {
  const fault = (what: string): TreeFault => ({ where: nameOf(tree), what })
  const text = treeRootText({
    ...tree,
    total: tree.total.toString(),
    builtAt: tree.builtAt.toISOString(),
  })
  if (!keys.some((key) => verify(null, Buffer.from(text), key, tree.signature))) {
    return fault('is not signed by a key that is trusted')
  }
  const wrongCount = `has not the ${tree.leaves} leaves its root was signed over`
  const rows = openRowCheck(tx, tree)
  const rebuild = openRebuild(tx, tree)
  let inLeaves: TreeFault | undefined
  for (let from = 0; from < tree.leaves; from += pageSize) {
    const wanted = Math.min(pageSize, tree.leaves - from)
    const leaves = await readLeaves(tx, tree.id, from, wanted)
    const missing = leaves.findIndex((leaf, at) => leaf.n !== from + at)
    if (missing >= 0) return fault(`leaf ${from + missing} is missing`)
    if (leaves.length < wanted) return fault(wrongCount)
    // The source rows come first: they are the likeliest target of a manipulation.
    const inRows = await rows.page(leaves)
    if (inRows) return inRows
    inLeaves ??= wrongHash(tree, leaves) ?? rebuild.add(leaves)
  }
  if ((await readLeaves(tx, tree.id, tree.leaves, 1)).length > 0) return fault(wrongCount)
  return (await rows.end()) ?? inLeaves ?? (await rebuild.end())
}

/** A ledger line has no text of its own: its row was hashed again. */
function wrongHash(tree: StoredTree, leaves: readonly StoredLeaf[]): TreeFault | undefined {
  if (tree.kind === 'ledger-lines') return undefined
  const wrong = leaves.find((leaf) => !sameHash(hashOf(tree, leaf), leaf.hash))
  return wrong && { where: `${nameOf(tree)}, leaf ${wrong.n}`, what: 'has not the hash of its text' }
}

const hashOf = ({ control }: StoredTree, { body, amount }: StoredLeaf): Uint8Array =>
  control === null ? leafHashNow(body) : sumLeafOf(sha256Now, { body, amount }).hash

/** Grows the tree again from its stored leaves and compares it with the signed root and the stored nodes. */
function openRebuild(tx: Tx, tree: StoredTree) {
  const fault = (what: string): TreeFault => ({ where: nameOf(tree), what })
  const levels = new Map<number, SumNode[]>()
  const grown = growTreeOf(tree.control !== null, (node, height) => {
    if (!isStored(tree.kind, height)) return
    const level = levels.get(height)
    if (level) level.push(node)
    else levels.set(height, [node])
  })
  const nodeFault = async (): Promise<TreeFault | undefined> => {
    for (const [height, made] of levels) {
      if (made.length === 1) continue
      const kept = await readNodes(tx, tree.id, height, 0, made.length)
      const wrong = made.findIndex(
        (node, at) =>
          !sameHash(node.hash, kept[at]?.hash ?? node.hash.subarray(1)) || node.sum !== kept[at]?.sum,
      )
      if (wrong >= 0) return fault(`node ${wrong} at height ${height} is not what its leaves make`)
    }
    return undefined
  }
  return {
    add(leaves: readonly StoredLeaf[]): TreeFault | undefined {
      try {
        for (const { hash, amount } of leaves) grown.add({ hash, sum: amount })
        return undefined
      } catch (error) {
        return fault(error instanceof Error ? error.message : String(error))
      }
    },
    async end(): Promise<TreeFault | undefined> {
      const root = grown.end() ?? emptySumRoot(sha256Now)
      if (hex(root.hash) !== tree.root) return fault('the leaves do not lead to the signed root')
      if (root.sum !== tree.total) return fault(`the leaves come to ${root.sum}, not ${tree.total}`)
      if (tree.control !== null && tree.control !== tree.total)
        return fault('the total is not the control sum')
      return nodeFault()
    },
  }
}
