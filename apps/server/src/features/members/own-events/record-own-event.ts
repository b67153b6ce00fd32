// What happened to a member, as the live feed tells him: numbered per member without a gap, so that a phone that
// was away knows whether it missed something. Whatever a feature tells a member goes through here.

import type { OwnEvent } from '@fairlot/contract/market-data'
import type { Subjects } from '@fairlot/contract/venue'
import { type Bus, publishAfterCommit } from '#platform/bus'
import type { Tx } from '#platform/db'
import { insertOwnEvent, lockOwnEvents } from './store.ts'

export interface OwnEventEntry {
  readonly memberId: string
  /** `feature-object.what-happened`: `alert.fired`. */
  readonly kind: string
  readonly data: Readonly<Record<string, unknown>>
  readonly at: Date
}

/**
 * Writes the event in the caller's transaction and says it once that has committed. The member's numbers are locked
 * until then: whoever records for several members in one transaction does it in the order of their ids.
 */
export async function recordOwnEvent(
  tx: Tx,
  { bus, subjects }: { readonly bus: Bus; readonly subjects: Subjects },
  { memberId, kind, data, at }: OwnEventEntry,
): Promise<number> {
  const [, n] = await Promise.all([
    lockOwnEvents(tx, memberId),
    insertOwnEvent(tx, memberId, kind, JSON.stringify(data), at),
  ])
  const news: OwnEvent = { n, kind, data }
  publishAfterCommit(tx, bus, subjects.own(memberId), news)
  return n
}
