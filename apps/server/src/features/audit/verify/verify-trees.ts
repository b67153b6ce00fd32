// Rebuilds every tree from its source rows and names the first one that does not match: fills against the exchange's
// log, the ledger and their leaf; orders against their timeline; ledger lines one by one; balances against the lines of
// the same snapshot; leaves and nodes against the signed root. Needs a reading role; run it on a machine without the
// signing key.

import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { keptEvery, type SumNode, sumLeafOf, sumRoot, hex, treeRootText } from '@fairlot/proof'
import type { Db, Tx } from '#platform/db'
import { verifyCopies } from '../copies/verify-copies.ts'
import { readUnprovenFills } from '../fills/store.ts'
import { verifyFills, verifyOrders, verifySteps } from './verify-fills.ts'
import { leafHashNow, sha256Now } from '../trees/hash.ts'
import { lineSubject, lineText } from '../trees/line-leaf.ts'
import {
  beginSnapshot,
  lastTree,
  type MemberSum,
  readLeaves,
  readNodes,
  type StoredLeaf,
  type StoredTree,
  treesAfter,
} from '../trees/store.ts'
import { readBidsOfAuction, readLedgerLines, readSumsOfLines, readTicketsOfDraw } from './store.ts'
import { levelsOver } from '../trees/write-tree.ts'

export interface TreeFault {
  /** Where: `tree 4 (fills 2026-11-17, part 1)`, `ledger line <entry>.<line>`, `fill 0/17/buy`, `order <id>, step 3`. */
  readonly where: string
  readonly what: string
}

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

const nameOf = ({ id, kind, asset, date, part }: StoredTree): string =>
  `tree ${id} (${kind}${asset === '' ? '' : ` of ${asset}`} ${date}, part ${part})`

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
  const leaves: StoredLeaf[] = []
  for (let from = 0; from < tree.leaves; from += pageSize) {
    leaves.push(...(await readLeaves(tx, tree.id, from, pageSize)))
  }
  const missing = leaves.findIndex((leaf, at) => leaf.n !== at)
  if (missing >= 0) return fault(`leaf ${missing} is missing`)
  if (leaves.length !== tree.leaves || (await readLeaves(tx, tree.id, tree.leaves, 1)).length > 0) {
    return fault(`has not the ${tree.leaves} leaves its root was signed over`)
  }
  return (
    (await verifyRows(tx, tree, leaves)) ??
    verifyHashes(tree, leaves) ??
    (await verifyNodes(tx, tree, leaves, fault))
  )
}

/** The source rows of the leaves come first: they are the likeliest target of a manipulation. */
async function verifyRows(
  tx: Tx,
  tree: StoredTree,
  leaves: readonly StoredLeaf[],
): Promise<TreeFault | undefined> {
  switch (tree.kind) {
    case 'fills':
      return verifyFills(tx, leaves)
    case 'orders':
      return verifyOrders(tx, leaves)
    case 'ledger-lines':
      return verifyLines(tx, tree, leaves)
    case 'balances':
    case 'debts':
      return verifySums(tx, tree, leaves)
    case 'copies':
      return verifyCopies(tx, leaves)
    case 'draws':
      return verifyList(tree, leaves, await readTicketsOfDraw(tx, tree.asset))
    case 'auctions':
      return verifyList(tree, leaves, await readBidsOfAuction(tx, tree.asset))
  }
}

async function verifyLines(
  tx: Tx,
  tree: StoredTree,
  leaves: readonly StoredLeaf[],
): Promise<TreeFault | undefined> {
  const before = await lastTree(tx, 'ledger-lines', tree.id)
  let n = 0
  for await (const lines of readLedgerLines(tx, before?.asOf ?? null, tree.asOf)) {
    for (const line of lines) {
      const leaf = leaves[n++]
      const here = lineSubject(line)
      if (leaf === undefined || here < leaf.subject) {
        return { where: `ledger line ${here}`, what: 'was not there when the tree was signed' }
      }
      if (here !== leaf.subject) return { where: `ledger line ${leaf.subject}`, what: 'is gone' }
      if (!sameHash(leafHashNow(lineText(line)), leaf.hash)) {
        return { where: `ledger line ${here}`, what: 'is not what was signed' }
      }
    }
  }
  const gone = leaves[n]
  return gone && { where: `ledger line ${gone.subject}`, what: 'is gone' }
}

