// What the signature under a tree's root covers. Plain lines, so that any Ed25519 tool can check it.

export interface TreeRoot {
  readonly kind: string
  /** The asset of a tree of balances or debts, else empty. */
  readonly asset: string
  readonly date: string
  /** Counts from 1: a day can have more than one tree of a kind. */
  readonly part: number
  readonly leaves: number
  /** Decimal digits; 0 in a tree without sums. */
  readonly total: string
  readonly root: string
  /** ISO 8601 in UTC with milliseconds. */
  readonly builtAt: string
  /** The database snapshot it was built from: which transactions it includes. */
  readonly asOf: string
}

export const treeRootText = (tree: TreeRoot): string =>
  [
    'fairlot tree root v1',
    tree.kind,
    tree.asset,
    tree.date,
    String(tree.part),
    String(tree.leaves),
    tree.total,
    tree.root,
    tree.builtAt,
    tree.asOf,
    '',
  ].join('\n')
