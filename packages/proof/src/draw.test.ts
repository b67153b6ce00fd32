// A draw made as the server makes it, checked with Node's hash, with WebCrypto as a phone has it, and by two scripts.
// tests/e2e/draws.spec.ts checks one in a real browser. FAIRLOT_PROVE=1 takes the whole
// counts and writes evidence/draws.json.

import { execFileSync, spawnSync } from 'node:child_process'
import { createHmac, createPublicKey, generateKeyPairSync, randomBytes, verify } from 'node:crypto'
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { writeEvidencePart } from '../../../scripts/evidence.ts'
import { randomnessOf, signRound } from './beacon.ts'
import {
  announcementText,
  canonicalJson,
  checkDraw,
  type DrawFile,
  drawFile,
  type DrawTerms,
  type DrawTools,
  hex,
  isCanonicalList,
  leafBytes,
  listRoot,
  merkleRoot,
  quicknet,
  roundAfter,
  roundFor,
  type Sha256,
  sha256Now,
  shuffle,
  termsHash,
  ticketReceiptText,
  timeOfRound,
  treeRootText,
} from './index.ts'
import { hmacOf } from './draw-shuffle.ts'
import { makeDraw, sha256, signedWith } from './testing/made-draw.ts'

const isWhole = process.env['FAIRLOT_PROVE'] === '1'
const root = fileURLToPath(new URL('../../../', import.meta.url))
const evidence: Record<string, object> = {}

const webCrypto: Sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
const tools: DrawTools = {
  sha256,
  signed: async (key, text, signature) =>
    verify(
      null,
      Buffer.from(text),
      createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' }),
      Buffer.from(signature, 'base64'),
    ),
  randomness: (chain, round) => randomnessOf(sha256, chain, round),
}
const scripts = [
  ['python3', 'verify-draw.py'],
  [process.execPath, 'verify-draw.mjs'],
] as const
const allRight = {
  terms: 'right',
  secret: 'right',
  list: 'right',
  round: 'right',
  beacon: 'right',
  order: 'right',
  ticket: 'right',
}

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'fairlot-draw-'))))
let failed = 0
afterEach(({ task }) => {
  if (task.result?.state === 'fail') failed += 1
})
afterAll(() => {
  rmSync(folder, { recursive: true })
  // Figures of a failed run are no evidence.
  if (isWhole && failed === 0) writeEvidencePart(root, 'draws', evidence)
})

describe('the beacon', () => {
  // Rounds that the League of Entropy has published.
  test.each([
    [
      1_000,
      'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39',
      'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd',
    ],
    [
      657_413,
      'b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b',
      'fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587',
    ],
  ])('of drand verifies its recorded round %i', async (round, signature, randomness) => {
    expect(await randomnessOf(sha256, quicknet, { round, signature })).toBe(randomness)
    expect(await randomnessOf(sha256, quicknet, { round: round + 1, signature })).toBeUndefined()
    const other = `${signature.slice(0, -1)}${signature.endsWith('0') ? '1' : '0'}`
    expect(await randomnessOf(sha256, quicknet, { round, signature: other })).toBeUndefined()
    expect(await randomnessOf(sha256, quicknet, { round, signature: '' })).toBeUndefined()
  })

  test('names the first round at or after a time', () => {
    expect(timeOfRound(quicknet, 1_000)).toBe(1_692_806_364_000)
    expect([0, 1, -1].map((ms) => roundAfter(quicknet, 1_692_806_364_000 + ms))).toEqual([
      1_000, 1_001, 1_000,
    ])
  })
})

