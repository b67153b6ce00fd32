import { randomBytes } from 'node:crypto'
import type { DrawKind } from '@fairlot/contract/draws'
import {
  announcementText,
  canonicalJson,
  commitmentOf,
  type DrawTerms,
  roundAfter,
  termsHash,
  timeOfRound,
} from '@fairlot/proof'
import { type DrawSchedule, roundMarginMs, scheduleOf } from '@fairlot/rules/draws'
import { recordAudit } from '#features/audit'
import { writesDurably } from '#platform/crash-points'
import type { Tx } from '#platform/db'
import { newId } from '#platform/ids'
import type { DrawDeps } from './deps.ts'
import { sha256 } from './hash.ts'
import { signText } from './sign-text.ts'
import { insertDraw } from './store.ts'

export interface DrawPlan {
  readonly kind: DrawKind
  /** The offer's id. */
  readonly subjectId: string
  readonly title: { readonly tw: string; readonly en: string }
  /** What the lot decides and who may take part. Whole numbers and texts only: other languages hash it too. */
  readonly rules: Readonly<Record<string, unknown>>
  /** Tickets end here. */
  readonly closesAt: Date
  /** How many tickets win. */
  readonly places: number
  /** Without it, the times of `scheduleOf`. */
  readonly schedule?: DrawSchedule
}

export interface Moment {
  readonly now: Date
  readonly requestId: string
}

/** Where the secret is sealed. */
export const secretPlace = (drawId: string): string => `draw_secrets|sealed|${drawId}`

/** Announces a draw in the caller's transaction and returns its id. Needs the rights of the worker. */
export async function planDraw(
  tx: Tx,
  { secrets, beacon, profile }: DrawDeps,
  plan: DrawPlan,
  { now, requestId }: Moment,
): Promise<string> {
  const drawId = newId(now.getTime())
  const { releaseBy, fallbackReleaseBy } = plan.schedule ?? scheduleOf(plan.closesAt, profile)
  const round = roundAfter(beacon, releaseBy.getTime() + roundMarginMs)
  const fallbackRound = roundAfter(beacon, fallbackReleaseBy.getTime() + roundMarginMs)
  const secret = randomBytes(32).toString('hex')
  const terms: DrawTerms = {
    drawId,
    kind: plan.kind,
    subjectId: plan.subjectId,
    title: plan.title,
    rules: plan.rules,
    places: plan.places,
    closesAt: plan.closesAt.toISOString(),
    commitment: await commitmentOf(sha256, drawId, secret),
    beacon,
    round,
    releaseBy: releaseBy.toISOString(),
    fallbackRound,
    fallbackReleaseBy: fallbackReleaseBy.toISOString(),
  }
  const text = canonicalJson(terms)
  const hash = await termsHash(sha256, text)
  writesDurably(tx, 'draw.announce')
  await insertDraw(tx, {
    ...plan,
    id: drawId,
    terms: text,
    termsHash: hash,
    commitment: terms.commitment,
    round,
    roundAt: new Date(timeOfRound(beacon, round)),
    releaseBy,
    fallbackRound,
    fallbackAt: new Date(timeOfRound(beacon, fallbackRound)),
    fallbackReleaseBy,
    announcedAt: now,
    sealed: secrets.seal(secretPlace(drawId), Buffer.from(secret, 'hex')),
    ...signText(secrets, announcementText(drawId, hash, now.toISOString())),
  })
  await recordAudit(tx, {
    action: 'draws.announced',
    actor: 'system',
    subject: `draw:${drawId}`,
    details: { of: plan.subjectId, terms: hash, commitment: terms.commitment, round, fallbackRound },
    requestId,
  })
  return drawId
}
