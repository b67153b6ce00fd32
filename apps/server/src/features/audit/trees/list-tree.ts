// A list that is published at a close: the leaves are its lines, the asset is what it belongs to. It is built once.

import type { Tx } from '#platform/db'
import type { Secrets } from '#platform/secrets'
import { leafHashNow } from './hash.ts'
import { newestTree, readSnapshot } from './store.ts'
import { wireRoot } from './wire.ts'
import { inPages, writeTree } from './write-tree.ts'

export interface PublishedList {
  readonly kind: 'draws' | 'auctions'
  readonly asset: string
  readonly date: string
  /** Sorted by subject. */
  readonly leaves: readonly { readonly subject: string; readonly body: string }[]
}

/** Signs the list in the caller's transaction and returns its root, hex. */
export async function writeListTree(
  tx: Tx,
  secrets: Secrets,
  now: Date,
  { leaves, ...list }: PublishedList,
): Promise<string> {
  const tree = await writeTree(tx, secrets, now, {
    ...list,
    asOf: await readSnapshot(tx),
    leaves: inPages(
      leaves.map(({ subject, body }) => ({ subject, hash: leafHashNow(body), amount: 0n, body })),
    ),
    control: null,
  })
  return tree.root
}

/** The signed root of a list; undefined before the close. */
export async function readListRoot(tx: Tx, kind: PublishedList['kind'], asset: string) {
  const tree = await newestTree(tx, kind, asset)
  return tree && wireRoot(tree)
}
