import type { Route } from '@fairlot/contract'
import type { ConsoleRoute } from '@fairlot/contract/console-route'
import type { Tx } from '../db.ts'
import type { Caller, ConsoleHandlers, Handlers, OperatorCaller, RequestContext } from '../handler.ts'
import type { ConsoleOutcome } from '../outcome.ts'
import type { Outside } from '../outside.ts'

export type AnyRoute = Route | ConsoleRoute
export type AnyCaller = Caller | OperatorCaller
type AnyContext = RequestContext & {
  readonly caller?: AnyCaller
  readonly tx?: Tx
  readonly outside?: Outside
}

/** A route of the contract with its handler. The pipeline provides caller and tx before it runs. */
export interface BoundRoute {
  readonly route: AnyRoute
  handle(body: unknown, context: AnyContext): Promise<ConsoleOutcome<unknown>>
}

export function bindRoutes<Routes extends Record<string, Route>>(
  routes: Routes,
  handlers: Handlers<Routes>,
): readonly BoundRoute[] {
  return bind(routes, handlers)
}

export function bindConsoleRoutes<Routes extends Record<string, ConsoleRoute>>(
  routes: Routes,
  handlers: ConsoleHandlers<Routes>,
): readonly BoundRoute[] {
  return bind(routes, handlers)
}

const bind = (
  routes: Readonly<Record<string, AnyRoute>>,
  handlers: Readonly<Record<string, unknown>>,
): readonly BoundRoute[] =>
  Object.entries(routes).map(([name, route]) => ({
    route,
    handle: handlers[name] as BoundRoute['handle'],
  }))

/** What a caller needs: a member's capability or an operator's right. */
export const needsOf = (route: AnyRoute): string => ('right' in route ? route.right : route.capability)
