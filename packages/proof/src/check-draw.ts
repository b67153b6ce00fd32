// Repeats a draw from its file and says for each step whether it holds. Nothing in the file is believed: every hash is
// made again, every signature is checked.

import type { Tools, Verdict } from './check-evidence.ts'
import { checkRoot } from './check-evidence.ts'
import {
  announcementText,
  canonicalJson,
  commitmentOf,
  type DrawTerms,
  isKnownBeacon,
  type ReadRandomness,
  roundFor,
  seedOf,
  termsHash,
  ticketIdOf,
  ticketReceiptText,
  timeOfRound,
} from './draw.ts'
import type { DrawFile } from './draw-file.ts'
import { isCanonicalList, listRoot } from './draw-list.ts'
import { shuffle } from './draw-shuffle.ts'

export const drawSteps = ['terms', 'secret', 'list', 'round', 'beacon', 'order', 'ticket'] as const
export type DrawStep = (typeof drawSteps)[number]

export interface DrawTools extends Tools {
  /** `randomnessOf` of the entry `@fairlot/proof/beacon`; without it the beacon's signature stays unchecked. */
  readonly randomness?: ReadRandomness
  /** It may wait, so that a page can be painted. */
  readonly onProgress?: (step: DrawStep, share: number) => void | Promise<void>
}

export interface DrawVerdict {
  readonly steps: Readonly<Record<DrawStep, Verdict>>
  /** The order made again; empty when the file is too damaged to make one. */
  readonly order: readonly string[]
  /** The rank of the reader's own ticket, from 1. */
  readonly rank: number | undefined
}

const verdict = (answer: boolean | undefined): Verdict =>
  answer === undefined ? 'unknown' : answer ? 'right' : 'wrong'

/** A wrong hash cannot be excused by a signature that this device cannot check. */
const both = async (holds: boolean, signed: () => Promise<boolean | undefined>): Promise<Verdict> =>
  holds ? verdict(await signed()) : 'wrong'

export async function checkDraw(tools: DrawTools, file: DrawFile): Promise<DrawVerdict> {
  const terms = termsOf(file.terms)
  if (terms === undefined) {
    const steps = Object.fromEntries(drawSteps.map((step) => [step, 'wrong'])) as DrawVerdict['steps']
    return { steps, order: [], rank: undefined }
  }
  const hash = await termsHash(tools.sha256, file.terms)
  const drawn = await checkOrder(tools, file, terms, hash)
  const place = file.mine === null ? -1 : drawn.order.indexOf(file.mine.ticketId)
  return {
    steps: {
      terms: await checkTerms(tools, file, terms, hash),
      secret: verdict(
        (await commitmentOf(tools.sha256, terms.drawId, file.release.secret)) === terms.commitment,
      ),
      list: await checkList(tools, file, terms),
      round: verdict(isRightRound(file, terms)),
      beacon: await checkBeacon(tools, file, terms),
      order: drawn.verdict,
      ticket: await checkTicket(tools, file, terms),
    },
    order: drawn.order,
    rank: place < 0 ? undefined : place + 1,
  }
}

function termsOf(text: string): DrawTerms | undefined {
  try {
    const terms = JSON.parse(text) as DrawTerms
    return canonicalJson(terms) === text ? terms : undefined
  } catch {
    return undefined
  }
}

/** The announcement is signed, and it is from before the close. */
const checkTerms = (
  { signed }: DrawTools,
  { announcement }: DrawFile,
  { drawId, closesAt, beacon }: DrawTerms,
  hash: string,
): Promise<Verdict> =>
  both(announcement.announcedAt < closesAt && isKnownBeacon(beacon), () =>
    signed(
      announcement.publicKey,
      announcementText(drawId, hash, announcement.announcedAt),
      announcement.signature,
    ),
  )

async function checkList(tools: DrawTools, { root, tickets }: DrawFile, terms: DrawTerms): Promise<Verdict> {
  const isOfDraw =
    root.kind === 'draws' &&
    root.asset === terms.drawId &&
    root.part === 1 &&
    root.leaves === tickets.length &&
    root.builtAt >= terms.closesAt
  if (!isOfDraw || !isCanonicalList(tickets)) return 'wrong'
  const made = await listRoot(tools.sha256, tickets, (share) => tools.onProgress?.('list', share))
  return made === root.root ? checkRoot(tools, root) : 'wrong'
}

/** The list was closed before the release, the release was before the round, and the round is the announced one. */
function isRightRound({ root, release, beacon }: DrawFile, terms: DrawTerms): boolean {
  const { round } = beacon
  if (root.builtAt > release.releasedAt || round !== roundFor(terms, release.releasedAt)) return false
  return release.releasedAt < new Date(timeOfRound(terms.beacon, round)).toISOString()
}

async function checkBeacon(tools: DrawTools, { beacon }: DrawFile, terms: DrawTerms): Promise<Verdict> {
  if (tools.randomness === undefined) return 'unknown'
  return verdict((await tools.randomness(terms.beacon, beacon)) === beacon.randomness)
}

async function checkOrder(
  { sha256, onProgress }: DrawTools,
  file: DrawFile,
  terms: DrawTerms,
  hash: string,
): Promise<{ readonly verdict: Verdict; readonly order: readonly string[] }> {
  const { tickets, beacon, release, root } = file
  const seed = await seedOf(sha256, {
    termsHash: hash,
    secret: release.secret,
    round: beacon.round,
    randomness: beacon.randomness,
    size: tickets.length,
    root: root.root,
  })
  const order = await shuffle(sha256, seed, tickets, (share) => onProgress?.('order', share))
  const isSame =
    seed === file.seed &&
    file.order.length === order.length &&
    terms.places >= 0 &&
    order.every((ticket, rank) => tickets[file.order[rank]!] === ticket)
  return { verdict: verdict(isSame), order }
}

async function checkTicket(
  { sha256, signed }: DrawTools,
  { mine, tickets }: DrawFile,
  { drawId }: DrawTerms,
): Promise<Verdict> {
  if (mine === null) return 'absent'
  const made = await ticketIdOf(sha256, { drawId, reference: mine.reference, salt: mine.salt })
  return both(made === mine.ticketId && tickets.includes(made), () =>
    signed(mine.receipt.publicKey, ticketReceiptText(drawId, made, mine.issuedAt), mine.receipt.signature),
  )
}
