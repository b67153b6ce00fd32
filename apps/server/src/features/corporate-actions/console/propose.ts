import type { ConsoleBodyOf } from '@fairlot/contract/console-routes'
import { supplementTermsOf } from '@fairlot/rules/corporate-actions'
import { type Proposed, type Proposing, proposeReview } from '#features/operators'
import { readRuleValues } from '#features/site'
import { newId } from '#platform/ids'
import { refuse } from '#platform/outcome'
import { termsProblem } from '../check-terms.ts'
import type { ProposeDeps } from '../deps.ts'
import type { DividendPayload } from '../payload.ts'

/** Refuses: `offer.terms` with the first wrong field, and those of a proposal. */
export async function proposeDividend(
  deps: ProposeDeps,
  { reason, ...asked }: ConsoleBodyOf<'/corporate-actions/proposeDividend'>,
  proposing: Proposing,
): Promise<Proposed> {
  const { db, money } = deps
  const { now } = proposing
  // With real money the issuer's payment would have to be received first, which is not built.
  if (money !== 'practice') return refuse('offer.terms', { field: 'symbol' })
  const field = await termsProblem(db, deps, asked, now)
  if (field !== undefined) return refuse('offer.terms', { field })
  const payload: DividendPayload = { ...asked, ...supplementTermsOf(await readRuleValues(db, now)) }
  const subject = newId(now.getTime())
  return proposeReview(db, { kind: 'corporate-actions', subject, payload, reason }, proposing)
}
