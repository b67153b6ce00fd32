// The door between the HTTP layer and the feature that keeps sessions. The platform knows only this shape.

import type { RefusalCode } from '@fairlot/contract'
import type { Bar } from '@fairlot/rules/members'
import type { Caller, RequestContext } from './handler.ts'

/** What the phone sent. Empty strings stand for what was missing. */
export interface PresentedSession {
  readonly token: string
  /** The value of the HttpOnly `__Host-bind` cookie. Without it a copied token is worth nothing. */
  readonly bind: string
}

export interface Admitted {
  readonly ok: true
  readonly caller: Caller
  /** The restrictions in force, for the check against the route's capability. */
  readonly bars: readonly Bar[]
}

export interface TurnedAway {
  readonly ok: false
  readonly msg: RefusalCode
}

export type GateContext = Pick<RequestContext, 'requestId' | 'now' | 'ip' | 'userAgent'>

export interface SessionGate {
  /**
   * Proves token and bind cookie. Must be right within one second of a revocation; at once, unless `mayBeRecent` allows
   * what was read a moment ago.
   */
  authenticate(
    presented: PresentedSession,
    context: GateContext,
    mayBeRecent?: boolean,
  ): Promise<Admitted | TurnedAway>
  /** The `account` header named somebody else than the token's owner: the request is refused, this writes it down. */
  reportAccountMismatch(caller: Caller, context: GateContext): Promise<void>
}
