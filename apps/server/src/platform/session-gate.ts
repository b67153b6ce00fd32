// The interface between the HTTP layer and the feature that owns sessions. The platform knows only this.

import type { RefusalCode } from '@fairlot/contract'
import type { Bar } from '@fairlot/rules/members'
import type { Caller, RequestContext } from './handler.ts'

/** What the client sent. Empty strings stand for missing values. */
export interface PresentedSession {
  readonly token: string
  /** The value of the HttpOnly `__Host-bind` cookie. Without it a copied token is worthless. */
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
   * Verifies token and bind cookie. A revocation must take effect at once, or within one second where `mayBeRecent`
   * allows a cached session.
   */
  authenticate(
    presented: PresentedSession,
    context: GateContext,
    mayBeRecent?: boolean,
  ): Promise<Admitted | TurnedAway>
  /** The `account` header does not match the token's owner: the request is refused, and this records it. */
  reportAccountMismatch(caller: Caller, context: GateContext): Promise<void>
}
