// Member events for the live feed, numbered per member without a gap, so that a client that was offline knows whether
// it missed one. Every feature that informs a member uses this.

import type { MemberEvent } from '@fairlot/contract/market-data'
import type { Subjects } from '@fairlot/contract/venue'
import { type Bus, publishAfterCommit } from '#platform/bus'
import type { Tx } from '#platform/db'
import { insertMemberEvent, lockMemberEvents } from './store.ts'

export interface MemberEventEntry {
  readonly memberId: string
  /** `feature-object.what-happened`: `alert.fired`. */
  readonly kind: string
  readonly data: Readonly<Record<string, unknown>>
  readonly at: Date
}

/**
 * Writes the event in the caller's transaction and publishes it after the commit. The member's numbers are locked until
 * then: a transaction that records for several members must do so in id order.
 */
export async function recordMemberEvent(
  tx: Tx,
  { bus, subjects }: { readonly bus: Bus; readonly subjects: Subjects },
  { memberId, kind, data, at }: MemberEventEntry,
): Promise<number> {
  const [, n] = await Promise.all([
    lockMemberEvents(tx, memberId),
    insertMemberEvent(tx, memberId, kind, JSON.stringify(data), at),
  ])
  const news: MemberEvent = { n, kind, data }
  publishAfterCommit(tx, bus, subjects.own(memberId), news)
  return n
}
