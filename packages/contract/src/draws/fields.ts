import * as z from 'zod/mini'
import { id, instant, text, texts } from '../fields.ts'
import { drawKinds, drawStates, voidReasons } from './states.ts'

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))

export const drawSummary = z.object({
  drawId: id,
  kind: z.enum(drawKinds),
  /** The offer. */
  subjectId: id,
  title: texts,
  state: z.enum(drawStates),
  places: z.int(),
  /** Tickets in the list; before the close, tickets issued so far. */
  tickets: z.int(),
  announcedAt: instant,
  closesAt: instant,
  /** When the deciding round appears; after a late release that is the fallback round. */
  roundAt: instant,
  round: z.int(),
  isPractice: z.boolean(),
})

export const signedText = z.object({ keyId: text(16), publicKey: text(200), signature: text(200) })

/** Everything about a draw that is public at this moment. */
export const drawDetail = z.extend(drawSummary, {
  /** Canonical JSON of DrawTerms in packages/proof, and its hash. */
  terms: text(20_000),
  termsHash: hash,
  commitment: hash,
  announcement: signedText,
  releaseBy: instant,
  fallbackRound: z.int(),
  fallbackAt: instant,
  fallbackReleaseBy: instant,
  closedAt: z.nullable(instant),
  root: z.nullable(hash),
  release: z.nullable(z.object({ releasedAt: instant, secret: hash })),
  beacon: z.nullable(z.object({ round: z.int(), signature: text(96), randomness: hash })),
  seed: z.nullable(hash),
  decidedAt: z.nullable(instant),
  void: z.nullable(z.object({ at: instant, reason: z.enum(voidReasons) })),
})

/** What decided between equal prices at the opening of a day. */
export const openingDraw = z.object({
  /** The trading day. */
  date: z.iso.date(),
  /** When the list closed: the opening was due. */
  opensAt: instant,
  decidedAt: instant,
  /** With none, no beacon answered in time and the time of entry decided. */
  source: z.enum(['beacon', 'fallback', 'none']),
  draw: z.nullable(
    z.object({
      chain: z.object({
        name: z.enum(['quicknet', 'practice']),
        hash,
        publicKey: text(192),
        genesis: z.int(),
        period: z.int(),
      }),
      round: z.int(),
      signature: text(96),
      seed: hash,
    }),
  ),
})
