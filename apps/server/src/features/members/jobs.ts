import { membersRules } from '@fairlot/rules/members'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { Loop } from '#platform/loops'
import { deleteOldMemberEvents } from './member-events/store.ts'

const dayMs = 86_400_000
const batch = 5_000
/** A round ends after this many batches; the next one continues. */
const maxBatches = 100

/** Each batch commits by itself, because a long transaction would keep the table's dead rows. */
export async function tidyMemberEvents(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - membersRules.memberEventsKept.default * dayMs)
  let deleted = 0
  for (let round = 0; round < maxBatches; round++) {
    const did = await deleteOldMemberEvents(db, before, batch)
    deleted += did
    if (did < batch) break
  }
  return deleted
}

export const membersLoops = ({ db, clock }: { readonly db: Db; readonly clock: Clock }): readonly Loop[] => [
  { name: 'members-member-events', everyMs: 3_600_000, run: () => tidyMemberEvents(db, clock.now()) },
]
