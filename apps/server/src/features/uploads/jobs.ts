import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { Files } from '#platform/files'
import type { Loop } from '#platform/loops'
import { placeOf } from './place.ts'
import { deleteUpload, dropUnclaimed, listDropped, markGone } from './store.ts'

const dayMs = 86_400_000
const batch = 100

export const uploadsLoops = ({
  db,
  files,
  clock,
}: {
  readonly db: Db
  readonly files: Files
  readonly clock: Clock
}): readonly Loop[] => [
  { name: 'uploads-sweep', everyMs: 60_000, run: () => sweepFiles(db, files, clock.now()) },
]

/**
 * Deletes files that no form claimed within a day, and dropped ones. The row is marked first, so that it cannot be
 * claimed while its bytes are deleted; after a crash the mark remains, and the next round continues.
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
