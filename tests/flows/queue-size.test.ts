// The queue with 10,000 waiting reviews among 1,000,000 members: a page, the counts, one review and a vote, each under a
// tenth of a second. 10,000 and 20,000 in CI; a million members with FAIRLOT_PROVE=1, which writes the figures down.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ConsoleDesk, startConsoleDesk, type TestOperator } from './support/console-desk.ts'
import { median, writeEvidence } from './support/evidence.ts'

const isProof = process.env['FAIRLOT_PROVE'] === '1'
const members = isProof ? 1_000_000 : 20_000
const waiting = 10_000

let desk: ConsoleDesk
let reviewer: TestOperator

beforeAll(async () => {
  desk = await startConsoleDesk()
  reviewer = await desk.operator('reviewer')
  const { owner } = desk
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
     SELECT gen_random_uuid(), 'Q0000-' || n, (ARRAY['day-trading', 'recovery', 'appeal'])[1 + n % 3], m.id, n::text,
       '{"amount": "1"}', encode(sha256(convert_to('{"amount": "1"}', 'UTF8')), 'hex'),
       now() - n * interval '1 second', now(), now() + interval '5 days',
       CASE WHEN n % 50 = 0 THEN '{large}'::text[] ELSE '{}' END, '', 'waiting'
     FROM generate_series(1, ${waiting}) n JOIN app.members m ON m.account = lpad(n::text, 10, '0')`,
  )
  await owner.query('ANALYZE')
}, 300_000)
afterAll(() => desk.stop())

test(`with ${waiting} waiting and ${members} members every action of the queue stays under 100 ms`, async () => {
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
  const medians = Object.fromEntries(Object.entries(times).map(([what, list]) => [what, median(list)]))
  if (isProof) {
    const slowest = Object.fromEntries(
      Object.entries(times).map(([what, list]) => [what, Math.round(Math.max(...list))]),
    )
    writeEvidence('queue-size', { waiting, members, medianMs: medians, slowestMs: slowest })
  }
  for (const [what, ms] of Object.entries(medians)) expect(ms, what).toBeLessThan(100)
}, 120_000)
