import { openTestDatabase, type TestDatabase } from '@fairlot/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { executeReviews } from '../../apps/server/src/features/operators/execution/execute-reviews.ts'
import { mentors } from '../../apps/server/src/features/mentors/feature.ts'
import { type Db, openDb } from '../../apps/server/src/platform/db.ts'
import { captureLog } from './support/captured-log.ts'
import { openVotes } from './support/two-operators.ts'

let database: TestDatabase
let asApi: Db
let asConsole: Db
let asWorker: Db
let votes: Awaited<ReturnType<typeof openVotes>>

beforeAll(async () => {
  database = await openTestDatabase()
  asApi = openDb({ url: database.apiUrl, poolSize: 2, applicationName: 'test-api' })
  asConsole = openDb({ url: database.consoleUrl, poolSize: 2, applicationName: 'test-console' })
  asWorker = openDb({ url: database.workerUrl, poolSize: 2, applicationName: 'test-worker' })
  votes = await openVotes(database.ownerUrl)
})
afterAll(async () => {
  await Promise.all([asApi.close(), asConsole.close(), asWorker.close(), votes.owner.end()])
  await database.close()
})

const { log } = captureLog('mentors')
const execute = () =>
  executeReviews(
    { db: asWorker, log, kinds: mentors.reviews!({} as never), onTrouble: () => undefined },
    () => new Date(),
  )
const ask = async (path: string, body: object): Promise<any> => {
  const routes = [...mentors.member!({ db: asApi } as never), ...mentors.console!({ db: asConsole } as never)]
  const context = { caller: votes.operators[0], now: new Date(), requestId: 'test' }
  return routes.find(({ route }) => route.path === path)!.handle(body, context as never)
}
const titles = async (path: string): Promise<string[]> =>
  (await ask(path, {})).data.entries.map(({ title }: { title: { en: string } }) => title.en)
const propose = (en: string, why = 'ticket 58') => ask('/mentors/propose', { title: { tw: '標題', en }, why })
const subjectOf = async (reviewId: string): Promise<string> => {
  const { rows } = await votes.owner.query('SELECT subject FROM app.reviews WHERE id = $1', [reviewId])
  return rows[0].subject
}

test('an entry is published when a second operator approves it', async () => {
  const { data } = await propose('First')
  expect(await execute()).toBe(0)
  expect(await titles('/mentors/list')).toEqual([])
  await votes.vote(1, 'mentors', await subjectOf(data.reviewId), 'approve', 'seen')
  expect(await execute()).toBe(1)
  expect(await titles('/mentors/list')).toEqual(['First'])
  expect(await titles('/mentors/published')).toEqual(['First'])
})

test('the proposer cannot approve their own entry', async () => {
  const { data } = await propose('Alone')
  const vote = votes.vote(0, 'mentors', await subjectOf(data.reviewId), 'approve', 'mine')
  await expect(vote).rejects.toThrow('review.same-person')
})

test('a rejected entry is not published', async () => {
  const { data } = await propose('Wrong')
  const subject = await subjectOf(data.reviewId)
  await votes.vote(1, 'mentors', subject, 'reject', 'not this one', { reason: 'wrong-content' })
  expect(await execute()).toBe(1)
  expect(await titles('/mentors/list')).toEqual(['First'])
})

test('a proposal without title or reason is refused', async () => {
  expect(await propose(' ')).toMatchObject({ ok: false, msg: 'input.required' })
  expect(await propose('Second', ' ')).toMatchObject({ ok: false, msg: 'proposal.why' })
})

test('the api cannot publish by itself', async () => {
  const insert = asApi.query(
    `INSERT INTO app.mentors SELECT gen_random_uuid(), id, 'a', 'b', now() FROM app.reviews`,
  )
  await expect(insert).rejects.toThrow('permission denied')
})
