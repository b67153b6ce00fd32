import type { Db } from '#platform/db'
import { newId } from '#platform/ids'
import type { Log } from '#platform/log'
import { type Announcement, type Feed, UnusableAnswer } from './feed.ts'
import { insertAnnouncements, writeGoodImport, writeImportProblem } from './store.ts'

const maxBody = 6_000

/**
 * Reads every feed. An answer that cannot be used adds nothing, and its problem stays in the console until an answer is
 * good. Returns how many articles were added.
 */
export async function importNews(db: Db, feeds: readonly Feed[], log: Log, now: Date): Promise<number> {
  let added = 0
  for (const feed of feeds) {
    try {
      added += await importFeed(db, feed, now)
    } catch (error) {
      if (!(error instanceof UnusableAnswer)) throw error
      log.warn({ feed: feed.name, why: error.message }, 'announcements cannot be used')
      await writeImportProblem(db, feed.name, error.message.slice(0, 300), now)
    }
  }
  return added
}

async function importFeed(db: Db, feed: Feed, now: Date): Promise<number> {
  const announcements = await feed.read(now)
  refuseUnusable(announcements)
  return db.transaction(async (tx) => {
    const added = await insertAnnouncements(
      tx,
      feed,
      announcements.map((each) => ({ ...each, articleId: newId(now.getTime()) })),
      now,
    )
    await writeGoodImport(tx, feed.name, added, now)
    return added
  })
}

/** The database refuses the same; here the reason is known. */
const maxNew = 200

function refuseUnusable(announcements: readonly Announcement[]): void {
  if (announcements.length > maxNew)
    throw new UnusableAnswer(`${announcements.length} announcements are more than a source has`)
  const long = announcements.find(({ body }) => body.tw.length > maxBody)
  if (long) throw new UnusableAnswer(`the announcement about ${long.symbol} is too long`)
}
