// How a route of the member API is declared. The server builds handlers, permission checks, idempotency,
// OpenAPI and the permission matrix from this table; the app takes only its types, so no schema reaches the phone.

import type { ZodMiniType } from 'zod/mini'
import type { MessageCode } from './catalogue/codes.ts'

/**
 * What a caller must be allowed to do. `public` needs no session; everything else does.
 * Which restriction blocks which capability is decided in packages/rules/src/members/restrictions.ts.
 */
export const capabilities = [
  'public',
  'read-own',
  'secure-own',
  'edit-own',
  'trade',
  'close',
  'bring-money',
  'move-money',
] as const
export type Capability = (typeof capabilities)[number]

/** How often it may be called: the names are here, the numbers in the server's platform/pace.ts. */
export type Pace = 'read' | 'write' | 'order' | 'close' | 'credential' | 'register'

export interface Route {
  readonly path: `/${string}/${string}`
  readonly feature: string
  readonly summary: string
  readonly capability: Capability
  readonly pace: Pace
  readonly body: ZodMiniType
  readonly data: ZodMiniType
  /** Business refusals this route may answer with, beyond those every route may (bad input, signed out, busy). */
  readonly refusals: readonly MessageCode[]
  /** Moves money or makes something that must not exist twice: the Idempotency-Key header is then required. */
  readonly idempotent?: boolean
  /** Body fields that name an object of a member: the permission matrix swaps each for a stranger's. */
  readonly objectIds?: readonly string[]
  /** Takes a picture as its whole body instead of JSON: content type image/*, up to `imageBytes`. */
  readonly takes?: 'image'
  /** Answers bytes to be saved instead of the envelope; a refusal is an envelope as everywhere. */
  readonly gives?: 'file'
}

export const imageBytes = 5 * 1024 * 1024

export const defineRoute = <const R extends Route>(route: R): R => route
