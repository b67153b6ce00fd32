// Settlement gathers events for a moment and settles them together; a backlog does not wait.

import { afterEach, expect, test } from 'vitest'
import { openTestVenue, type TestVenue } from './support/test-venue.ts'

let venue: TestVenue
afterEach(() => venue.stop())

const day = '2026-11-16'
const symbol = '2330'

/** The transactions that wrote the fills, and how many fills there are. */
async function settledIn(): Promise<{ transactions: number; fills: number }> {
  const [row] = await venue.sql.query<{ transactions: number; fills: number }>(
    'SELECT count(DISTINCT xmin::text)::int AS transactions, count(*)::int AS fills FROM app.fills',
  )
  return row!
}

const buy = (member: string): Promise<string> => venue.open(member, { symbol, price: 10_000, lots: 1 })

test('fills of one interval are settled in one transaction', async () => {
  const gatherMs = 500
  venue = await openTestVenue({ gatherMs })
  await venue.begin(day)
  const member = await venue.member()
  venue.startSettler()
  await venue.seat('maker-1', symbol, 'sell', 10_000, 30)
  await venue.settled()
  const began = performance.now()
  for (let n = 0; n < 30; n += 1) {
    await buy(member)
    // Each order is a commit of its own at the exchange.
    await venue.matched()
  }
  await venue.settled()
  const tookMs = performance.now() - began
  const { transactions, fills } = await settledIn()
  expect(fills).toBe(30)
  // The reader also checks the log once a second, in case NATS lost a signal.
  expect(transactions).toBeLessThanOrEqual(Math.ceil(tookMs / gatherMs) + Math.ceil(tookMs / 1_000))
  expect(await venue.breaches()).toEqual([])
})

test('a backlog is settled without gathering', async () => {
  // Longer than the test may take: settlement that gathers a backlog would not end.
  venue = await openTestVenue({ gatherMs: 3_600_000 })
  await venue.begin(day)
  const members = await Promise.all([venue.member(), venue.member(), venue.member()])
  await venue.seat('maker-1', symbol, 'sell', 10_000, 240)
  for (let n = 0; n < 8; n += 1)
    await venue.openMany(
      Array.from({ length: 30 }, (_, at) => ({
        memberId: members[at % 3]!,
        symbol,
        price: 10_000,
        lots: 1,
      })),
    )
  await venue.matched()
  venue.startSettler()
  await venue.settled()
  const { transactions, fills } = await settledIn()
  expect(fills).toBe(240)
  expect(transactions).toBeGreaterThan(1)
  expect(await venue.breaches()).toEqual([])
})
