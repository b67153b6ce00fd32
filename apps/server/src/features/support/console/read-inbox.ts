import type { ConsoleBodyOf, ConsoleDataOf } from '@fairlot/contract/console-routes'
import { supportStates } from '@fairlot/contract/support'
import { countsFrom, showOwner } from '#features/operators'
import type { Db } from '#platform/db'
import type { OperatorCaller } from '#platform/handler'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import { showAbouts } from '../about/show-about.ts'
import { showEntry, showHead } from '../show-thread.ts'
import type { ReadSupportStatistics } from '../statistics.ts'
import { readEntries } from '../store.ts'
import {
  countThreads,
  type InboxRow,
  readColleagues,
  readDetail,
  readInbox,
  readNotes,
  readRatings,
  readRestrictions,
} from './store.ts'

const showAssignee = ({ assigneeId, assignee }: InboxRow) =>
  assigneeId === null ? null : { operatorId: assigneeId, name: assignee ?? '' }

export async function listInbox(
  { db, statistics }: { readonly db: Db; readonly statistics: ReadSupportStatistics },
  { state, mine }: ConsoleBodyOf<'/support/inbox'>,
  { operatorId }: OperatorCaller,
  now: Date,
): Promise<ConsoleDataOf<'/support/inbox'>> {
  const [rows, counts] = await Promise.all([
    readInbox(db, state, mine === true ? operatorId : null),
    countThreads(db),
  ])
  const abouts = await showAbouts(db, rows)
  return {
    threads: rows.map((row) => ({
      ...showHead(row, abouts.get(row.threadId) ?? null),
      owner: showOwner(row),
      assignee: showAssignee(row),
      byTicket: row.byTicket,
      last: row.last,
    })),
    counts: countsFrom(supportStates, counts),
    statistics: await statistics(db, now),
  }
}

/** Refuses: `support.thread-not-found`. */
export async function showThread(
  db: Db,
  threadId: string,
  now: Date,
): Promise<ConsoleOutcome<ConsoleDataOf<'/support/thread'>>> {
  const row = await readDetail(db, threadId)
  if (!row) return refuse('support.thread-not-found')
  const [entries, notes, ratings, colleagues, restrictions, abouts] = await Promise.all([
    readEntries(db, threadId),
    readNotes(db, threadId),
    readRatings(db, threadId),
    readColleagues(db, now),
    readRestrictions(db, row.memberId),
    showAbouts(db, [row]),
  ])
  const { byTicket, language, verification, earlier } = row
  return done({
    thread: { ...showHead(row, abouts.get(threadId) ?? null), byTicket, language },
    owner: {
      ...showOwner(row),
      verification,
      restrictions: restrictions.map(({ kind }) => kind),
      earlier,
    },
    assignee: showAssignee(row),
    entries: entries.map(showEntry),
    notes: notes.map(({ at, ...note }) => ({ ...note, at: at.toISOString() })),
    ratings: ratings.map(({ solved, at }) => ({ solved, at: at.toISOString() })),
    colleagues: colleagues.map((each) => ({ ...each })),
  })
}
