import type { MemberEvent } from '@fairlot/contract/market-data'
import type { Subjects } from '@fairlot/contract/venue'
import { type Bus, publishAfterCommit } from '#platform/bus'
import type { Tx } from '#platform/db'
import type { MemberEventEntry } from './record-member-event.ts'
import { insertMemberEvents, lockMemberEventsOf } from './store.ts'

/** Many events for many members, in two statements; numbered per member in the given order. */
export async function recordMemberEvents(
  tx: Tx,
  { bus, subjects }: { readonly bus: Bus; readonly subjects: Subjects },
  entries: readonly MemberEventEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const [, numbers] = await Promise.all([
    lockMemberEventsOf(tx, [...new Set(entries.map(({ memberId }) => memberId))].toSorted()),
    insertMemberEvents(
      tx,
      entries.map(({ memberId, kind, data, at }) => ({ memberId, kind, data: JSON.stringify(data), at })),
    ),
  ])
  entries.forEach(({ memberId, kind, data }, index) => {
    const news: MemberEvent = { n: numbers[index]!, kind, data }
    publishAfterCommit(tx, bus, subjects.own(memberId), news)
  })
}
