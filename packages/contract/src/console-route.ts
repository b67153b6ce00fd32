// How a console API route is declared: like a member route, but with an operator right instead of a member capability.

import type { ZodMiniType } from 'zod/mini'
import type { ConsoleRefusalCode } from './catalogue/console.ts'
import type { OperatorRight } from './operators/states.ts'
import type { RateLimit } from './route.ts'

export interface ConsoleRoute {
  readonly path: `/${string}/${string}`
  readonly feature: string
  readonly summary: string
  /**
   * `public` needs no session. `signed-in` needs a session with both factors. The others need a role that has the
   * right.
   */
  readonly right: OperatorRight | 'public' | 'signed-in'
  readonly rateLimit: RateLimit
  readonly body: ZodMiniType
  readonly data: ZodMiniType
  readonly refusals: readonly ConsoleRefusalCode[]
  readonly idempotent?: boolean
  /** The page polls this route on its own, so it does not keep the session alive. */
  readonly quiet?: boolean
  readonly objectIds?: readonly string[]
  /** The request body is an image instead of JSON. */
  readonly takes?: 'image'
  /** A success answers with a file download instead of the envelope; a refusal is an envelope as usual. */
  readonly gives?: 'file'
}

export const defineConsoleRoute = <const R extends ConsoleRoute>(route: R): R => route
