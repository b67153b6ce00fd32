// Money over time on a real market: day ends as the worker stores them, over a year end, beside SQL that knows neither the
// figures nor the curve: what was paid in is what the ledger says, and the rest is the result.

import { afterEach, expect, test, vi } from 'vitest'
import { depositEntry } from '../../apps/server/src/features/deposits/postings.ts'
import { endDeposit } from '../../apps/server/src/features/deposits/store.ts'
import { postOrThrow } from '../../apps/server/src/features/fund-requests/index.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { type MarginVenue, openMarginVenue } from './support/margin-venue.ts'
import type { TestMember } from './support/start-test-api.ts'

vi.setConfig({ testTimeout: 120_000 })

/** What reconciliation says of `deposit`, which books without votes and without a line of the bank. */
const withoutVotes = ['reconciliation requests', 'reconciliation bank']

let market: MarginVenue
afterEach(async () => {
  try {
    const breaches = await market.venue.breaches()
    expect(breaches.filter(({ invariant }) => !withoutVotes.includes(invariant))).toEqual([])
  } finally {
    await market.stop()
  }
})

const sum = (amounts: Iterable<string>): bigint => {
  let total = 0n
  for (const amount of amounts) total += BigInt(amount)
  return total
}

/** A deposit as it is booked after two operators approved it. */
async function deposit(member: TestMember, amount: bigint): Promise<void> {
  const { sql, db, now } = market.venue
  const depositId = newId()
  await sql.query(
    `INSERT INTO app.deposits (id, member_id, channel_id, currency, amount, fee, from_ending, reference, sent_at, promised_at, steps)
     SELECT $1, $2, id, 'TWD', $3, 0, '12345', 'FLTEST22', $4, $4, '[]' FROM app.deposit_channels WHERE currency = 'TWD' LIMIT 1`,
    [depositId, member.memberId, amount, new Date(now)],
  )
  await db.transaction(async (tx) => {
    const booked = { depositId, memberId: member.memberId, currency: 'TWD', booked: amount, fee: 0n } as const
    const entryId = await postOrThrow(tx, depositEntry({ ...booked, now: new Date(now) }))
    await endDeposit(tx, depositId, {
      state: 'passed',
      booked: amount,
      entryId,
      rejectionReason: null,
      note: null,
      approvedAt: [],
      step: 'booked',
      at: new Date(now),
    })
  })
}

/** Total assets and everything ever paid in, from the ledger's lines. */
async function booksOf(member: TestMember): Promise<{ readonly total: bigint; readonly paid: bigint }> {
  const [row] = await market.venue.sql.query<{ total: string; paid: string }>(
    `SELECT app.equity_of($1::uuid)::text AS total, coalesce((
       SELECT sum(l.amount) FROM ledger.lines l JOIN ledger.accounts a ON a.id = l.account_id
       JOIN ledger.entries e ON e.id = l.entry_id AND e.posted_at = l.posted_at
       WHERE a.owner_kind = 'member' AND a.owner_id = $1::text AND a.asset = 'TWD'
         AND split_part(e.event, '.', 1) IN ('practice-grant', 'deposit', 'withdrawal', 'journal')), 0)::text AS paid`,
    [member.memberId],
  )
  return { total: BigInt(row!.total), paid: BigInt(row!.paid) }
}

/** The end of the day as the worker writes it, before the next day's first trade. What the call brings is of the next day. */
async function endDay(
  prices: Readonly<Record<string, number>>,
  duringCall: () => Promise<unknown> = async () => {},
): Promise<void> {
  await market.closeDay()
  await market.openCall()
  market.venue.now += 30_000
  await duringCall()
  expect(await market.writeWealth()).toBeGreaterThan(0)
  for (const [symbol, price] of Object.entries(prices)) {
    await market.venue.seat('maker-1', symbol, 'sell', price, 1)
    await market.venue.seat('maker-2', symbol, 'buy', price, 1)
  }
  await market.continuous()
}

