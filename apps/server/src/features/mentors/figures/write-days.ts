import { levelFiguresOf, levelOf, mentorFiguresOf } from '@fairlot/rules/mentors'
import { recordOutcome } from '#features/members'
import type { Db, Tx } from '#platform/db'
import { newId } from '#platform/ids'
import type { NotifyDeps } from '../deps.ts'
import { readRecord, recordUntil } from './record.ts'
import {
  type BehindMentor,
  insertMentorDay,
  type LastDay,
  readBehind,
  readFollowed,
  readLastCounted,
  readLastDay,
} from './store.ts'

const atOnce = 100

/**
 * Figures and level of every mentor for each day end that has none yet. The worker writes the day ends first, from the
 * settled day; a run that was interrupted is continued, and a missed day is written later from the same record.
 */
export async function writeMentorDays(db: Db, deps: NotifyDeps, now: Date): Promise<number> {
  let written = 0
  for (const mentor of await readBehind(db, atOnce))
    written += await db.transaction(async (tx) => {
      const before = await readLastDay(tx, mentor.id)
      const days = await writeMissingDays(tx, mentor)
      const after = await readLastDay(tx, mentor.id)
      if (before && after && before.level !== after.level)
        await notifyLevel(tx, deps, mentor, { before, after, now })
      return days
    })
  return written
}

/** Returns how many days were written. */
export async function writeMissingDays(tx: Tx, mentor: Omit<BehindMentor, 'name'>): Promise<number> {
  const [record, last, until, followed] = await Promise.all([
    readRecord(tx, mentor.memberId),
    readLastDay(tx, mentor.id),
    readLastCounted(tx, mentor.id),
    readFollowed(tx, mentor.id),
  ])
  const missing = record.days.filter(
    ({ date }) => date > (last?.date ?? '') && (until === null || date <= until),
  )
  for (const { date } of missing) {
    const { days, closed } = recordUntil(record, date)
    const figures = mentorFiguresOf(days, closed)!
    const level = levelOf(levelFiguresOf(figures), mentor.isSimulated)
    await insertMentorDay(tx, { mentorId: mentor.id, level, figures, ...followed })
  }
  return missing.length
}

const notifyLevel = (
  tx: Tx,
  deps: NotifyDeps,
  { id, memberId }: BehindMentor,
  { before, after, now }: { readonly before: LastDay; readonly after: LastDay; readonly now: Date },
): Promise<void> =>
  recordOutcome(tx, deps, {
    memberId,
    action: 'mentors.level-changed',
    actor: 'system',
    subject: `mentor:${id}`,
    now: { state: after.level ?? 'none' },
    details: { date: after.date, before: before.level ?? 'none' },
    event: { kind: 'mentor.changed', id },
    notice: {
      code: 'mentor.level',
      params: { before: before.level ?? 'none', after: after.level ?? 'none', date: after.date },
    },
    requestId: newId(now.getTime()),
    at: now,
  })
