// The list of a draw as a tree: the leaves are ticket ids, the asset is the draw. It is built once, at the close.

import type { Tx } from '#platform/db'
import type { Secrets } from '#platform/secrets'
import { leafHashNow } from './hash.ts'
import { readPath } from './read-path.ts'
import { newestTree, readLeavesOf, readSnapshot } from './store.ts'
import { wireRoot } from './wire.ts'
import { writeTree } from './write-tree.ts'

export interface DrawList {
  readonly drawId: string
  readonly date: string
  /** Sorted. */
  readonly tickets: readonly string[]
}

/** Signs the list in the caller's transaction and returns its root, hex. */
export async function writeDrawTree(
  tx: Tx,
  secrets: Secrets,
  now: Date,
  { drawId, date, tickets }: DrawList,
): Promise<string> {
  const leaves = tickets.map((ticket) => ({
    subject: ticket,
    hash: leafHashNow(ticket),
    amount: 0n,
    body: ticket,
  }))
  const tree = await writeTree(tx, secrets, now, {
    kind: 'draws',
    asset: drawId,
    date,
    asOf: await readSnapshot(tx),
    leaves,
    control: null,
  })
  return tree.root
}

/** The signed root of the list; undefined before the close. */
export async function readDrawRoot(tx: Tx, drawId: string) {
  const tree = await newestTree(tx, 'draws', drawId)
  return tree && wireRoot(tree)
}

/** The place of a ticket in the list and its path to the root. */
export async function readDrawProof(tx: Tx, drawId: string, ticketId: string) {
  const tree = await newestTree(tx, 'draws', drawId)
  if (!tree) return undefined
  const [leaf] = await readLeavesOf(tx, tree.id, ticketId)
  if (!leaf) return undefined
  const path = await readPath(tx, tree, leaf.n)
  return { n: leaf.n, path: path.map(({ hash, side }) => ({ hash, side })) }
}
