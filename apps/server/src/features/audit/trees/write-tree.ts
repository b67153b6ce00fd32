import { sign } from 'node:crypto'
import { hex, keptEvery, merkleLevels, type SumNode, sumLevels, sumRoot, treeRootText } from '@fairlot/proof'
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
  type TreeKind,
} from './store.ts'

export interface TreeOfLeaves {
  readonly kind: TreeKind
  readonly asset: string
  readonly date: string
  readonly asOf: string
  readonly leaves: readonly NewLeaf[]
  /** What the total must be; null in a tree without sums. */
  readonly control: bigint | null
}

/** The books contradict themselves: a signed root would vouch for wrong figures. */
export class SumsDiffer extends Error {}

/**
 * Signs and stores one tree in the caller's transaction. If two builders ever ran at once in spite of their lock, both
 * would claim the same part, and the key of `trees` lets only one of them commit.
 */
export async function writeTree(tx: Tx, secrets: Secrets, now: Date, tree: TreeOfLeaves): Promise<NewTree> {
  const { kind, asset, date, asOf, leaves, control } = tree
  const levels = levelsOver(leaves, control !== null)
  const root = sumRoot(sha256Now, levels)
  if (control !== null && root.sum !== control) {
    throw new SumsDiffer(`${kind} of ${asset}: members have ${root.sum}, the ledger's totals say ${control}`)
  }
  const part = ((await newestTree(tx, kind, asset, date))?.part ?? 0) + 1
  const { keyId, privateKey, publicKey } = secrets.auditKey()
  const facts = { kind, asset, date, part, leaves: leaves.length, root: hex(root.hash), asOf }
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
  const id = await insertTree(tx, stored)
  await insertLeaves(tx, id, leaves)
  // Ledger lines need no stored path: their evidence is found through the fill.
  if (kind !== 'ledger-lines') {
    for (let height = keptEvery; (levels[height]?.length ?? 0) > 1; height += keptEvery) {
      await insertNodes(tx, id, height, levels[height]!)
    }
  }
  return stored
}

/** Levels of either kind of tree; without sums every sum is zero. */
export function levelsOver(
  leaves: readonly Pick<NewLeaf, 'hash' | 'amount'>[],
  sums: boolean,
): readonly (readonly SumNode[])[] {
  if (sums) {
    return sumLevels(
      sha256Now,
      leaves.map(({ hash, amount }) => ({ hash, sum: amount })),
    )
  }
  return merkleLevels(
    sha256Now,
    leaves.map(({ hash }) => hash),
  ).map((level) => level.map((hash) => ({ hash, sum: 0n })))
}