describe('the parts of a draw', () => {
  test('canonical JSON sorts keys and refuses fractions', () => {
    expect(canonicalJson({ b: [1, { d: null, c: 'ü' }], a: true })).toBe(
      '{"a":true,"b":[1,{"c":"ü","d":null}]}',
    )
    expect(() => canonicalJson({ a: 0.5 })).toThrow('not a whole number')
    expect(() => canonicalJson({ a: 1n })).toThrow('BigInt')
  })

  test('the hash of the phone is SHA-256', async () => {
    for (const length of [...Array(300).keys(), 4_095, 4_096, 100_000]) {
      const bytes = new Uint8Array(randomBytes(length))
      expect(hex(sha256Now(bytes))).toBe(hex(await webCrypto(bytes)))
    }
  })

  test('the counter is HMAC-SHA-256', async () => {
    const key = randomBytes(32)
    const message = randomBytes(8)
    expect(hex(await hmacOf(sha256, key)(message))).toBe(
      createHmac('sha256', key).update(message).digest('hex'),
    )
  })

  test.each([0, 1, 2, 3, 7, 64, 65, 1_000])('a list of %i has the root of RFC 6962', async (count) => {
    const tickets = Array.from({ length: count }, (_, n) => n.toString(16).padStart(64, '0'))
    const leaves = tickets.map((ticket) => sha256(leafBytes(ticket)) as Uint8Array)
    const wanted = hex(merkleRoot((bytes) => sha256(bytes) as Uint8Array, leaves))
    expect(await listRoot(webCrypto, tickets)).toBe(wanted)
    expect(isCanonicalList(tickets)).toBe(true)
    if (count > 1) expect(isCanonicalList(tickets.toReversed())).toBe(false)
    if (count > 0) expect(isCanonicalList([...tickets, tickets.at(-1)!])).toBe(false)
  })

  test('a late release uses the fallback round, a later one none', () => {
    const terms = {
      round: 5,
      releaseBy: '2026-03-12T02:00:00.000Z',
      fallbackRound: 9,
      fallbackReleaseBy: '2026-03-12T03:00:00.000Z',
    }
    const times = ['01:59:59.999', '02:00:00.000', '02:59:59.999', '03:00:00.000']
    expect(times.map((time) => roundFor(terms, `2026-03-12T${time}Z`))).toEqual([5, 9, 9, undefined])
  })
})

