import type { StoredTree } from './store.ts'

/** A signed root as the API sends it: the fields of `treeRootText` in packages/proof. */
export const wireRoot = (tree: StoredTree) => ({
  kind: tree.kind,
  asset: tree.asset,
  date: tree.date,
  part: tree.part,
  leaves: tree.leaves,
  total: tree.total.toString(),
  root: tree.root,
  builtAt: tree.builtAt.toISOString(),
  asOf: tree.asOf,
  keyId: tree.keyId,
  publicKey: Buffer.from(tree.publicKey).toString('base64'),
  signature: Buffer.from(tree.signature).toString('base64'),
})
