// What becomes of a member's margin call at one look: from the ratio, the call there is, and the clock. Pure, so that
// every line of it is tested without a market.

import type { TradingTerms } from '@fairlot/rules/orders'

export interface CallFacts {
  readonly amount: bigint
  readonly paid: bigint
  /** Milliseconds since 1970. */
  readonly deadline: number
  readonly state: 'open' | 'forced'
}

export interface LookFacts {
  /** Of the whole account; null when nothing is owed. */
  readonly ratioBp: number | null
  /** The call that has not ended. */
  readonly call: CallFacts | null
  readonly nowMs: number
}

export type CallDecision =
  /** Nothing to do. */
  | 'leave'
  /** Make a call, with its deadline. */
  | 'call'
  /** Below the floor, or past the deadline: close without waiting. */
  | 'force'
  /** Paid what was asked for. */
  | 'met'
  /** Back at the ratio where a call lapses, or nothing owed any more. */
  | 'recovered'
  /** A forced close has done its work. */
  | 'closed'

export function decideCall(
  terms: Pick<TradingTerms, 'callRatio' | 'cancelRatio' | 'floorRatio'>,
  { ratioBp, call, nowMs }: LookFacts,
): CallDecision {
  const isBelow = (limit: number): boolean => ratioBp !== null && ratioBp < limit
  if (call === null) return isBelow(terms.floorRatio) ? 'force' : isBelow(terms.callRatio) ? 'call' : 'leave'
  if (call.state === 'forced') return isBelow(terms.cancelRatio) ? 'leave' : 'closed'
  if (isBelow(terms.floorRatio)) return 'force'
  // What was asked for at the call counts as met even where prices have fallen since: a lower ratio makes a new call.
  if (call.paid >= call.amount) return 'met'
  if (!isBelow(terms.cancelRatio)) return 'recovered'
  return nowMs >= call.deadline ? 'force' : 'leave'
}
