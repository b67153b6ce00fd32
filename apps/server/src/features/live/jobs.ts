import { dayMs, hourMs } from '@fairlot/rules/calendar'
import { membersRules } from '@fairlot/rules/members'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import { deleteInBatches } from '#platform/delete-in-batches'
import type { Loop } from '#platform/loops'
import { deleteOldMemberEvents } from './member-events/store.ts'

export function tidyMemberEvents(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - membersRules.memberEventsKept.default * dayMs)
  return deleteInBatches((limit) => deleteOldMemberEvents(db, before, limit))
}

export const liveLoops = ({ db, clock }: { readonly db: Db; readonly clock: Clock }): readonly Loop[] => [
  { name: 'live-member-events', everyMs: hourMs, run: () => tidyMemberEvents(db, clock.now()) },
]
