import { type DrawTerms, roundFor } from '@fairlot/proof'
import type { ConsoleBodyOf } from '@fairlot/contract/console-routes'
import { recordAudit } from '#features/audit'
import { type Proposed, type Proposing, proposeReview } from '#features/operators'
import { writesDurably } from '#platform/crash-points'
import type { Db, Tx } from '#platform/db'
import { refuse } from '#platform/outcome'
import type { DrawDeps } from './deps.ts'
import { type Moment, secretPlace } from './plan-draw.ts'
import { readDraw } from './reading/store.ts'
import { lockDraw, readSealed, setReleased } from './store.ts'

/** What the two operators sign: the list and the terms that are published. */
export const releasePayload = ({
  termsHash,
  root,
  tickets,
}: {
  readonly termsHash: string
  readonly root: string | null
  readonly tickets: number | null
}) => ({ terms: termsHash, root, tickets })

/** Refuses: `draw.not-found`, `draw.not-closed`, and the refusals of a proposal. */
export async function proposeRelease(
  db: Db,
  { drawId, reason }: ConsoleBodyOf<'/draws/proposeRelease'>,
  proposing: Proposing,
): Promise<Proposed> {
  const draw = await readDraw(db, drawId)
  if (!draw) return refuse('draw.not-found')
  if (draw.state !== 'closed' || proposing.now >= draw.fallbackReleaseBy) return refuse('draw.not-closed')
  return proposeReview(
    db,
    { kind: 'draw-release', subject: drawId, payload: releasePayload(draw), reason },
    proposing,
  )
}

/**
 * Publishes the secret. From here on everything is automatic, and anyone can compute the result when the round appears.
 * After the first deadline the fallback round counts, so that no one releases with a known round in mind. Returns
 * false when it is too late.
 */
export async function releaseDraw(
  tx: Tx,
  { secrets }: Pick<DrawDeps, 'secrets'>,
  { drawId, reviewId }: { readonly drawId: string; readonly reviewId: string },
  { now, requestId }: Moment,
): Promise<boolean> {
  const draw = await lockDraw(tx, drawId)
  if (draw?.state !== 'closed') return false
  const round = roundFor(JSON.parse(draw.terms) as DrawTerms, now.toISOString())
  if (round === undefined) return false
  const secret = secrets.open(secretPlace(drawId), await readSealed(tx, drawId)).toString('hex')
  writesDurably(tx, 'draw.release')
  await setReleased(tx, { drawId, secret, round, reviewId, now })
  await recordAudit(tx, {
    action: 'draws.released',
    actor: 'system',
    subject: `draw:${drawId}`,
    // The secret itself is in the draw's row; the trail takes no field of that name.
    details: { round, opened: secret },
    requestId,
  })
  return true
}
