// The shape both kinds of tree share: nodes are paired from the left, and an unpaired last node of a level moves up
// unchanged. That is the tree of RFC 6962. The size and a leaf's index alone decide the side of each sibling, so a path
// cannot be presented as that of another index.

export type Side = 'left' | 'right'

/** From the leaf up: the side of the sibling at each step. A node that moves up unpaired has no step. */
export function sidesOf(size: number, n: number): Side[] {
  if (!Number.isSafeInteger(size) || !Number.isSafeInteger(n) || n < 0 || n >= size) return []
  const sides: Side[] = []
  for (let width = size, at = n; width > 1; width = Math.ceil(width / 2), at = Math.floor(at / 2)) {
    if (at % 2 === 1) sides.push('left')
    else if (at + 1 < width) sides.push('right')
  }
  return sides
}

export interface GrowingTree<Node> {
  add(leaf: Node): void
  /** The root; undefined without leaves. Nothing can be added after it. */
  end(): Node | undefined
}

/**
 * The tree of leaves that arrive one at a time: one node per level waits for its pair, so the size of the tree does not
 * decide the memory. `onNode` gets every node, those of one height from the left; the leaves have height 0.
 */
export function growTree<Node>(
  join: (left: Node, right: Node) => Node,
  onNode: (node: Node, height: number) => void,
): GrowingTree<Node> {
  const waiting: (Node | undefined)[] = []
  const counts: number[] = []
  const put = (node: Node, height: number): void => {
    counts[height] = (counts[height] ?? 0) + 1
    onNode(node, height)
    const left = waiting[height]
    waiting[height] = left === undefined ? node : undefined
    if (left !== undefined) put(join(left, node), height + 1)
  }
  return {
    add: (leaf) => put(leaf, 0),
    end() {
      for (let height = 0; height < waiting.length; height++) {
        const last = waiting[height]
        if (last === undefined) continue
        if (counts[height] === 1) return last
        put(last, height + 1)
      }
      return undefined
    },
  }
}

/** Level 0 is the leaves, the last one the root; without leaves there is no level. */
export function levelsOf<Node>(leaves: readonly Node[], join: (left: Node, right: Node) => Node): Node[][] {
  const levels: Node[][] = []
  const tree = growTree(join, (node, height) => (levels[height] ??= []).push(node))
  for (const leaf of leaves) tree.add(leaf)
  tree.end()
  return levels
}

export interface Step<Node> {
  readonly node: Node
  readonly side: Side
}

/** The siblings from the leaf up. */
export function pathOf<Node>(levels: readonly (readonly Node[])[], n: number): Step<Node>[] {
  const path: Step<Node>[] = []
  let at = n
  for (const level of levels.slice(0, -1)) {
    const left = at % 2 === 1
    const node = level[left ? at - 1 : at + 1]
    if (node !== undefined) path.push({ node, side: left ? 'left' : 'right' })
    at = Math.floor(at / 2)
  }
  return path
}

/**
 * A stored large tree needs only every sixth level: a path is then computed from one block of 64 nodes at each stored
 * level. `block` is the stored nodes from `blockStart(n)` on, `n` the index of the node at that level.
 */
export const keptEvery = 6
const blockWidth = 2 ** keptEvery
export const blockStart = (n: number): number => Math.floor(n / blockWidth) * blockWidth

export function pathInBlock<Node>(
  block: readonly Node[],
  n: number,
  join: (left: Node, right: Node) => Node,
): Step<Node>[] {
  return pathOf(levelsOf(block, join), n - blockStart(n))
}
