// The two programs that act as operators of a practice market publish the lessons, and nothing else.

import { randomUUID } from 'node:crypto'
import { databaseOf } from '@fairlot/process/database'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lessonPayload, lessons } from '../../apps/practice/src/lessons/lessons.ts'
import { openTeacher } from '../../apps/practice/src/lessons/teach.ts'
import { newVotingKey, votingKey } from '../../apps/practice/src/offers/key.ts'
import type { Operator } from '../../apps/practice/src/offers/voter.ts'
import { differingFigures, draftProblem } from '../../packages/rules/src/news/index.ts'
import { rulebook } from '../../packages/rules/src/site/index.ts'
import { type OfferHarness, openOfferHarness } from './support/offer-harness.ts'

let harness: OfferHarness
const as = {} as Record<'proposer' | 'approver', pg.Pool>
let proposer: Operator
let approver: Operator

beforeAll(async () => {
  harness = await openOfferHarness()
  const { database } = harness.api
  const open = (url: string): pg.Pool => new pg.Pool({ connectionString: url, max: 1 })
  as.proposer = open(database.practiceProposerUrl)
  as.approver = open(database.practiceApproverUrl)
  proposer = await openTeacher(databaseOf(as.proposer), votingKey(newVotingKey()))
  approver = await openTeacher(databaseOf(as.approver), votingKey(newVotingKey()))
})
afterAll(async () => {
  await Promise.all([as.proposer.end(), as.approver.end()])
  await harness.stop()
})

const rules = new Set(rulebook.map(({ id }) => id))
const listed = async (): Promise<any[]> =>
  (await harness.api.client().call('/news/list', {})).body.data.articles
const refusal = (pool: pg.Pool, payload: object, articleId = lessons[0]!.articleId): Promise<string> =>
  pool
    .query('SELECT practice.propose_lesson($1, $2, $3, now()) AS refusal', [
      randomUUID(),
      articleId,
      JSON.stringify(payload),
    ])
    .then(
      ({ rows }) => rows[0].refusal as string,
      (error: { code: string }) => error.code,
    )

test('every lesson explains a rule in both languages', () => {
  expect(lessons.length).toBeGreaterThanOrEqual(8)
  expect(new Set(lessons.map(({ rule }) => rule)).size).toBe(lessons.length)
  for (const lesson of lessons) {
    expect(draftProblem({ ...lessonPayload(lesson), topic: lesson.topic }, rules)).toBeUndefined()
    expect(differingFigures(lesson.body.tw, lesson.body.en)).toEqual([])
    // A figure of a rule would be wrong after a change.
    expect(`${lesson.title.tw}${lesson.body.tw}${lesson.title.en}${lesson.body.en}`).not.toMatch(/\d/)
  }
})

test('a taken program proposes no other text', async () => {
  const [first, second] = lessons.map(lessonPayload)
  expect(await refusal(as.proposer, { ...first, body: { tw: '買這檔', en: 'Buy this' } })).toBe('42501')
  expect(await refusal(as.proposer, second!)).toBe('42501')
  expect(await refusal(as.proposer, first!, randomUUID())).toBe('42501')
  expect(await refusal(as.approver, first!)).toBe('42501')
})

test('two programs publish every lesson once, in order', async () => {
  for (const lesson of lessons) {
    harness.clock.advance(1_000)
    expect(await proposer.propose(harness.clock.now())).toBe(1)
    expect(await approver.approve(harness.clock.now())).toBe(1)
    await harness.execute()
    expect((await listed())[0]).toMatchObject({ articleId: lesson.articleId, title: lesson.title })
  }
  expect(await proposer.propose(harness.clock.now())).toBe(0)
  expect(await approver.approve(harness.clock.now())).toBe(0)
  expect(await refusal(as.proposer, lessonPayload(lessons[0]!))).toBe('proposal.open')
  const { articleId, rule } = lessons[0]!
  const whole = await harness.api.client().call('/news/read', { articleId })
  expect(whole.body.data.rule).toBe(rule)
})
