// How a route of the member API is declared. The server builds handlers, permission checks, idempotency, OpenAPI and
// the permission matrix from this table. An app uses only its types, so no schema of a route is in its bundle.

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

/** Rate limits: the names are here, the numbers in the server's platform/rate-limits.ts. */
export type RateLimit = 'read' | 'write' | 'order' | 'close' | 'credential' | 'register'

export interface Route {
  readonly path: `/${string}/${string}`
  readonly feature: string
  readonly summary: string
  readonly capability: Capability
  readonly rateLimit: RateLimit
  readonly body: ZodMiniType
  readonly data: ZodMiniType
  /** Business refusals this route can answer with, beyond the general ones (bad input, signed out, busy). */
  readonly refusals: readonly MessageCode[]
  /** Moves money or creates something that must not exist twice, so the Idempotency-Key header is required. */
  readonly idempotent?: boolean
  /** Body fields with the id of a member's object: the permission matrix replaces each by another member's id. */
  readonly objectIds?: readonly string[]
  /** The request body is an image instead of JSON: content type image/*, up to `imageBytes`. */
  readonly takes?: 'image'
  /** A success answers with a file download instead of the envelope; a refusal is an envelope as usual. */
  readonly gives?: 'file'
}

export const imageBytes = 5 * 1024 * 1024

export const defineRoute = <const R extends Route>(route: R): R => route
