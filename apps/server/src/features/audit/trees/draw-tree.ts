// The list of a draw as a tree: the leaves are ticket ids, the asset is the draw. It is built once, at the close.

import type { Tx } from '#platform/db'
import type { Secrets } from '#platform/secrets'
import { readListRoot, writeListTree } from './list-tree.ts'
import { readPath } from './read-path.ts'
import { newestTree, readLeavesOf } from './store.ts'

export interface DrawList {
  readonly drawId: string
  readonly date: string
  /** Sorted. */
  readonly tickets: readonly string[]
}

/** Signs the list in the caller's transaction and returns its root, hex. */
export const writeDrawTree = (
  tx: Tx,
  secrets: Secrets,
  now: Date,
  { drawId, date, tickets }: DrawList,
): Promise<string> =>
  writeListTree(tx, secrets, now, {
    kind: 'draws',
    asset: drawId,
    date,
    leaves: tickets.map((ticket) => ({ subject: ticket, body: ticket })),
  })

/** The signed root of the list; undefined before the close. */
export const readDrawRoot = (tx: Tx, drawId: string) => readListRoot(tx, 'draws', drawId)

/** The place of a ticket in the list and its path to the root. */
export async function readDrawProof(tx: Tx, drawId: string, ticketId: string) {
  const tree = await newestTree(tx, 'draws', drawId)
  if (!tree) return undefined
  const [leaf] = await readLeavesOf(tx, tree.id, ticketId)
  if (!leaf) return undefined
  const path = await readPath(tx, tree, leaf.n)
  return { n: leaf.n, path: path.map(({ hash, side }) => ({ hash, side })) }
}
