import type { Route } from '@fairlot/contract'
import type { Tx } from '../db.ts'
import type { Caller, Handlers, RequestContext } from '../handler.ts'
import type { Outcome } from '../outcome.ts'

type AnyContext = RequestContext & { readonly caller?: Caller; readonly tx?: Tx }

/** A route of the contract with the handler that answers it. The pipeline proves caller and tx before it runs. */
export interface BoundRoute {
  readonly route: Route
  readonly handle: (body: unknown, context: AnyContext) => Promise<Outcome<unknown>>
}

export function bindRoutes<Routes extends Record<string, Route>>(
  routes: Routes,
  handlers: Handlers<Routes>,
): readonly BoundRoute[] {
  return Object.entries(routes).map(([name, route]) => ({
    route,
    handle: handlers[name] as unknown as BoundRoute['handle'],
  }))
}
