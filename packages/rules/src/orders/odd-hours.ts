// When odd lots are accepted outside continuous trading: for the auction after the close, or again at a known time.

import { taipeiIso } from '../calendar/taipei.ts'

/** The auction after the close, milliseconds since 1970. */
export interface OddAuction {
  readonly from: number
  readonly until: number
}

export type OddHours =
  /** Orders are accepted, and all of them meet in one match. */
  | { readonly kind: 'auction'; readonly matchAt: number }
  | { readonly kind: 'waiting'; readonly opensAt: number }

/** Undefined when the times are not known. `opensAt` is when the next opening accepts odd lots. */
export function oddHoursAt(
  auction: OddAuction | null,
  opensAt: number | null,
  nowMs: number,
): OddHours | undefined {
  if (auction !== null && nowMs < auction.from) return { kind: 'waiting', opensAt: auction.from }
  if (auction !== null && nowMs < auction.until) return { kind: 'auction', matchAt: auction.until }
  return opensAt === null ? undefined : { kind: 'waiting', opensAt }
}

/** A moment in Taipei as a message names it: 11/18 13:40. */
export const momentText = (atMs: number): string =>
  taipeiIso(atMs).slice(5, 16).replace('-', '/').replace('T', ' ')
