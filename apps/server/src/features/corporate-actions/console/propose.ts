import type { ConsoleBodyOf } from '@fairlot/contract/console-routes'
import { taipeiDate } from '@fairlot/rules/calendar'
import {
  type DividendTerms,
  isCancellable,
  noShares,
  supplementTermsOf,
} from '@fairlot/rules/corporate-actions'
import { type Proposed, type Proposing, proposeReview } from '#features/operators'
import { readRuleValues } from '#features/site'
import type { Db } from '#platform/db'
import { newId } from '#platform/ids'
import { refuse } from '#platform/outcome'
import { termsProblem } from '../check-terms.ts'
import type { ProposeDeps } from '../deps.ts'
import type { DividendPayload } from '../payload.ts'
import { readAction } from '../store.ts'

export const proposeDividend = (
  deps: ProposeDeps,
  { reason, stockMicros = 0, ...asked }: ConsoleBodyOf<'/corporate-actions/proposeDividend'>,
  proposing: Proposing,
): Promise<Proposed> => proposeAction(deps, { ...noShares, ...asked, stockMicros }, reason, proposing)

export const proposeSplit = (
  deps: ProposeDeps,
  { reason, ...asked }: ConsoleBodyOf<'/corporate-actions/proposeSplit'>,
  proposing: Proposing,
): Promise<Proposed> =>
  asked.splitTo === asked.splitFrom
    ? Promise.resolve(refuse('offer.terms', { field: 'splitTo' }))
    : proposeAction(deps, { ...noShares, ...asked, cashMicros: 0 }, reason, proposing)

/** Refuses: `offer.terms` with the first wrong field, and those of a proposal. */
async function proposeAction(
  deps: ProposeDeps,
  asked: DividendTerms & { readonly symbol: string },
  reason: string,
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

/** Refuses: `request.not-found`, `offer.closed` from the ex-date on, and those of a proposal. */
export async function proposeCancel(
  db: Db,
  { actionId, reason }: ConsoleBodyOf<'/corporate-actions/proposeCancel'>,
  proposing: Proposing,
): Promise<Proposed> {
  const action = await readAction(db, actionId)
  if (!action) return refuse('request.not-found')
  if (!isCancellable(action, taipeiDate(proposing.now.getTime()))) return refuse('offer.closed')
  const payload = { symbol: action.symbol, exOn: action.exOn }
  return proposeReview(db, { kind: 'dividend-cancel', subject: actionId, payload, reason }, proposing)
}
