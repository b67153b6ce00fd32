// Member events for the live feed, numbered per member without a gap, so that a client that was offline knows whether
// it missed one. Every feature that informs a member uses this.

import type { NewMemberEvent } from '@fairlot/contract/live'
import type { Subjects } from '@fairlot/contract/venue'
import { type Bus, publishAfterCommit } from '#platform/bus'
import type { Tx } from '#platform/db'
import { insertMemberEvents, lockMemberEvents } from './store.ts'

export type MemberEventEntry = NewMemberEvent & { readonly memberId: string; readonly at: Date }

/**
 * Writes the events in the caller's transaction, in two statements, and publishes them after the commit. Returns their
 * numbers, which count per member in the given order and are locked until the commit: a transaction that calls this
 * several times must do so in the order of the members' ids.
 */
export async function recordMemberEvents(
  tx: Tx,
  { bus, subjects }: { readonly bus: Bus; readonly subjects: Subjects },
  entries: readonly MemberEventEntry[],
): Promise<readonly number[]> {
  if (entries.length === 0) return []
  const [, numbers] = await Promise.all([
    lockMemberEvents(tx, [...new Set(entries.map(({ memberId }) => memberId))].toSorted()),
    insertMemberEvents(
      tx,
      entries.map(({ memberId, kind, data, at }) => ({ memberId, kind, data: JSON.stringify(data), at })),
    ),
  ])
  entries.forEach(({ memberId, kind, data }, index) =>
    publishAfterCommit(tx, bus, subjects.own(memberId), { n: numbers[index]!, kind, data }),
  )
  return numbers
}
