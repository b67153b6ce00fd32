// A whole draw for tests, made the way the server makes one, with keys of its own.

import {
  createPrivateKey,
  generateKeyPairSync,
  hash,
  sign,
  type KeyObject,
  createPublicKey,
} from 'node:crypto'
import { beaconPublicKey, signRound } from '../beacon.ts'
import type { Sha256 } from '../chain.ts'
import {
  announcementText,
  canonicalJson,
  commitmentOf,
  type DrawTerms,
  practiceChain,
  seedOf,
  termsHash,
  ticketIdOf,
  ticketReceiptText,
  timeOfRound,
} from '../draw.ts'
import type { DrawFile, SignedText } from '../draw-file.ts'
import { listRoot } from '../draw-list.ts'
import { shuffle } from '../draw-shuffle.ts'
import { treeRootText } from '../tree-root.ts'

export const sha256: Sha256 = (bytes) => hash('sha256', bytes, 'buffer')
const textHash = (text: string): string => hash('sha256', text, 'hex')

const platformKey = generateKeyPairSync('ed25519').privateKey
export const beaconKey = new Uint8Array(32).fill(7)
const chain = practiceChain(beaconPublicKey(beaconKey))

export const signedWith = (text: string, key: KeyObject = platformKey): SignedText => ({
  keyId: 'k1',
  publicKey: createPublicKey(createPrivateKey(key.export({ format: 'pem', type: 'pkcs8' })))
    .export({ format: 'der', type: 'spki' })
    .toString('base64'),
  signature: sign(null, Buffer.from(text), key).toString('base64'),
})

/** Values follow from `name`, so that a failing draw can be made again. */
export async function makeDraw(name: string, count: number, places: number): Promise<DrawFile> {
  const drawId = uuid(`${name} draw`)
  const secret = textHash(`${name} secret`)
  const round = 9_000_001
  const at = (seconds: number): string => new Date(timeOfRound(chain, round) + seconds * 1_000).toISOString()
  const terms: DrawTerms = {
    drawId,
    kind: 'new-shares',
    subjectId: uuid(`${name} offer`),
    title: { tw: '澄海生技', en: 'Clearsea Biotech' },
    rules: { who: 'one application per verified person', lots: 1 },
    places,
    closesAt: at(-7_200),
    commitment: await commitmentOf(sha256, drawId, secret),
    beacon: chain,
    round,
    releaseBy: at(-30),
    fallbackRound: round + 1_200,
    fallbackReleaseBy: at(3_570),
  }
  const text = canonicalJson(terms)
  const mine = { reference: uuid(`${name} 0`), salt: textHash(`${name} salt 0`) }
  const tickets = await Promise.all(
    Array.from({ length: count }, (_, n) =>
      ticketIdOf(sha256, { drawId, reference: uuid(`${name} ${n}`), salt: textHash(`${name} salt ${n}`) }),
    ),
  )
  const ticketId = tickets[0]!
  tickets.sort()
  const root = {
    kind: 'draws',
    asset: drawId,
    date: at(0).slice(0, 10),
    part: 1,
    leaves: count,
    total: '0',
    root: await listRoot(sha256, tickets),
    builtAt: at(-7_190),
    asOf: '1:1:',
  }
  const beacon = await signRound(sha256, beaconKey, round)
  const hashOfTerms = await termsHash(sha256, text)
  const seed = await seedOf(sha256, {
    termsHash: hashOfTerms,
    secret,
    round,
    randomness: beacon.randomness,
    size: count,
    root: root.root,
  })
  const placeOf = new Map(tickets.map((ticket, n) => [ticket, n]))
  const announcedAt = at(-90_000)
  return {
    format: 'fairlot draw v1',
    terms: text,
    announcement: { announcedAt, ...signedWith(announcementText(drawId, hashOfTerms, announcedAt)) },
    root: { ...root, ...signedWith(treeRootText(root)) },
    tickets,
    release: { secret, releasedAt: at(-600) },
    beacon,
    seed,
    order: (await shuffle(sha256, seed, tickets)).map((ticket) => placeOf.get(ticket)!),
    mine: {
      ticketId,
      ...mine,
      issuedAt: at(-80_000),
      receipt: signedWith(ticketReceiptText(drawId, ticketId, at(-80_000))),
    },
  }
}

function uuid(text: string): string {
  const digits = textHash(text)
  return [
    [0, 8],
    [8, 12],
    [12, 16],
    [16, 20],
    [20, 32],
  ]
    .map(([a, b]) => digits.slice(a, b))
    .join('-')
}