test('every order is equally likely', async () => {
  // Five tickets have 120 orders, so 119 degrees of freedom. A word is so rarely dropped that this would not notice a
  // shuffle that drops none; the test below does.
  const draws = isWhole ? 100_000 : 3_000
  const seen = new Map<string, number>()
  for (let n = 0; n < draws; n++) {
    const seed = hex(await sha256(Buffer.from(`order ${n}`)))
    const order = (await shuffle(sha256, seed, ['a', 'b', 'c', 'd', 'e'])).join('')
    seen.set(order, (seen.get(order) ?? 0) + 1)
  }
  const expected = draws / 120
  const chi = [...seen.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
  expect(seen.size).toBe(120)
  expect(chi).toBeLessThan(190)
  evidence['chiSquared'] = { draws, orders: 120, chi: Math.round(chi * 100) / 100, limit: 190 }
})

test('a word that would favour some tickets is dropped', async () => {
  // A hash that makes the words of the first block the largest possible and those of the others one.
  const planted: Sha256 = (bytes) =>
    bytes.length === 72
      ? new Uint8Array(32).fill(bytes[71]!)
      : Uint8Array.from({ length: 32 }, (_, n) => (bytes[64] === 0 ? 255 : n % 4 === 3 ? 1 : 0))
  // Of three tickets the largest word would choose the first; dropped, the next word chooses the second.
  expect(await shuffle(planted, '00'.repeat(32), ['a', 'b', 'c'])).toEqual(['a', 'c', 'b'])
})

describe('a whole draw', () => {
  test('holds in every step, with either hash', async () => {
    const file = await makeDraw('one', 300, 20)
    const checked = await checkDraw(tools, file)
    expect(checked.steps).toEqual(allRight)
    expect(checked.order[checked.rank! - 1]).toBe(file.mine!.ticketId)
    expect(await checkDraw({ ...tools, sha256: webCrypto }, file)).toEqual(checked)
    const bare = await checkDraw({ sha256, signed: async () => undefined }, { ...file, mine: null })
    expect(bare.steps).toEqual({
      ...allRight,
      terms: 'unknown',
      list: 'unknown',
      beacon: 'unknown',
      ticket: 'absent',
    })
  })

  test('is the same with WebCrypto, Python and Node', async () => {
    const draws = isWhole ? 1_000 : 5
    const files: string[] = []
    for (let n = 0; n < draws; n++) {
      const file = await makeDraw(`draw ${n}`, 1 + ((n * 37) % 200), 1 + (n % 20))
      expect((await checkDraw({ ...tools, sha256: webCrypto }, file)).steps).toEqual(allRight)
      const path = join(folder, `${n}.json`)
      writeFileSync(path, drawFile(file))
      files.push(path)
    }
    for (let from = 0; from < files.length; from += 200) {
      const some = files.slice(from, from + 200)
      for (const [program, script] of scripts) {
        const said = execFileSync(program, [join(root, 'scripts', script), ...some], { encoding: 'utf8' })
        expect(said.match(/^The draw holds/gm)).toHaveLength(some.length)
      }
    }
    evidence['repeated'] = {
      draws,
      by: ['packages/proof on WebCrypto in Node', 'verify-draw.py', 'verify-draw.mjs'],
    }
  })
})

const changed = (file: DrawFile, change: (terms: DrawTerms) => DrawTerms): DrawFile => ({
  ...file,
  terms: canonicalJson(change(JSON.parse(file.terms) as DrawTerms)),
})
const swapped = <Item>(list: readonly Item[], a: number, b: number): Item[] =>
  list.map((item, n) => (n === a ? list[b]! : n === b ? list[a]! : item))
const otherKey = generateKeyPairSync('ed25519').privateKey

/** What an operator could try, each with the step that must show it. */
const manipulations: Readonly<Record<string, (file: DrawFile, n: number) => DrawFile | Promise<DrawFile>>> = {
  'terms: more places': (file) => changed(file, (terms) => ({ ...terms, places: terms.places + 1 })),
  'terms: another rule': (file) => changed(file, (terms) => ({ ...terms, rules: { who: 'anyone' } })),
  'terms: announced after the close': (file) => ({
    ...file,
    announcement: { ...file.announcement, announcedAt: file.release.releasedAt },
  }),
  'secret: another one': (file, n) => ({
    ...file,
    release: { ...file.release, secret: n.toString(16).padStart(64, '0') },
  }),
  'list: a ticket less': (file, n) => ({
    ...file,
    tickets: file.tickets.filter((_, at) => at !== n % file.tickets.length),
  }),
  'list: a ticket more': (file, n) => ({
    ...file,
    tickets: [...file.tickets, n.toString(16).padStart(64, '0')].sort(),
  }),
  'list: a ticket twice': (file) => ({ ...file, tickets: [file.tickets[0]!, ...file.tickets] }),
  'list: another order': (file) => ({ ...file, tickets: swapped(file.tickets, 0, 1) }),
  'list: a new root without the signature': async (file) => {
    const tickets = file.tickets.slice(1)
    return {
      ...file,
      tickets,
      root: { ...file.root, leaves: tickets.length, root: await listRoot(sha256, tickets) },
    }
  },
  'list: signed again by another key over another root': async (file) => {
    const made = { ...file.root, root: await listRoot(sha256, file.tickets.slice(1)) }
    return { ...file, root: { ...made, ...signedWith(treeRootText(made), otherKey) } }
  },
  'round: a later one': (file) => ({ ...file, beacon: { ...file.beacon, round: file.beacon.round + 1 } }),
  'round: the fallback without a late release': (file) => ({
    ...file,
    beacon: { ...file.beacon, round: (JSON.parse(file.terms) as DrawTerms).fallbackRound },
  }),
  'round: released after it': (file) => ({
    ...file,
    release: {
      ...file.release,
      releasedAt: new Date(Date.parse(file.root.builtAt) + 86_400_000).toISOString(),
    },
  }),
  'beacon: another signature': async (file, n) => ({
    ...file,
    beacon: {
      ...(await signRound(sha256, new Uint8Array(32).fill(1 + (n % 60)).fill(9, 8), file.beacon.round)),
    },
  }),
  'beacon: another randomness': (file, n) => ({
    ...file,
    beacon: { ...file.beacon, randomness: n.toString(16).padStart(64, 'a') },
  }),
  'order: two places exchanged': (file, n) => ({
    ...file,
    order: swapped(file.order, n % 10, 10 + (n % 20)),
  }),
  'order: a winner left out': (file) => ({ ...file, order: file.order.slice(1) }),
  'order: another seed': (file, n) => ({ ...file, seed: n.toString(16).padStart(64, 'b') }),
  'ticket: of another application': (file, n) => ({
    ...file,
    mine: { ...file.mine!, salt: n.toString(16).padStart(64, 'c') },
  }),
  'ticket: a receipt by another key': (file) => ({
    ...file,
    mine: {
      ...file.mine!,
      receipt: {
        ...file.mine!.receipt,
        signature: signedWith(
          ticketReceiptText(
            (JSON.parse(file.terms) as DrawTerms).drawId,
            file.mine!.ticketId,
            file.mine!.issuedAt,
          ),
          otherKey,
        ).signature,
      },
    },
  }),
}

describe('a manipulated draw', () => {
  const names = Object.keys(manipulations)
  const rounds = isWhole ? 10 : 1

  const counted = { tried: 0, found: 0, kinds: names.length }
  evidence['manipulations'] = counted

  test.each(names)('shows: %s', async (name) => {
    for (let n = 0; n < rounds; n++) {
      const file = await makeDraw(`${name} ${n}`, 40 + n, 8)
      const found = await checkDraw(tools, await manipulations[name]!(file, n))
      const verdict = found.steps[name.split(':')[0] as keyof typeof found.steps]
      counted.tried += 1
      if (verdict === 'wrong') counted.found += 1
      expect(verdict).toBe('wrong')
    }
  })

  test('shows to the scripts as well', async () => {
    const file = await makeDraw('scripts', 30, 5)
    // Python's standard library checks no signature: it finds what the hashes show.
    const shown = names.filter((name) => !/key|beacon: another signature|receipt|announced/.test(name))
    const paths = await Promise.all(
      shown.map(async (name, n) => {
        const path = join(folder, `manipulated-${n}.json`)
        writeFileSync(path, drawFile(await manipulations[name]!(file, 3)))
        return path
      }),
    )
    for (const [program, script] of scripts) {
      const { stdout, status } = spawnSync(program, [join(root, 'scripts', script), ...paths], {
        encoding: 'utf8',
      })
      expect(status).toBe(1)
      expect(stdout.match(/^The draw does NOT hold/gm)).toHaveLength(shown.length)
    }
  })

  test('a draw with another key for drand is refused', async () => {
    const made = changed(await makeDraw('key', 10, 2), (terms) => ({
      ...terms,
      beacon: { ...terms.beacon, name: 'quicknet' },
    }))
    const { drawId } = JSON.parse(made.terms) as DrawTerms
    const { announcedAt } = made.announcement
    const text = announcementText(drawId, await termsHash(sha256, made.terms), announcedAt)
    const file = { ...made, announcement: { announcedAt, ...signedWith(text) } }
    expect((await checkDraw(tools, file)).steps.terms).toBe('wrong')
  })
})

test('docs/fairness.md is enough to check a draw in an empty folder', async () => {
  const page = readFileSync(join(root, 'docs/fairness.md'), 'utf8')
  const section = page.slice(
    page.indexOf('## Check a draw yourself'),
    page.indexOf('## What you cannot check yet'),
  )
  const empty = mkdtempSync(join(folder, 'empty-'))
  for (const [, path] of section.matchAll(/\]\(\.\.\/(scripts\/[\w.-]+)\)/g))
    copyFileSync(join(root, path!), join(empty, basename(path!)))
  const file = await makeDraw('page', 120, 9)
  writeFileSync(join(empty, 'draw.json'), drawFile(file))
  const noted: Record<string, string> = {
    '--terms HASH': `--terms ${await termsHash(sha256, file.terms)}`,
    '--root HASH': `--root ${file.root.root}`,
    '--key BASE64': `--key ${file.root.publicKey}`,
  }
  const lines = [...section.matchAll(/```sh\n([^]*?)```/g)].flatMap(([, block]) =>
    block!.trim().split(/\n\s*/),
  )
  const run = (line: string) =>
    spawnSync('sh', ['-c', line], {
      cwd: empty,
      encoding: 'utf8',
      env: { PATH: `${join(process.execPath, '..')}:/usr/bin:/bin`, HOME: empty },
    })
  const last: string[] = []
  for (const line of lines) {
    if (line.startsWith('npm install ')) {
      // Tests run without internet: what npm would install is copied.
      const version = JSON.parse(
        readFileSync(join(root, 'node_modules/@noble/curves/package.json'), 'utf8'),
      ) as { version: string }
      expect(line).toBe(`npm install @noble/curves@${version.version}`)
      for (const name of ['curves', 'hashes'])
        cpSync(join(root, 'node_modules/@noble', name), join(empty, 'node_modules/@noble', name), {
          recursive: true,
        })
      continue
    }
    const asked = Object.entries(noted).reduce((text, [place, value]) => text.replace(place, value), line)
    const { stdout, stderr, status } = run(asked)
    expect([status, stderr]).toEqual([0, ''])
    last.push(stdout.trim().split('\n').at(-1)!)
    // With another value noted before, the same command finds the difference.
    if (asked !== line) expect(run(asked.replace(/[0-9a-f]{8}(?= --| ?$)/, '00000000')).status).toBe(1)
  }
  expect(last).toEqual([
    'The draw holds. Signatures were not checked.',
    'The draw holds, without the signature of the beacon.',
    'The draw holds. Signatures were not checked.',
    'The draw holds, without the signature of the beacon.',
    'The draw holds, with the signature of the beacon.',
  ])
})

test.runIf(isWhole)('a million tickets are drawn and checked', async () => {
  const began = performance.now()
  const file = await makeDraw('large', 1_000_000, 1_200)
  const drawnMs = performance.now() - began
  const { steps } = await checkDraw(tools, { ...file, mine: null })
  expect(steps).toEqual({ ...allRight, ticket: 'absent' })
  evidence['large'] = {
    tickets: 1_000_000,
    drawSeconds: Math.round(drawnMs / 100) / 10,
    checkSeconds: Math.round((performance.now() - began - drawnMs) / 100) / 10,
  }
})
