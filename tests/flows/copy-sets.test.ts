// A block in sets against the rules, copy by copy: random copies, bars, pauses and earlier purchases, and sets smaller than the list.

import { postMany } from '@fairlot/ledger'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runBlocks } from '../../apps/server/src/features/copy-trading/index.ts'
import { holdEntry } from '../../apps/server/src/features/copy-trading/postings.ts'
import { practiceGrantEntry } from '../../apps/server/src/features/members/postings.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { purchaseCost, purchaseShares, saleShares } from '../../packages/rules/src/copy-trading/index.ts'
import { type BlockMentor, type BlockVenue, openBlockVenue } from './support/block-venue.ts'
import { matchOddLots, oddSeat } from './support/odd-lots.ts'

vi.setConfig({ testTimeout: 180_000 })

const symbol = '1101'
const price = 10_000
const count = 90
/** Several sets and a smaller last one. */
const atOnce = 40
const capital = 30_000_000n
const someOf = <Item>(...items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)]!

let harness: BlockVenue
let mentor: BlockMentor
beforeAll(async () => {
  harness = await openBlockVenue({ symbols: [symbol, '2330'], startAt: '2026-12-01T02:00:00Z' })
  mentor = await harness.mentor(capital)
  await plantCopies()
})
afterAll(() => harness.stop())

/** Followers with random amounts and settings, as the api would have written them. */
async function plantCopies(): Promise<void> {
  const { sql } = harness.venue
  const now = new Date(harness.venue.now)
  const rows = Array.from({ length: count }, (_, n) => ({
    id: newId(harness.venue.now),
    memberId: newId(harness.venue.now),
    holdId: newId(harness.venue.now),
    account: `09${String(10_000_000 + n)}`,
    amount: BigInt(someOf(1_000_000, 1_234_567, 5_000_000, 20_000_000, 50_000_000)),
    share: someOf(500, 3_000, 10_000),
    cap: someOf(null, null, 150_000, 999_900, 700_000),
  }))
  const of = <Key extends keyof (typeof rows)[number]>(key: Key) => rows.map((row) => row[key])
  await sql.query(
    `INSERT INTO app.members (id, account, invitation_code, joined_at) SELECT u.id, u.account, 'T-' || u.id, $3 FROM unnest($1::uuid[], $2::text[]) AS u (id, account)`,
    [of('memberId'), of('account'), now],
  )
  await postMany(
    sql,
    of('memberId').map((id) => practiceGrantEntry(id, now)),
  )
  await postMany(
    sql,
    rows.map((row) => holdEntry(row, now)),
  )
  await sql.query(
    `INSERT INTO app.copies (id, member_id, mentor_id, amount, hold_id, stock_share_bp, cap, state, starts_on, sent_at, started_at)
     SELECT u.id, u.member_id, $7, u.amount, u.hold_id, u.share, u.cap, 'following', $8, $9, $9
     FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::bigint[], $5::int[], $6::bigint[]) AS u (id, member_id, hold_id, amount, share, cap)`,
    [
      of('id'),
      of('memberId'),
      of('holdId'),
      of('amount'),
      of('share'),
      of('cap'),
      mentor.mentorId,
      harness.date(),
      now,
    ],
  )
}

/** Pauses, stops and bars some members; the others trade. */
async function disturb(): Promise<void> {
  const { sql } = harness.venue
  const now = new Date(harness.venue.now)
  await sql.query(`UPDATE app.copies SET paused_at = CASE WHEN random() < 0.1 THEN $1::timestamptz END`, [
    now,
  ])
  await sql.query(
    `INSERT INTO app.risk_limits (member_id, stopped_at, stopped_by) SELECT c.member_id, $1, 'member' FROM app.copies c WHERE random() < 0.1
     ON CONFLICT (member_id) DO NOTHING`,
    [now],
  )
}

interface Known {
  readonly id: string
  readonly amount: bigint
  readonly spent: bigint
  readonly share: number
  readonly cap: bigint | null
  readonly isPaused: boolean
  readonly isStopped: boolean
  readonly bars: readonly string[]
  readonly inStock: bigint
  readonly free: number
}

const known = (): Promise<readonly Known[]> =>
  harness.venue.db.query<Known>(
    `SELECT c.id, c.amount, c.spent, c.stock_share_bp AS share, c.cap, c.paused_at IS NOT NULL AS "isPaused",
       EXISTS (SELECT FROM app.risk_limits g WHERE g.member_id = c.member_id AND g.stopped_at IS NOT NULL) AS "isStopped",
       ARRAY(SELECT r.kind FROM app.restrictions r WHERE r.member_id = c.member_id AND r.lifted_at IS NULL) AS bars,
       coalesce(x.cost, 0)::bigint AS "inStock", coalesce(x.free, 0)::integer AS free
     FROM app.copies c LEFT JOIN LATERAL (
       SELECT sum((p.opened_value + p.open_fee) * p.shares / p.opened_shares) AS cost, sum(p.shares - p.closing) AS free
       FROM app.copy_block_lines l JOIN app.positions p ON p.id = l.order_id WHERE l.copy_id = c.id) AS x ON true`,
  )

