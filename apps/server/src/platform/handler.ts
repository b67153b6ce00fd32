// How a feature offers a route. The HTTP layer has already checked the schema, the session, the XSRF pair, the
// capability against the member's restrictions, the pace, and the idempotency key before a handler runs.

import type { Route } from '@fairlot/contract'
import type * as z from 'zod/mini'
import type { Outcome } from './outcome.ts'

/** Who is calling, as proved by token and bind cookie. */
export interface Caller {
  readonly memberId: string
  readonly account: string
  readonly sessionId: string
}

export interface RequestContext {
  readonly requestId: string
  readonly now: Date
  readonly ip: string
  readonly userAgent: string
  /** Long-lived cookie that marks a browser the member has signed in from before; empty when there is none. */
  readonly deviceCookie: string
  readonly idempotencyKey: string | undefined
  /** Sent with the answer. Names are without the `__Host-` prefix; null clears. */
  setCookie(name: 'bind' | 'XSRF-TOKEN' | 'device', value: string | null, maxAgeSeconds?: number): void
}

export type Handler<R extends Route> = R['capability'] extends 'public'
  ? (body: z.output<R['body']>, context: RequestContext) => Promise<Outcome<z.output<R['data']>>>
  : (
      body: z.output<R['body']>,
      context: RequestContext & { readonly caller: Caller },
    ) => Promise<Outcome<z.output<R['data']>>>

/** A feature's front door exports one of these per route table; a missing handler does not compile. */
export type Handlers<Routes extends Record<string, Route>> = { readonly [Name in keyof Routes]: Handler<Routes[Name]> }
