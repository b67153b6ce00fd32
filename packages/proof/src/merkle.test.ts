import { createHash, hash as hashOnce } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  blockStart,
  hex,
  joined,
  keptEvery,
  leafBytes,
  leafHash,
  growTree,
  levelsOf,
  merkleJoin,
  merkleLevels,
  merkleRoot,
  pathInBlock,
  pathOf,
  rootOfPath,
  type Sha256,
  type Sha256Now,
  sidesOf,
} from './index.ts'

const sha256: Sha256Now = (bytes) => hashOnce('sha256', bytes, 'buffer')
const browser: Sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
const leavesOf = (count: number): Uint8Array[] =>
  Array.from({ length: count }, (_, n) => sha256(leafBytes(`leaf ${n}`)))
const steps = (path: readonly { node: Uint8Array; side: 'left' | 'right' }[]) =>
  path.map(({ node, side }) => ({ hash: hex(node), side }))

describe('the tree of RFC 6962', () => {
  // The test data of Certificate Transparency.
  const data = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657']
  const published = [
    [1, '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'],
    [2, 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
    [3, 'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77'],
    [7, 'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c'],
  ] as const
  test.each(published)('of %i leaves has the published root', (count, root) => {
    const leaves = data.slice(0, count).map((text) => sha256(joined(0, Buffer.from(text, 'hex'))))
    expect(hex(merkleRoot(sha256, leaves))).toBe(root)
  })

  test('of no leaves is the hash of nothing', () => {
    expect(hex(merkleRoot(sha256, []))).toBe(createHash('sha256').digest('hex'))
  })
})

describe('a path', () => {
  test('leads every leaf of small trees to the root', async () => {
    for (let size = 1; size <= 40; size++) {
      const levels = merkleLevels(sha256, leavesOf(size))
      const root = hex(levels.at(-1)![0]!)
      for (let n = 0; n < size; n++) {
        const proof = { size, n, leaf: hex(levels[0]![n]!), path: steps(pathOf(levels, n)) }
        expect(await rootOfPath(sha256, proof)).toBe(root)
        if (size % 13 === 0) expect(await rootOfPath(browser, proof)).toBe(root)
      }
    }
  })

  test('fails for another place, another leaf or a changed step', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 300 }), fc.nat(), fc.nat(), async (size, a, b) => {
        const levels = merkleLevels(sha256, leavesOf(size))
        const root = hex(levels.at(-1)![0]!)
        const n = a % size
        const proof = { size, n, leaf: hex(levels[0]![n]!), path: steps(pathOf(levels, n)) }
        const other = b % size
        if (other !== n) expect(await rootOfPath(sha256, { ...proof, n: other })).not.toBe(root)
        expect(await rootOfPath(sha256, { ...proof, leaf: hex(sha256(leafBytes('no'))) })).not.toBe(root)
        const at = b % proof.path.length
        const bent = proof.path.with(at, { ...proof.path[at]!, hash: 'ab'.repeat(32) })
        expect(await rootOfPath(sha256, { ...proof, path: bent })).not.toBe(root)
        expect(await rootOfPath(sha256, { ...proof, path: proof.path.slice(1) })).not.toBe(root)
        expect(await rootOfPath(sha256, { ...proof, n: size })).toBeUndefined()
        expect(await rootOfPath(sha256, { ...proof, n: -1 })).toBeUndefined()
        expect(await rootOfPath(sha256, { ...proof, n: 0.5 })).toBeUndefined()
      }),
      { numRuns: 60 },
    )
  })

  test('of an inner node fails as that of a leaf', async () => {
    const levels = merkleLevels(sha256, leavesOf(4))
    const inner = hex(levels[1]![0]!)
    const proof = {
      size: 2,
      n: 0,
      leaf: inner,
      path: [{ hash: hex(levels[1]![1]!), side: 'right' as const }],
    }
    // This forged path leads to the real root. That is why the signed root states the number of leaves, and a leaf is
    // hashed from its text.
    expect(await rootOfPath(sha256, proof)).toBe(hex(levels[2]![0]!))
    expect(await rootOfPath(sha256, { ...proof, size: 4 })).toBeUndefined()
    expect(await leafHash(sha256, 'leaf 0')).toBe(hex(levels[0]![0]!))
  })

  test('has one side per step, given by size and place', () => {
    expect(sidesOf(5, 4)).toEqual(['left'])
    expect(sidesOf(5, 1)).toEqual(['left', 'right', 'right'])
    expect(sidesOf(1, 0)).toEqual([])
  })

  test('is the same when only every sixth level is kept', () => {
    for (const size of [1, 2, 63, 64, 65, 128, 129, 4095, 4096, 4097, 5000]) {
      const levels = merkleLevels(sha256, leavesOf(size))
      for (const n of [0, 1, 63, 64, size >> 1, size - 2, size - 1]) {
        if (n < 0 || n >= size) continue
        const path = []
        for (let height = 0, at = n; levels[height]!.length > 1; height += keptEvery, at = at >> keptEvery) {
          const level = levels[height]!
          const block = level.slice(blockStart(at), blockStart(at) + 64)
          path.push(...pathInBlock(block, at, merkleJoin(sha256)))
          if (height + keptEvery >= levels.length) break
        }
        expect(steps(path)).toEqual(steps(pathOf(levels, n)))
      }
    }
  })
})

test('levels pair from the left and carry the last one up', () => {
  expect(levelsOf(['a', 'b', 'c', 'd', 'e'], (left, right) => left + right)).toEqual([
    ['a', 'b', 'c', 'd', 'e'],
    ['ab', 'cd', 'e'],
    ['abcd', 'e'],
    ['abcde'],
  ])
})

test('a growing tree ends in the root of its paired levels', () => {
  const join = (left: string, right: string): string => `(${left}${right})`
  for (let size = 0; size < 70; size++) {
    const leaves = Array.from({ length: size }, (_, n) => `${n},`)
    const pairs = (level: readonly string[]): string[] =>
      level.flatMap((node, at) =>
        at % 2 === 1 ? [] : at + 1 < level.length ? [join(node, level[at + 1]!)] : [node],
      )
    let wanted = leaves
    while (wanted.length > 1) wanted = pairs(wanted)
    const tree = growTree(join, () => {})
    for (const leaf of leaves) tree.add(leaf)
    expect(tree.end()).toBe(wanted[0])
  }
})
