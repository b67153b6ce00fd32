import type { DataOf } from '@fairlot/contract/routes'
import type { Db } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { showAbouts } from './about/show-about.ts'
import type { SupportDeps } from './deps.ts'
import { showEntry, showHead } from './show-thread.ts'
import { readEntries, readNewestAnswer, readThreadRow, readThreadRows } from './store.ts'

export async function listThreads(
  { db, statistics }: Pick<SupportDeps, 'db' | 'statistics'>,
  memberId: string,
  now: Date,
): Promise<DataOf<'/support/list'>> {
  const rows = await readThreadRows(db, memberId)
  const abouts = await showAbouts(db, rows)
  return {
    threads: rows.map((row) => ({
      ...showHead(row, abouts.get(row.threadId) ?? null),
      last: { isOwn: row.isOwn, text: row.last },
    })),
    statistics: await statistics(db, now),
  }
}

/** Refuses: `support.not-found`, also for another member's. */
export async function readThread(
  db: Db,
  memberId: string,
  threadId: string,
): Promise<Outcome<DataOf<'/support/read'>>> {
  const row = await readThreadRow(db, memberId, threadId)
  if (!row) return refuse('support.not-found')
  const [entries, answer, abouts] = await Promise.all([
    readEntries(db, threadId),
    readNewestAnswer(db, threadId),
    showAbouts(db, [row]),
  ])
  const rated = answer?.ratedAt
  return done({
    thread: showHead(row, abouts.get(threadId) ?? null),
    entries: entries.map(showEntry),
    rating: rated ? { solved: answer.solved!, at: rated.toISOString() } : null,
    canRate: answer !== undefined && !rated && row.state !== 'waiting',
  })
}
