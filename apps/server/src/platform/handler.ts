// How a feature provides a route. The HTTP layer has already checked the schema, the session, the XSRF pair, the
// capability against the member's restrictions, the rate limit, and the idempotency key before a handler runs.

import type { Route } from '@fairlot/contract'
import type { ConsoleRoute } from '@fairlot/contract/console-route'
import type { GrantedRole } from '@fairlot/rules/operators'
import type * as z from 'zod/mini'
import type { Tx } from './db.ts'
import type { ConsoleOutcome, Outcome } from './outcome.ts'
import type { Outside } from './outside.ts'

/** The calling member, proved by token and bind cookie. */
export interface Caller {
  readonly memberId: string
  readonly account: string
  readonly sessionId: string
}

/** The calling operator, proved by both factors and the bind cookie. */
export interface OperatorCaller {
  readonly operatorId: string
  readonly sessionId: string
  readonly deviceId: string
  readonly login: string
  readonly name: string
  readonly roles: readonly GrantedRole[]
  readonly expiresAt: Date
}

export interface RequestContext {
  readonly requestId: string
  readonly now: Date
  /** The time for checking bank hours: `now`, except where a test sets another (BANK_CLOCK). */
  readonly bankNow: Date
  readonly ip: string
  readonly userAgent: string
  /** Long-lived cookie that marks a browser the member has signed in from before; empty when there is none. */
  readonly deviceCookie: string
  readonly idempotencyKey: string | undefined
  /** As the sender declared it; only routes that accept a picture use it. */
  readonly contentType: string
  /** Sent with the answer. Names are without the `__Host-` prefix; null clears. */
  setCookie(name: 'bind' | 'XSRF-TOKEN' | 'device', value: string | null, maxAgeSeconds?: number): void
}

type Context<R extends Route> = RequestContext &
  (R['capability'] extends 'public' ? unknown : { readonly caller: Caller }) &
  // An idempotent route runs inside the transaction that claims its key and stores its answer, so that no crash can
  // leave an effect without its stored answer. It must write only through this tx.
  (R['idempotent'] extends true ? { readonly tx: Tx; readonly outside: Outside } : unknown)

export type Handler<R extends Route> = (
  body: z.output<R['body']>,
  context: Context<R>,
) => Promise<Outcome<z.output<R['data']>>>

type ConsoleContext<R extends ConsoleRoute> = RequestContext &
  (R['right'] extends 'public' ? unknown : { readonly caller: OperatorCaller }) &
  (R['idempotent'] extends true ? { readonly tx: Tx; readonly outside: Outside } : unknown)

export type ConsoleHandlers<Routes extends Record<string, ConsoleRoute>> = {
  readonly [Name in keyof Routes]: (
    body: z.output<Routes[Name]['body']>,
    context: ConsoleContext<Routes[Name]>,
  ) => Promise<ConsoleOutcome<z.output<Routes[Name]['data']>>>
}

/** A feature's index exports one of these per route table; a missing handler does not compile. */
export type Handlers<Routes extends Record<string, Route>> = {
  readonly [Name in keyof Routes]: Handler<Routes[Name]>
}