test('profits of days add up to the change less deposits', async () => {
  market = await openMarginVenue()
  const member = await market.member()
  const idle = await market.member()
  const profitOf = (who: TestMember, range = 'all') => market.call(who, '/positions/profit', { range })
  expect(await profitOf(member, '7d')).toMatchObject({ today: '2026-11-16', line: [] })

  await market.venue.seat('maker-1', '2330', 'sell', 10_000, 3)
  const position = await market.venue.open(member.memberId, {
    symbol: '2330',
    multiple: 250,
    price: 10_000,
    lots: 3,
  })
  await market.untilIdle()
  const ends = [await booksOf(member)]
  // Money comes in and interest is charged as the next day begins, before the worker has written; a part is sold later.
  await endDay({ 2330: 10_300 }, async () => {
    await deposit(member, 25_000_000n)
    await market.accrue()
  })
  ends.push(await booksOf(member))
  await endDay({ 2330: 10_100 })
  await market.venue.seat('maker-2', '2330', 'buy', 10_100, 1)
  await market.venue.close(position, { price: 10_100, lots: 1 })
  await market.untilIdle()
  ends.push(await booksOf(member))

  const { line, opening, before, today } = await profitOf(member)
  const { day, total } = await market.call(member, '/positions/account')
  expect([...line.map(({ date }: { date: string }) => date), today]).toEqual([
    '2026-11-16',
    '2026-11-17',
    '2026-11-18',
  ])
  // Today is the day of the figures.
  const points = [...line, { ...day, total }]
  for (const [at, point] of points.entries()) {
    const start = ends[at - 1] ?? { total: 0n, paid: 0n }
    const end = ends[at]!
    expect(BigInt(point.total), point.date).toBe(end.total)
    expect(BigInt(point.paidIn), point.date).toBe(end.paid - start.paid)
    expect(BigInt(point.profit), point.date).toBe(end.total - start.total - (end.paid - start.paid))
  }
  expect(sum(line.map((point: { profit: string }) => point.profit)).toString()).toBe(before.profit)
  expect(sum([before.realised, before.unrealised, before.rebates]).toString()).toBe(before.profit)
  expect(sum([opening, before.paidIn, before.profit, day.paidIn, day.profit]).toString()).toBe(total)
  expect(BigInt(day.realised)).not.toBe(0n)
  expect(line[1].paidIn).toBe('25000000')

  // The first days of a member who only joined: the grant, and nothing made of it.
  const joined = await profitOf(idle)
  expect(joined).toMatchObject({ opening: '0', before: { profit: '0', paidIn: '1000000000' } })
  expect(joined.line.map(({ date }: { date: string }) => date)).toEqual(['2026-11-16', '2026-11-17'])
})

test('a curve crosses the year end; a week has its base', async () => {
  market = await openMarginVenue({ startAt: '2026-12-27T21:00:00Z' })
  const member = await market.member()
  await market.venue.seat('maker-1', '2330', 'sell', 10_000, 1)
  await market.venue.open(member.memberId, { symbol: '2330', price: 10_000, lots: 1 })
  await market.untilIdle()
  for (const price of [10_100, 10_050, 10_200, 10_150, 10_300, 10_250, 10_400, 10_500, 10_450])
    await endDay({ 2330: price })
  await market.untilIdle()
  const all = await market.call(member, '/positions/profit', { range: 'all' })
  const week = await market.call(member, '/positions/profit', { range: '7d' })
  expect(all.line).toHaveLength(9)
  expect([all.line[0].date, all.line.at(-1).date, all.today]).toEqual([
    '2026-12-28',
    '2027-01-05',
    '2027-01-06',
  ])
  // Seven days back from the sixth is the thirtieth: the end of the day before is the base.
  const base = all.line.find(({ date }: { date: string }) => date === '2026-12-29')
  expect(week.line[0]).toMatchObject({ date: '2026-12-29', profit: '0', result: '0', total: base.total })
  expect(week).toMatchObject({ opening: base.total, before: { paidIn: '0' } })
  expect(BigInt(week.before.profit)).toBe(BigInt(all.before.profit) - BigInt(base.result))
  const stored = await market.venue.sql.query<{ month: string }>(
    `SELECT DISTINCT right(tableoid::regclass::text, 7) AS month FROM app.wealth_days WHERE member_id = $1 ORDER BY 1`,
    [member.memberId],
  )
  expect(stored.map(({ month }) => month)).toEqual(['2026_12', '2027_01'])
})
