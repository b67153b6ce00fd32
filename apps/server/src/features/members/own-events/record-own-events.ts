import type { OwnEvent } from '@fairlot/contract/market-data'
import type { Subjects } from '@fairlot/contract/venue'
import { type Bus, publishAfterCommit } from '#platform/bus'
import type { Tx } from '#platform/db'
import type { OwnEventEntry } from './record-own-event.ts'
import { insertOwnEvents, lockOwnEventsOf } from './store.ts'

/** Many at once, for many members, in two statements; numbered per member in the order given. */
export async function recordOwnEvents(
  tx: Tx,
  { bus, subjects }: { readonly bus: Bus; readonly subjects: Subjects },
  entries: readonly OwnEventEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const [, numbers] = await Promise.all([
    lockOwnEventsOf(tx, [...new Set(entries.map(({ memberId }) => memberId))].toSorted()),
    insertOwnEvents(
      tx,
      entries.map(({ memberId, kind, data, at }) => ({ memberId, kind, data: JSON.stringify(data), at })),
    ),
  ])
  entries.forEach(({ memberId, kind, data }, index) => {
    const news: OwnEvent = { n: numbers[index]!, kind, data }
    publishAfterCommit(tx, bus, subjects.own(memberId), news)
  })
}
