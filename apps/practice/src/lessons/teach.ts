// The two programs publish the lessons as they publish offers: one proposes the next, the other approves it if it is word for
// word the lesson that it knows.

import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Database } from '@fairlot/process/database'
import type { VotingKey } from '../offers/key.ts'
import type { Operator } from '../offers/operator.ts'
import { sha256, signerOf } from '../offers/sign.ts'
import { approve, enlist, signProposal } from '../offers/store.ts'
import { lessonPayload, lessons } from './lessons.ts'
import { type LessonProposal, proposeLesson, readLessonProposals, readSettledLessons } from './store.ts'

export async function openTeacher(db: Database, key: VotingKey): Promise<Operator> {
  const { operatorId, keyId } = await enlist(db, key.publicKey)
  const signed = signerOf(key, { operatorId, keyId })
  return {
    operatorId,
    async propose(now) {
      await proposeNext(db, now)
      const unsigned = (await readLessonProposals(db)).filter(
        (proposal) => proposal.openedBy === operatorId && !proposal.isSigned,
      )
      for (const proposal of unsigned)
        await signProposal(db, proposal.reviewId, signed(proposal, proposal.reason, now))
      return unsigned.length
    },
    async approve(now) {
      const right = (await readLessonProposals(db)).filter(
        (proposal) => proposal.state === 'second' && proposal.isSigned && isLesson(proposal),
      )
      for (const proposal of right)
        await approve(db, proposal.reviewId, sha256(proposal.payload), signed(proposal, '', now))
      return right.length
    },
  }
}

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
