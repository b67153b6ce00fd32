// The two programs publish the lessons as they publish offers: one proposes the next, the other approves it if it is word for
// word the lesson that it knows.

import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Database } from '@fairlot/process/database'
import type { VotingKey } from '../offers/key.ts'
import { openVoter, type Operator } from '../offers/voter.ts'
import { lessonPayload, lessons } from './lessons.ts'
import { type LessonProposal, proposeLesson, readLessonProposals, readSettledLessons } from './store.ts'

export const openTeacher = (db: Database, key: VotingKey): Promise<Operator> =>
  openVoter<LessonProposal>(db, key, {
    read: () => readLessonProposals(db),
    proposeDue: (now) => proposeNext(db, now),
    judge: () => isLesson,
  })

/** One at a time, in order: a list by time then has them in the order of the lessons. */
async function proposeNext(db: Database, now: Date): Promise<void> {
  const settled = await readSettledLessons(db)
  const next = lessons.find(({ articleId }) => !settled.has(articleId))
  if (next === undefined || (await readLessonProposals(db)).length > 0) return
  await proposeLesson(db, { reviewId: randomUUID(), articleId: next.articleId }, lessonPayload(next), now)
}

function isLesson({ subject, payload }: LessonProposal): boolean {
  const known = lessons.find(({ articleId }) => articleId === subject)
  return known !== undefined && isDeepStrictEqual(JSON.parse(payload), lessonPayload(known))
}
