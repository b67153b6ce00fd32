// One lock order of copies, positions and balances: each test holds the first lock of another writer, lets the end of a copy begin, and
// takes the next lock. With another order PostgreSQL ends one of the two as a deadlock. The last test runs all of them at once.

import { openSql, type Sql } from '@fairlot/testkit/sql'
import { until } from '@fairlot/testkit/until'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { endOutlived, runBlocks } from '../../apps/server/src/features/copy-trading/index.ts'
import { type BlockMentor, type BlockVenue, type Follower, openBlockVenue } from './support/block-venue.ts'
import { matchOddLots, oddSeat } from './support/odd-lots.ts'

vi.setConfig({ testTimeout: 120_000 })

const symbol = '1102'
const price = 10_000
let harness: BlockVenue
let other: Sql
beforeAll(async () => {
  harness = await openBlockVenue({ symbols: [symbol, '2330'], startAt: '2026-12-01T02:00:00Z' })
  other = openSql(harness.venue.database.ownerUrl, { connections: 1 })
})
afterAll(async () => {
  await other.close()
  await harness.stop()
})

/** Two steps of another transaction; what `begin` starts waits for a lock between them. */
async function between<Result>(
  first: readonly [string, readonly unknown[]],
  begin: () => Promise<Result>,
  second: readonly [string, readonly unknown[]],
): Promise<Result> {
  const { begun } = await other.transaction(async (tx) => {
    await tx.query(...first)
    const waiting = begin()
    await until('the other waits for a lock', async () => {
      const rows = await harness.venue.sql.query(
        `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      )
      return rows.length > 0
    })
    await tx.query(...second)
    return { begun: waiting }
  })
  return begun
}

const lockBalance = (account: string) =>
  [
    'SELECT FROM ledger.balances WHERE account_id = ledger.account_id($1) FOR NO KEY UPDATE',
    [account],
  ] as const

async function bought(mentor: BlockMentor, one: Follower): Promise<string> {
  await harness.venue.seat('maker-1', symbol, 'sell', price, 2)
  await oddSeat(harness.venue, 'maker-1', symbol, 'sell', price, 100)
  await harness.placed(mentor, { symbol, price, lots: 2, acknowledged: ['equity-share'] })
  await harness.run()
  await harness.venue.settled()
  await matchOddLots(harness.venue)
  await harness.venue.settled()
  await harness.run()
  await harness.sleep(mentor, one)
  return (await harness.read(one)).positions[0].positionId
}

test('a stop that sells waits for settlement without its money', async () => {
  const mentor = await harness.mentor()
  const one = await harness.follower(mentor)
  const positionId = await bought(mentor, one)
  const stopped = await between(
    ['SELECT FROM app.positions WHERE id = $1 FOR NO KEY UPDATE', [positionId]],
    () => one.client.call('/copy-trading/stop', { copyId: one.copyId, how: 'sell' }, { key: true }),
    lockBalance(`member/${one.memberId}/TWD/available`),
  )
  expect([stopped.http, stopped.body.data?.selling]).toEqual([200, 1])
  expect(await harness.venue.breaches()).toEqual([])
})

/** Two copies of one mentor: the ledger's order of their accounts is not the order of their ids. */
async function crossed(): Promise<{
  readonly mentor: BlockMentor
  readonly low: string
  readonly high: string
}> {
  for (;;) {
    const mentor = await harness.mentor()
    const both = [await harness.follower(mentor), await harness.follower(mentor)]
    const [early, late] = both.toSorted((a, b) => (a.copyId < b.copyId ? -1 : 1))
    const accounts = both.flatMap(({ memberId }) =>
      ['available', 'held'].map((kind) => `member/${memberId}/TWD/${kind}`),
    )
    const [least] = await harness.venue.sql.query<{ code: string }>(
      'SELECT a.code FROM ledger.accounts a WHERE a.code = ANY ($1) ORDER BY a.id LIMIT 1',
      [accounts],
    )
    if (least!.code.includes(late!.memberId))
      return { mentor, low: least!.code, high: `member/${early!.memberId}/TWD/available` }
  }
}

test('ends of copies lock balances in the order of the ledger', async () => {
  const { mentor, low, high } = await crossed()
  const { db, now, settlement, sql } = harness.venue
  const { bus, subjects } = settlement
  await sql.query(`UPDATE app.mentors SET state = 'closed', closed_at = $2 WHERE id = $1`, [
    mentor.mentorId,
    new Date(now),
  ])
  const ended = await between(
    lockBalance(low),
    () => endOutlived({ db, bus, subjects }, new Date(now)),
    lockBalance(high),
  )
  expect(ended).toBe(2)
  expect(await harness.venue.breaches()).toEqual([])
})

/** Many with `npm run prove`, some in CI. */
const rounds = process.env.FAIRLOT_PROVE === '1' ? 40 : 2

const countDeadlocks = async (): Promise<number> => {
  const [row] = await harness.venue.sql.query<{ count: number }>(
    'SELECT deadlocks::int AS count FROM pg_stat_database WHERE datname = current_database()',
  )
  return row!.count
}

/** Every loop of the worker and settlement run while each follower stops at another step of the block. */
async function collide(mentor: BlockMentor, followers: readonly Follower[], round: number): Promise<void> {
  const { sql, db, now, settlement } = harness.venue
  const { bus, subjects } = settlement
  const one = async <Row>(text: string): Promise<Row> => {
    const [row] = await sql.query<Row>(text, [mentor.mentorId])
    return row!
  }
  let isOver = false
  const again = async (run: () => Promise<unknown>): Promise<void> => {
    while (!isOver) await run()
  }
  const loops = [
    again(() => runBlocks({ db, bus, subjects }, () => new Date(now), 2)),
    again(() => harness.endLost()),
    again(() => harness.sellRest()),
    again(() => harness.restore()),
    again(() => endOutlived({ db, bus, subjects }, new Date(now))),
  ]
  const stop = async ({ client, copyId }: Follower, n: number) => {
    const turn = (n + round) % (followers.length + 1)
    await until('the turn of this stop', async () => {
      const { lines } = await one<{ lines: number }>(
        `SELECT count(*) FILTER (WHERE l.planned IS NOT NULL)::int AS lines FROM app.copy_blocks b
         LEFT JOIN app.copy_block_lines l ON l.block_id = b.id WHERE b.mentor_id = $1`,
      )
      return lines >= turn
    })
    return client.call('/copy-trading/stop', { copyId, how: n % 2 === 0 ? 'sell' : 'keep' }, { key: true })
  }
  const replies = await Promise.all(followers.map(stop))
  const stateOf = async (): Promise<string> => {
    const { state } = await one<{ state: string }>('SELECT state FROM app.copy_blocks WHERE mentor_id = $1')
    return state
  }
  await until('the block to be sent', async () => ['sent', 'done'].includes(await stateOf()))
  await matchOddLots(harness.venue)
  await until('the block to end', async () => (await stateOf()) === 'done')
  isOver = true
  await Promise.all(loops)
  expect(replies.map(({ body }) => body.data?.copy.state)).toEqual(followers.map(() => 'ended'))
}

// A deadlock ends a statement of one of them: a loop rejects, a stop is answered without its copy, PostgreSQL counts it.
test('stops, blocks and settlement at once never deadlock', { timeout: 60_000 * rounds }, async () => {
  const before = await countDeadlocks()
  for (let round = 0; round < rounds; round += 1) {
    const mentor = await harness.mentor()
    const followers = await Promise.all(
      Array.from({ length: 8 }, () => harness.follower(mentor, { stopLossBp: 500 })),
    )
    await harness.venue.seat('maker-1', symbol, 'sell', price, 2)
    await oddSeat(harness.venue, 'maker-1', symbol, 'sell', price, 999)
    await harness.placed(mentor, { symbol, price, lots: 2, acknowledged: ['equity-share'] })
    await collide(mentor, followers, round)
    await harness.venue.settled()
    expect(await harness.venue.breaches()).toEqual([])
    expect(await harness.broken()).toEqual([])
  }
  expect(await countDeadlocks()).toBe(before)
})
