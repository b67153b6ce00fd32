import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import type { Db } from '#platform/db'
import { readSentToAll, readWaitingNotices } from './store.ts'

/** Notices sent to everyone, and those that wait for a second approval. */
export async function listSent(db: Db, now: Date): Promise<ConsoleDataOf<'/notices/sent'>> {
  const [sent, waiting] = await Promise.all([readSentToAll(db), readWaitingNotices(db)])
  return {
    sent: sent.map(({ texts, sentAt, ...notice }) => ({
      ...notice,
      ...texts,
      at: sentAt.toISOString(),
      isScheduled: sentAt > now,
    })),
    waiting: waiting.map(({ openedAt, ...review }) => ({ ...review, openedAt: openedAt.toISOString() })),
  }
}
