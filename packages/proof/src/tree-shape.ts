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

/** Level 0 is the leaves, the last one the root; without leaves there is no level. */
export function levelsOf<Node>(leaves: readonly Node[], join: (left: Node, right: Node) => Node): Node[][] {
  if (leaves.length === 0) return []
  const levels: Node[][] = [[...leaves]]
  for (let level = levels[0]!; level.length > 1; level = levels.at(-1)!) {
    const above: Node[] = []
    for (let at = 0; at + 1 < level.length; at += 2) above.push(join(level[at]!, level[at + 1]!))
    if (level.length % 2 === 1) above.push(level.at(-1)!)
    levels.push(above)
  }
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
