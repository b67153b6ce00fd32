import type { ConsoleBodyOf } from '@fairlot/contract/console-routes'
import { thresholdOf } from '@fairlot/rules/mentors'
import { type Proposed, type Proposing, proposeReview } from '#features/operators'
import type { Db } from '#platform/db'
import { newId } from '#platform/ids'
import { refuse } from '#platform/outcome'
import { readFollowedMentor } from '../store.ts'
import { payloadProblem } from './payload.ts'

/** Refuses: `copy-product.mentor`, `copy-product.terms` with the first wrong field, and those of a proposal. */
export async function proposeProduct(
  db: Db,
  { why, ...payload }: ConsoleBodyOf<'/copy-trading/proposeProduct'>,
  proposing: Proposing,
): Promise<Proposed> {
  const mentor = await readFollowedMentor(db, payload.mentorId)
  if (mentor?.state !== 'active' || mentor.level === null)
    return refuse('copy-product.mentor', { field: 'mentorId' })
  const field = payloadProblem(payload, thresholdOf(mentor.level).minFollow, proposing.now)
  if (field !== undefined) return refuse('copy-product.terms', { field })
  const subject = newId(proposing.now.getTime())
  return proposeReview(db, { kind: 'copy-product', subject, payload: { ...payload }, reason: why }, proposing)
}
