import { hash as hashOnce } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  checkBalance,
  compareBytes,
  emptySumRoot,
  growSumTree,
  hex,
  largestLeaf,
  largestSum,
  ownerOfPiece,
  type Owned,
  pathOf,
  pieceText,
  rootOfSumPath,
  type Sha256,
  type Sha256Now,
  splitBalances,
  type SumInclusion,
  sumLeafBytes,
  sumLeafOf,
  type SumNode,
  sumNodeBytes,
} from './index.ts'

const sha256: Sha256Now = (bytes) => hashOnce('sha256', bytes, 'buffer')
const browser: Sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
const tree = ['balances', 'TWD', '2026-11-17', 1] as const
const seed = Buffer.alloc(32, 7)

function grown(leaves: readonly SumNode[]) {
  const levels: SumNode[][] = []
  const tree = growSumTree(sha256, (node, height) => (levels[height] ??= []).push(node))
  for (const leaf of leaves) tree.add(leaf)
  return { levels, root: tree.end() ?? emptySumRoot(sha256) }
}

/** A whole tree, with the proof of each leaf. */
function treeOf(balances: readonly Owned[]) {
  const leaves = splitBalances(sha256, seed, tree, balances)
    .map((piece) => ({ ...piece, node: sumLeafOf(sha256, piece) }))
    .sort((a, b) => compareBytes(a.node.hash, b.node.hash))
  const { levels, root } = grown(leaves.map(({ node }) => node))
  const proofOf = (n: number): SumInclusion => ({
    size: leaves.length,
    n,
    body: leaves[n]!.body,
    amount: leaves[n]!.amount.toString(),
    path: pathOf(levels, n).map(({ node, side }) => ({
      hash: hex(node.hash),
      sum: node.sum.toString(),
      side,
    })),
  })
  return { leaves, levels, root: hex(root.hash), total: root.sum, proofOf }
}

const owners = (count: number): Owned[] =>
  Array.from({ length: count }, (_, n) => ({ owner: `member-${n}`, amount: BigInt(n * n + 1) }))

describe('a tree of balances', () => {
  test('has one total, and every piece proves it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.bigInt({ min: 1n, max: 10n ** 15n }), { minLength: 1, maxLength: 60 }),
        fc.nat(),
        async (amounts, pick) => {
          const { leaves, root, total, proofOf } = treeOf(
            amounts.map((amount, n) => ({ owner: `m${n}`, amount })),
          )
          expect(total).toBe(amounts.reduce((sum, amount) => sum + amount, 0n))
          for (const [n, amount] of amounts.entries()) {
            const own = leaves.filter(({ owner }) => owner === `m${n}`)
            expect(own.reduce((sum, leaf) => sum + leaf.amount, 0n)).toBe(amount)
            expect(own.every((leaf) => leaf.amount > 0n)).toBe(true)
          }
          const proof = proofOf(pick % leaves.length)
          expect(await rootOfSumPath(sha256, proof)).toEqual({ root, total })
          expect(await rootOfSumPath(browser, proof)).toEqual({ root, total })
        },
      ),
      { numRuns: 50 },
    )
  })

  test('refuses negative and too large amounts', () => {
    expect(() => sumLeafBytes(seed, -1n)).toThrow('out of bounds')
    expect(() => sumLeafBytes(seed, largestLeaf + 1n)).toThrow('out of bounds')
    expect(() => sumNodeBytes({ hash: seed, sum: -1n }, { hash: seed, sum: 0n })).toThrow('out of bounds')
    expect(() => sumNodeBytes({ hash: seed, sum: largestSum + 1n }, { hash: seed, sum: 0n })).toThrow(
      'out of bounds',
    )
    expect(() => splitBalances(sha256, seed, tree, [{ owner: 'm', amount: 0n }])).toThrow('no positive')
  })

  test('refuses a sum that would overflow', () => {
    const big = { hash: Buffer.alloc(32, 1), sum: largestSum }
    const one = { hash: Buffer.alloc(32, 2), sum: 1n }
    expect(() => grown([big, one])).toThrow('out of bounds')
  })

  test('refuses duplicate leaves and leaves out of order', () => {
    const [a, b] = treeOf(owners(2)).leaves.map(({ node }) => node)
    expect(() => grown([a!, a!])).toThrow('twice')
    expect(() => grown([b!, a!])).toThrow('out of order')
  })

  test('without leaves has a root and total zero', () => {
    expect(grown([]).root).toEqual({ hash: sha256(new Uint8Array(0)), sum: 0n })
  })
})

describe('a sum path', () => {
  const built = treeOf(owners(30))
  const right = { root: built.root, total: built.total }
  const assertRefused = async (change: (proof: SumInclusion) => SumInclusion) => {
    for (let n = 0; n < built.leaves.length; n += 7) {
      const answer = await rootOfSumPath(sha256, change(built.proofOf(n)))
      expect(answer?.root === right.root && answer.total === right.total).toBe(false)
    }
  }

  test('with a negative sibling is refused', () =>
    assertRefused((proof) => ({
      ...proof,
      amount: (BigInt(proof.amount) + 5n).toString(),
      path: proof.path.with(0, { ...proof.path[0]!, sum: (BigInt(proof.path[0]!.sum) - 5n).toString() }),
    })))

  test('with a sign, a fraction or too many digits is refused', async () => {
    for (const sum of ['-1', '+1', '1.0', '', '9'.repeat(40), largestSum.toString()]) {
      const proof = built.proofOf(0)
      expect(
        await rootOfSumPath(sha256, { ...proof, path: proof.path.with(0, { ...proof.path[0]!, sum }) }),
      ).not.toEqual(right)
      expect(await rootOfSumPath(sha256, { ...proof, amount: sum })).toBeUndefined()
    }
  })

  test('with two swapped sums does not reach the root', () =>
    assertRefused((proof) => {
      const [first, second] = proof.path
      return {
        ...proof,
        path: proof.path.with(0, { ...first!, sum: second!.sum }).with(1, { ...second!, sum: first!.sum }),
      }
    }))

  test('with own amount and sibling sum swapped does not reach the root', () =>
    assertRefused((proof) => ({
      ...proof,
      amount: proof.path[0]!.sum,
      path: proof.path.with(0, { ...proof.path[0]!, sum: proof.amount }),
    })))

  test('of another owner, piece or nonce does not reach the root', () =>
    assertRefused((proof) => ({ ...proof, body: proof.body.replace('member-', 'member-x') })))
})

