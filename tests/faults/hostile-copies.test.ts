// The worker's and the api's database roles in an attacker's hand, with a copy that runs: what they post on its hold is
// found by one run of reconciliation, and no row of a copy can be written past its checks.

import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CopyHarness, openCopyHarness } from '../flows/support/copy-harness.ts'
import type { TestMember } from '../flows/support/start-test-api.ts'
import { copyEvents, entryArguments } from './hostile/forged-entries.ts'

let harness: CopyHarness
let worker: pg.Client
let api: pg.Client
let follower: TestMember
let copyId: string
let mentorId: string
let held: string

beforeAll(async () => {
  harness = await openCopyHarness()
  mentorId = (await harness.mentor()).mentorId
  follower = await harness.member()
  copyId = await harness.followed(follower, mentorId)
  const { rows } = await harness.owner.query('SELECT hold_id FROM app.copies WHERE id = $1', [copyId])
  held = rows[0].hold_id
  const { database } = harness.api
  worker = new pg.Client({ connectionString: database.workerUrl })
  api = new pg.Client({ connectionString: database.apiUrl })
  await Promise.all([worker.connect(), api.connect()])
})
afterAll(async () => {
  await Promise.all([worker?.end(), api?.end()])
  await harness?.stop()
})

it.each(copyEvents)('a %s without an end is found', async (event) => {
  const cash = `member/${follower.memberId}/TWD`
  await worker.query('BEGIN')
  try {
    const { rows } = await worker.query(
      'SELECT outcome FROM ledger.post_many($1, $2, $3, $4, $5, $6, $7, $8)',
      entryArguments(
        {
          event,
          reference: copyId,
          lines:
            event === 'copy.held'
              ? [
                  [`${cash}/available`, -5_000_000],
                  [`${cash}/held`, 5_000_000, randomUUID()],
                ]
              : [
                  [`${cash}/held`, -5_000_000, held],
                  event === 'copy.spent'
                    ? [`${cash}/held`, 5_000_000, randomUUID()]
                    : [`${cash}/available`, 5_000_000],
                ],
        },
        harness.clock.now(),
      ),
    )
    expect(rows[0].outcome).toBe('posted')
    const found = await worker.query('SELECT code FROM app.reconcile() WHERE difference <> 0')
    expect(found.rows.map(({ code }) => String(code))).toContain('requests')
  } finally {
    await worker.query('ROLLBACK')
  }
})

it.each([
  ['stopped', 'cannot end as stopped'],
  ['mentor-closed', 'cannot end as mentor-closed'],
  ['term-over', 'cannot end as term-over'],
  ['stop-loss', 'cannot end as stop-loss'],
  ['unsuitable', 'cannot end as unsuitable'],
])('the worker cannot end a running copy as %s', async (reason, message) => {
  await expect(
    worker.query('SELECT app.end_copy($1, $2, NULL, $3, now())', [copyId, reason, randomUUID()]),
  ).rejects.toThrow(message)
})

it('the worker cannot start a copy that two operators did not approve', async () => {
  await expect(worker.query('SELECT app.start_copy($1, $2, now())', [copyId, randomUUID()])).rejects.toThrow(
    'not approved by two operators',
  )
})

it('the worker cannot publish a product that two operators did not approve', async () => {
  await expect(
    worker.query('SELECT app.publish_copy_product($1, $1, now())', [randomUUID()]),
  ).rejects.toThrow('not approved by two operators')
})

const insert = (over: { readonly amount?: number; readonly state?: string; readonly member?: string }) =>
  api.query(
    `INSERT INTO app.copies (id, member_id, mentor_id, amount, hold_id, stock_share_bp, state, starts_on, sent_at, promised_at, started_at)
     VALUES ($1, $2, $3, $4, $1, 3000, $5, current_date, now(), now(), CASE $5 WHEN 'following' THEN now() END)`,
    [
      randomUUID(),
      over.member ?? follower.memberId,
      mentorId,
      over.amount ?? 5_000_000,
      over.state ?? 'following',
    ],
  )

it('the api cannot write a copy without its money', async () => {
  await expect(insert({})).rejects.toThrow('has no hold')
})

it('the api cannot start a large copy by itself', async () => {
  await expect(insert({ amount: 50_000_001 })).rejects.toThrow('may not start as following')
})

it('the api cannot let a mentor follow themselves', async () => {
  const { rows } = await harness.owner.query('SELECT member_id FROM app.mentors WHERE id = $1', [mentorId])
  await expect(insert({ member: rows[0].member_id })).rejects.toThrow('cannot be followed')
})

it('the api cannot end a copy without the release of its hold', async () => {
  const { rows } = await api.query('SELECT app.end_own_copy($1, $2, $3, false, now()) AS state', [
    copyId,
    follower.memberId,
    randomUUID(),
  ])
  expect(rows[0].state).toBeNull()
  await expect(api.query(`UPDATE app.copies SET state = 'ended' WHERE id = $1`, [copyId])).rejects.toThrow(
    'permission denied',
  )
})
