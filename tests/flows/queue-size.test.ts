// The queue with 10,000 waiting reviews among 1,000,000 members: a page, the counts, one review and a vote, each under
// a tenth of a second; and the list of those members by every filter and order. 10,000 and 20,000 in CI; a million
// members with FAIRLOT_PROVE=1, which writes the figures.

import { timeLimit } from '@fairlot/testkit/until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ConsoleHarness, startConsoleHarness, type TestOperator } from './support/console-harness.ts'
import { median, writeEvidence } from './support/evidence.ts'

const isProof = process.env['FAIRLOT_PROVE'] === '1'
const members = isProof ? 1_000_000 : 20_000
const waiting = 10_000

let harness: ConsoleHarness
let reviewer: TestOperator

beforeAll(async () => {
  harness = await startConsoleHarness()
  reviewer = await harness.operator('reviewer')
  const { owner } = harness
  for (let from = 0; from < members; from += 50_000) {
    await owner.query(
      `INSERT INTO app.members (id, account, invitation_code, joined_at)
       SELECT gen_random_uuid(), lpad(n::text, 10, '0'), 'Q' || n, now() FROM generate_series($1::integer, $2::integer) n`,
      [from + 1, Math.min(from + 50_000, members)],
    )
  }
  await owner.query(
    `INSERT INTO app.reviews (id, number, kind, member_id, subject, payload, payload_hash, opened_at, promised_at,
       expires_at, flags, reason, state)
     SELECT gen_random_uuid(), 'Q0000-' || n, (ARRAY['day-trading', 'recovery', 'appeal'])[1 + n % 3], m.id, gen_random_uuid()::text,
       '{"amount": "1"}', encode(sha256(convert_to('{"amount": "1"}', 'UTF8')), 'hex'),
       now() - n * interval '1 second', now(), now() + interval '5 days',
       CASE WHEN n % 50 = 0 THEN '{large}'::text[] ELSE '{}' END, '', 'waiting'
     FROM generate_series(1, ${waiting}) n JOIN app.members m ON m.account = lpad(n::text, 10, '0')`,
  )
  // A member who has signed in has a session; one in a thousand is restricted, one in five verified.
  await owner.query(
    `INSERT INTO app.sessions (id, member_id, account, token_hash, bind_hash, device_id, label, network, created_at,
       last_seen_at, expires_at)
     SELECT gen_random_uuid(), id, account, sha256(id::text::bytea), sha256('bind'), id, 'phone', '10.0.0', now() - interval '90 days',
       date_trunc('milliseconds', now() - account::bigint * interval '5 seconds'), now() + interval '1 day' FROM app.members`,
  )
  await owner.query(
    `INSERT INTO app.restrictions (id, member_id, kind, reason, set_by_first, set_by_second, since, review_on)
     SELECT gen_random_uuid(), id, 'no-trading', 'debt', 'a', 'b', now(), current_date + 20 FROM app.members
     WHERE account::bigint % 1000 = 7`,
  )
  await owner.query(`UPDATE app.members SET verification = 'verified' WHERE account::bigint % 5 = 0`)
  await owner.query('ANALYZE')
}, 600_000)
afterAll(() => harness.stop())

test(`with ${waiting} reviews and ${members} members each action takes under 100 ms`, async () => {
  const { browser } = reviewer
  const times: Record<string, number[]> = {}
  const timed = async <Value>(what: string, run: () => Promise<Value>): Promise<Value> => {
    const begun = performance.now()
    const value = await run()
    ;(times[what] ??= []).push(performance.now() - begun)
    return value
  }
  let after: string | undefined
  for (let round = 0; round < 15; round++) {
    const page = await timed('page', () =>
      browser.ask('/operators/queue', after === undefined ? { filter: {} } : { filter: {}, after }),
    )
    after = page.body.data.next!
    await timed('page of a kind', () =>
      browser.ask('/operators/queue', { filter: { kinds: ['recovery'], mine: true } }),
    )
    await timed('flagged', () => browser.ask('/operators/queue', { filter: { flagged: true } }))
    await timed('counts', () => browser.ask('/operators/queueCounts'))
    const { reviewId } = page.body.data.reviews[round]!
    const { body } = await timed('one review', () => browser.ask('/operators/review', { reviewId }))
    const { payloadHash } = body.data
    const vote = { reviewId, decision: 'approve', payloadHash, note: '' }
    const voted = await timed('vote', () => browser.ask('/operators/vote', vote))
    expect(voted.body.data.state).toBe('second')
  }
  const [{ id: memberId } = { id: '' }] = await harness.owner.query<{ id: string }>(
    `SELECT id FROM app.members WHERE account = '0000000007'`,
  )
  const filters = {
    'members, newest': { filter: {}, sort: 'joined' },
    'members, last here': { filter: {}, sort: 'seen' },
    'members here within a week': { filter: { seenWithinDays: 7 }, sort: 'seen' },
    'members restricted': { filter: { restricted: 'any' }, sort: 'joined' },
    'members restricted, last here': { filter: { restricted: 'no-trading' }, sort: 'seen' },
    'members verified': { filter: { verification: 'verified' }, sort: 'joined' },
    'members waiting': { filter: { waiting: true }, sort: 'joined' },
    'members called': { filter: { called: true }, sort: 'seen' },
  }
  for (let round = 0; round < 5; round++) {
    for (const [what, asked] of Object.entries(filters)) {
      const first = await timed(what, () => browser.ask('/members/list', asked))
      expect(first.http, what).toBe(200)
      const { next } = first.body.data
      if (next !== null) {
        const second = await timed(`${what}, second page`, () =>
          browser.ask('/members/list', { ...asked, after: next }),
        )
        expect(second.http, what).toBe(200)
      }
    }
    await timed('members, counts', () => browser.ask('/members/counts'))
    await timed('one member', () => browser.ask('/members/detail', { memberId }))
  }
  const medians = Object.fromEntries(Object.entries(times).map(([what, list]) => [what, median(list)]))
  if (isProof) {
    const slowest = Object.fromEntries(
      Object.entries(times).map(([what, list]) => [what, Math.round(Math.max(...list))]),
    )
    writeEvidence('queue-size', { waiting, members, medianMs: medians, slowestMs: slowest })
  }
  const slow = Object.entries(medians).filter(([, ms]) => ms >= timeLimit(100))
  expect(slow, 'slower than a tenth of a second').toEqual([])
})
