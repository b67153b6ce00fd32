import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { beginning, genesis, type Link, linkHash, linkText, type Sha256, walkChain } from './index.ts'

const node: Sha256 = (bytes) => createHash('sha256').update(bytes).digest()
const browser: Sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))

async function chainOf(entries: readonly (readonly string[])[]): Promise<Link[]> {
  const links: Link[] = []
  let previous = genesis
  for (const [index, fields] of entries.entries()) {
    const sequence = BigInt(index + 1)
    previous = await linkHash(node, previous, sequence, fields)
    links.push({ sequence, hash: previous, fields })
  }
  return links
}

const entries = Array.from({ length: 50 }, (_, index) => [`entry ${index}`, '"quoted"', '會員'])

test('an unaltered chain leads to its head', async () => {
  const links = await chainOf(entries)
  expect(await walkChain(node, beginning, links)).toEqual({ sequence: 50n, hash: links.at(-1)!.hash })
})

test('node:crypto and crypto.subtle agree', async () => {
  expect(await walkChain(browser, beginning, await chainOf(entries))).toMatchObject({ sequence: 50n })
})

test('the hash is plain SHA-256 over a JSON array', async () => {
  expect(await linkHash(node, genesis, 1n, ['a'])).toBe(
    createHash('sha256').update(`["${genesis}","1","a"]`).digest('hex'),
  )
})

test('fields cannot be shifted into one another', () => {
  expect(linkText(genesis, 1n, ['ab', 'c'])).not.toBe(linkText(genesis, 1n, ['a', 'bc']))
  expect(linkText(genesis, 1n, ['a","b'])).not.toBe(linkText(genesis, 1n, ['a', 'b']))
})

test('every single change is found at its place', async () => {
  const links = await chainOf(entries)
  for (let index = 0; index < links.length; index++) {
    const changed = links.map((link, at) =>
      at === index ? { ...link, fields: ['other', ...link.fields.slice(1)] } : link,
    )
    expect(await walkChain(node, beginning, changed)).toEqual({
      fault: 'altered',
      sequence: BigInt(index + 1),
    })
  }
})

test('removed or swapped links are gaps', async () => {
  const links = await chainOf(entries)
  expect(await walkChain(node, beginning, links.toSpliced(9, 1))).toEqual({ fault: 'gap', sequence: 10n })
  const swapped = links.with(3, links[4]!).with(4, links[3]!)
  expect(await walkChain(node, beginning, swapped)).toEqual({ fault: 'gap', sequence: 4n })
})

test('renumbering after a removal does not hide it', async () => {
  const links = await chainOf(entries)
  const renumbered = links.toSpliced(9, 1).map((link, index) => ({ ...link, sequence: BigInt(index + 1) }))
  expect(await walkChain(node, beginning, renumbered)).toEqual({ fault: 'altered', sequence: 10n })
})

test('a walk may begin at a known head', async () => {
  const links = await chainOf(entries)
  const from = { sequence: 20n, hash: links[19]!.hash }
  expect(await walkChain(node, from, links.slice(20))).toMatchObject({ sequence: 50n })
})
