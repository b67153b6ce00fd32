import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { Files } from '#platform/files'
import type { Loop } from '#platform/loops'
import { placeOf } from './place.ts'
import { deleteUpload, dropUnclaimed, listDropped, markGone } from './store.ts'

const dayMs = 86_400_000
const batch = 100

export const uploadsLoops = (db: Db, files: Files, clock: Clock): readonly Loop[] => [
  { name: 'uploads-sweep', everyMs: 60_000, run: () => sweepFiles(db, files, clock.now()) },
]

/**
 * Deletes what no form took over within a day, and what was dropped. The row is marked first, so that nothing can take it
 * while its bytes go; a crash in between leaves the mark, and the next round goes on.
 */
export async function sweepFiles(db: Db, files: Files, now: Date): Promise<number> {
  await dropUnclaimed(db, new Date(now.getTime() - dayMs), now, batch)
  const dropped = await listDropped(db, batch)
  for (const { id, memberId, isUpload } of dropped) {
    await files.delete(placeOf(memberId, id))
    await (isUpload ? deleteUpload(db, id) : markGone(db, id, now))
  }
  return dropped.length
}