/** What the rules say of a purchase of this many shares. */
function purchaseOf(one: Known, shares: number): readonly [number, string | null, bigint] {
  const { terms } = harness.venue
  const { amount, spent, inStock, share, cap, isPaused } = one
  const left = amount - spent
  const planned = purchaseShares(
    terms,
    { shares, price, capital },
    { amount, left, inStock, stockShareBp: share, cap, isPaused },
  )
  if (one.bars.some((kind) => kind !== 'no-withdrawal')) return [0, 'restricted', 0n]
  if (isPaused) return [0, 'paused', 0n]
  if (one.isStopped) return [0, 'stopped', 0n]
  if (planned > 0) return [planned, null, purchaseCost(terms, price, planned)]
  if ((BigInt(shares) * amount) / capital === 0n) return [0, 'too-small', 0n]
  const stock = (amount * BigInt(share)) / 10_000n - inStock
  const least = [left, stock, cap ?? left].reduce((a, b) => (b < a ? b : a))
  return [0, least === left ? 'money' : least === stock ? 'stock-share' : 'cap', 0n]
}

const run = (): Promise<number> => {
  const { db, now, settlement } = harness.venue
  const { bus, subjects } = settlement
  return runBlocks({ db, bus, subjects }, () => new Date(now), atOnce)
}

async function finish(leadOrder: string): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) {
    await harness.venue.settled()
    await matchOddLots(harness.venue)
  }
  await harness.venue.settled()
  await run()
  expect((await harness.block(leadOrder)).state).toBe('done')
  expect(await harness.venue.breaches()).toEqual([])
  expect(await harness.broken()).toEqual([])
}

/** Lots and the odd remainder of what the block wants, at the venue's other side. */
async function fill(leadOrder: string, side: 'buy' | 'sell', own: number): Promise<void> {
  const wanted = (await harness.lines(leadOrder)).reduce((sum, { planned }) => sum + (planned ?? 0), own)
  if (wanted >= 1_000) await harness.venue.seat('maker-1', symbol, side, price, Math.floor(wanted / 1_000))
  if (wanted % 1_000 > 0) await oddSeat(harness.venue, 'maker-1', symbol, side, price, wanted % 1_000)
}

test('sets plan random copies as the rules do, one by one', async () => {
  const { sql } = harness.venue
  const kinds = ['no-trading', 'frozen', 'disabled', 'no-withdrawal']
  await sql.query(
    `INSERT INTO app.restrictions (id, member_id, kind, reason, set_by_first, set_by_second, since, review_on)
     SELECT gen_random_uuid(), c.member_id, ($2::text[])[row_number() OVER (ORDER BY c.id)], 'debt', 'operator:a', 'operator:b', $1, $1::timestamptz::date
     FROM (SELECT * FROM app.copies ORDER BY id LIMIT 4) AS c`,
    [new Date(harness.venue.now), kinds],
  )
  let positionId = ''
  const reasons = new Set<string | null>()
  for (let turn = 0; turn < 3; turn += 1) {
    await disturb()
    const before = await known()
    const lots = turn === 0 ? 2 : 1
    const leadOrder = await harness.placed(mentor, { symbol, price, lots, acknowledged: ['equity-share'] })
    positionId ||= leadOrder
    await run()
    const lines = new Map((await harness.lines(leadOrder)).map((line) => [line.copy_id, line]))
    expect(lines.size).toBe(count)
    for (const one of before) {
      const { planned, reason, cost } = lines.get(one.id)
      expect([planned, reason, BigInt(cost)]).toEqual(purchaseOf(one, lots * 1_000))
      reasons.add(reason)
    }
    const numbers = [...lines.values()].flatMap(({ line }) => line ?? []).toSorted((a, b) => a - b)
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
    await fill(leadOrder, 'sell', lots * 1_000)
    await finish(leadOrder)
  }
  expect(reasons).toContain('restricted')
  expect(reasons).toContain('paused')
  expect(reasons).toContain('stopped')
  expect(reasons).toContain(null)

  await harness.sleep(mentor)
  const held = new Map(
    (
      await sql.query<{ id: string; free: number }>(
        `SELECT l.copy_id AS id, p.shares - p.closing AS free FROM app.copy_block_lines l JOIN app.copy_blocks b ON b.id = l.block_id
         JOIN app.positions p ON p.id = l.order_id WHERE b.lead_order = $1`,
        [positionId],
      )
    ).map(({ id, free }) => [id, free]),
  )
  const { body } = await harness.close(mentor, { positionId, price, lots: 1 })
  expect(body.msg).toBe('done.close-placed')
  await run()
  const sold = await harness.lines(body.data.orderId)
  expect(sold).toHaveLength(held.size)
  for (const { copy_id: id, planned, reason } of sold)
    if (reason !== 'restricted') expect(planned).toBe(saleShares({ sold: 1_000, held: 2_000 }, held.get(id)!))
  await fill(body.data.orderId, 'buy', 1_000)
  await finish(body.data.orderId)
})