describe('checking a balance', () => {
  const built = treeOf(owners(20))
  const root = {
    kind: 'balances',
    asset: 'TWD',
    date: '2026-11-17',
    part: 1,
    leaves: built.leaves.length,
    total: built.total.toString(),
    root: built.root,
    builtAt: '2026-11-17T21:00:00.000Z',
    asOf: '1:1:',
    keyId: 'k',
    publicKey: '',
    signature: '',
  }
  const mine = built.leaves.flatMap(({ owner, node, body, amount }, n) =>
    owner === 'member-9'
      ? [{ body, hash: hex(node.hash), amount: amount.toString(), n, path: built.proofOf(n).path }]
      : [],
  )
  const tools = { sha256, signed: () => Promise.resolve(true) }
  const evidence = { root, leaves: mine, control: root.total }

  test('accepts all pieces that sum to the balance', async () => {
    expect(await checkBalance(tools, 'member-9', evidence)).toEqual({
      leaves: 'right',
      path: 'right',
      signature: 'right',
      control: 'right',
      sum: 82n,
    })
  })

  test('detects foreign, repeated or altered leaves and another total', async () => {
    expect(await checkBalance(tools, 'member-8', evidence)).toMatchObject({ leaves: 'wrong', path: 'right' })
    expect(await checkBalance(tools, 'member-9', { ...evidence, leaves: [...mine, mine[0]!] })).toMatchObject(
      { leaves: 'wrong' },
    )
    expect(
      await checkBalance(tools, 'member-9', { ...evidence, root: { ...root, date: '2026-11-18' } }),
    ).toMatchObject({ leaves: 'wrong' })
    expect(
      await checkBalance(tools, 'member-9', { ...evidence, root: { ...root, total: '1' } }),
    ).toMatchObject({ path: 'wrong', control: 'wrong' })
    const grown = mine.with(0, { ...mine[0]!, amount: '999' })
    expect(await checkBalance(tools, 'member-9', { ...evidence, leaves: grown })).toMatchObject({
      leaves: 'wrong',
      path: 'wrong',
    })
    const vast = mine.with(0, { ...mine[0]!, amount: '9999999999999999999' })
    expect(await checkBalance(tools, 'member-9', { ...evidence, leaves: vast })).toMatchObject({
      leaves: 'wrong',
      path: 'wrong',
    })
  })
})

test('a neighbour leaf reveals neither a balance nor an owner', () => {
  const { leaves } = treeOf(owners(200))
  // Owners with 10 or more have several pieces; hardly any neighbour is a whole balance.
  const pieces = Map.groupBy(leaves, ({ owner }) => owner)
  expect([...pieces.values()].filter((own) => own.length === 1).length).toBeLessThan(20)
  // Pieces of one owner are not adjacent more often than by chance.
  const sideBySide = leaves.filter((leaf, n) => leaves[n + 1]?.owner === leaf.owner).length
  expect(sideBySide).toBeLessThan(leaves.length / 20)
})

test('a leaf is accepted only for its own tree and text', () => {
  const body = pieceText(tree, 'm"1', 0, 'ab')
  expect(ownerOfPiece(tree, body)).toBe('m"1')
  expect(ownerOfPiece(['balances', 'TWD', '2026-11-17', 2], body)).toBeUndefined()
  for (const text of ['', '[]', 'null', `${body} `, body.replace(',0,', ',"0",')]) {
    expect(ownerOfPiece(tree, text)).toBeUndefined()
  }
})

/** A hundred thousand leaves with FAIRLOT_PROVE=1, else ten thousand. */
const manyOwners = process.env['FAIRLOT_PROVE'] === '1' ? 28_600 : 2_860

test('a large tree builds and a thousand leaves verify', async () => {
  const balances = Array.from({ length: manyOwners }, (_, n) => ({
    owner: `m${n}`,
    amount: 1_000_000n + BigInt(n),
  }))
  const began = performance.now()
  const { leaves, root, total, proofOf } = treeOf(balances)
  const builtIn = performance.now() - began
  expect(leaves.length).toBeGreaterThan(manyOwners * 3.46)
  for (let n = 0; n < 1_000; n++) {
    expect(await rootOfSumPath(sha256, proofOf(Math.floor((n * leaves.length) / 1_000)))).toEqual({
      root,
      total,
    })
  }
  const checkedIn = performance.now() - began - builtIn
  console.log(
    `${leaves.length} leaves in ${Math.round(builtIn)} ms, 1,000 proofs in ${Math.round(checkedIn)} ms`,
  )
})
