// How a route of the console's API is declared. As a member route, but with the right an operator needs instead of the
// capability a member has.

import type { ZodMiniType } from 'zod/mini'
import type { ConsoleRefusalCode } from './catalogue/console.ts'
import type { OperatorRight } from './operators/states.ts'
import type { Pace } from './route.ts'

export interface ConsoleRoute {
  readonly path: `/${string}/${string}`
  readonly feature: string
  readonly summary: string
  /** `public` needs no session; `signed-in` needs one with both factors; the others a role that has the right now. */
  readonly right: OperatorRight | 'public' | 'signed-in'
  readonly pace: Pace
  readonly body: ZodMiniType
  readonly data: ZodMiniType
  readonly refusals: readonly ConsoleRefusalCode[]
  readonly idempotent?: boolean
  readonly objectIds?: readonly string[]
  /** Takes a picture as the whole body instead of JSON. */
  readonly takes?: 'image'
  /** Answers bytes to be saved instead of the envelope; a refusal is an envelope as everywhere. */
  readonly gives?: 'file'
}

export const defineConsoleRoute = <const R extends ConsoleRoute>(route: R): R => route
