// Decides the next step of a member's margin call from the ratio, the existing call and the clock. Pure, so that every
// case can be tested without a market.

import type { TradingTerms } from '@fairlot/rules/orders'

export interface CallFacts {
  readonly amount: bigint
  readonly paid: bigint
  /** Milliseconds since 1970. */
  readonly deadline: number
  readonly state: 'open' | 'forced'
}

export interface MarginState {
  /** Of the whole account; null when there is no debt. */
  readonly ratioBp: number | null
  /** The call that has not ended. */
  readonly call: CallFacts | null
  readonly nowMs: number
}

export type CallDecision =
  /** Nothing to do. */
  | 'leave'
  /** Open a call, with its deadline. */
  | 'call'
  /** Below the floor ratio, or past the deadline: close without waiting. */
  | 'force'
  /** The required amount was paid. */
  | 'met'
  /** Back at the ratio where a call ends, or no debt left. */
  | 'recovered'
  /** A forced close is complete. */
  | 'closed'

export function decideCall(
  terms: Pick<TradingTerms, 'callRatio' | 'cancelRatio' | 'floorRatio'>,
  { ratioBp, call, nowMs }: MarginState,
): CallDecision {
  const isBelow = (limit: number): boolean => ratioBp !== null && ratioBp < limit
  if (call === null) return isBelow(terms.floorRatio) ? 'force' : isBelow(terms.callRatio) ? 'call' : 'leave'
  if (call.state === 'forced') return isBelow(terms.cancelRatio) ? 'leave' : 'closed'
  if (isBelow(terms.floorRatio)) return 'force'
  // Paying the called amount meets the call even if prices have fallen since: a lower ratio opens a new call.
  if (call.paid >= call.amount) return 'met'
  if (!isBelow(terms.cancelRatio)) return 'recovered'
  return nowMs >= call.deadline ? 'force' : 'leave'
}