/** The leaves are the tickets of the draw, or the bids of the auction, each once, sorted. */
function verifyList(
  tree: StoredTree,
  leaves: readonly StoredLeaf[],
  listed: readonly string[],
): TreeFault | undefined {
  const differs = Array.from({ length: Math.max(listed.length, leaves.length) }).findIndex(
    (_, n) => listed[n] !== leaves[n]?.body,
  )
  return differs < 0
    ? undefined
    : { where: `${nameOf(tree)}, ticket ${differs}`, what: 'is not in the list as it was signed' }
}

/** Trees of many assets share one snapshot: its sums are computed once. */
const counted = new WeakMap<Tx, { readonly asOf: string; readonly sums: readonly MemberSum[] }>()

async function sumsAt(tx: Tx, asOf: string): Promise<readonly MemberSum[]> {
  const known = counted.get(tx)
  if (known?.asOf === asOf) return known.sums
  const sums = await readSumsOfLines(tx, asOf)
  counted.set(tx, { asOf, sums })
  return sums
}

async function verifySums(
  tx: Tx,
  tree: StoredTree,
  leaves: readonly StoredLeaf[],
): Promise<TreeFault | undefined> {
  const owed = new Map(
    (await sumsAt(tx, tree.asOf))
      .filter(({ asset }) => asset === tree.asset)
      .map(({ owner, ...sum }) => [owner, tree.kind === 'balances' ? sum.owned : sum.owed]),
  )
  const inTree = new Map<string, bigint>()
  for (const { subject, amount } of leaves) inTree.set(subject, (inTree.get(subject) ?? 0n) + amount)
  for (const owner of new Set([...owed.keys(), ...inTree.keys()])) {
    const lines = owed.get(owner) ?? 0n
    const held = inTree.get(owner) ?? 0n
    if (lines !== held) {
      return {
        where: `${nameOf(tree)}, member ${owner}`,
        what: `has ${held} in the tree and ${lines} by the lines`,
      }
    }
  }
  return undefined
}

function verifyHashes(tree: StoredTree, leaves: readonly StoredLeaf[]): TreeFault | undefined {
  if (tree.kind === 'ledger-lines') return undefined
  const hashOf = ({ body, amount }: StoredLeaf): Uint8Array =>
    tree.control === null ? leafHashNow(body) : sumLeafOf(sha256Now, { body, amount }).hash
  const wrong = leaves.find((leaf) => !sameHash(hashOf(leaf), leaf.hash))
  return wrong && { where: `${nameOf(tree)}, leaf ${wrong.n}`, what: 'has not the hash of its text' }
}

async function verifyNodes(
  tx: Tx,
  tree: StoredTree,
  leaves: readonly StoredLeaf[],
  fault: (what: string) => TreeFault,
): Promise<TreeFault | undefined> {
  let levels: readonly (readonly SumNode[])[]
  try {
    levels = levelsOver(leaves, tree.control !== null)
  } catch (error) {
    return fault(error instanceof Error ? error.message : String(error))
  }
  const root = sumRoot(sha256Now, levels)
  if (hex(root.hash) !== tree.root) return fault('the leaves do not lead to the signed root')
  if (root.sum !== tree.total) return fault(`the leaves come to ${root.sum}, not ${tree.total}`)
  if (tree.control !== null && tree.control !== tree.total) return fault('the total is not the control sum')
  if (tree.kind === 'ledger-lines') return undefined
  for (let height = keptEvery; (levels[height]?.length ?? 0) > 1; height += keptEvery) {
    const made = levels[height]!
    const kept = await readNodes(tx, tree.id, height, 0, made.length)
    const wrong = made.findIndex(
      (node, at) =>
        !sameHash(node.hash, kept[at]?.hash ?? node.hash.subarray(1)) || node.sum !== kept[at]?.sum,
    )
    if (wrong >= 0) return fault(`node ${wrong} at height ${height} is not what its leaves make`)
  }
  return undefined
}

export const sameHash = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0
