// The decision under lock exists twice: in PostgreSQL, where it is made, and in decide.ts, which the simulation runs.
// Random orders of random accounts are given to both, and must be accepted or refused alike, with the same parts held
// and the same timeline.

import { randomUUID } from 'node:crypto'
import { entry, houseAccounts, member, postMany, stock } from '@fairlot/ledger'
import { openTestDatabase, seededRandom, type TestDatabase } from '@fairlot/testkit'
import { setSecurityDay } from '@fairlot/testkit/log-prices'
import { openSql, type Sql } from '@fairlot/testkit/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { memberAccount } from '../../packages/contract/src/venue/index.ts'
import { termsOf } from '../../packages/rules/src/orders/index.ts'
import {
  type ClosingPosition,
  decideClose,
  decideOpen,
  decideOwn,
  type OwnFacts,
} from '../../apps/server/src/features/orders/intake/decide.ts'
import type { DayFacts, OrderDraft } from '../../apps/server/src/features/orders/intake/draft.ts'
import { placeOrders } from '../../apps/server/src/features/orders/intake/store.ts'
import { answerOf } from '../../apps/server/src/features/orders/intake/take.ts'
import { hashOfTerms } from '../../apps/server/src/features/orders/terms/current-terms.ts'
import { type Db, openDb } from './support/open-db.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'

let database: TestDatabase
let sql: Sql
let api: Db
const terms = termsOf('practice')
const termsHash = hashOfTerms(terms)
const date = '2026-11-16'
const day: DayFacts = {
  symbol: '2330',
  kind: 'stock',
  limited: true,
  state: 'continuous',
  date,
  reference: 10_000,
  upper: 11_000,
  lower: 9_000,
  last: 10_000,
  coverBegun: false,
  terms,
  termsHash,
}

beforeAll(async () => {
  database = await openTestDatabase()
  sql = openSql(database.ownerUrl)
  api = openDb({ url: database.apiUrl, poolSize: 2, applicationName: 'test' })
  await sql.query(
    `INSERT INTO app.instruments (symbol, name_tw, name_en, board, kind, industry_tw, industry_en, reference)
     VALUES ('2330', 'a', 'a', 'listed', 'stock', 'x', 'x', 10000)`,
  )
  const { state, reference, upper, lower, last } = day
  await setSecurityDay(sql, '2330', { date, state, reference, upper, lower, last })
  await sql.query(`SELECT ledger.ensure_partitions('2026-10-01', 4)`)
})
afterAll(async () => {
  await api.close()
  await sql.close()
  await database.close()
})

interface World {
  readonly memberId: string
  readonly draft: OrderDraft
  readonly own: OwnFacts
}

const whole = process.env['FAIRLOT_PROVE'] === '1'

test('PostgreSQL and decideOwn accept and refuse the same orders', { timeout: 600_000 }, async () => {
  const random = seededRandom(20_261_116)
  const seen = new Map<string, number>()
  for (let run = 0; run < (whole ? 2_000 : 200); run += 1) {
    const now = new Date('2026-11-16T02:00:00Z')
    const world = await makeWorld(random, now)
    if (!world) continue
    const { draft, own } = world
    const decided = decideOwn(draft, own, now)
    const [row] = await placeOrders(api, [draft], now, true)
    const taken = answerOf(draft, row!)
    const what = `run ${run}: ${JSON.stringify({ decided: decided.ok || decided.refusal, row: row!.outcome })}`
    expect(taken.ok, what).toBe(decided.ok)
    seen.set(row!.outcome, (seen.get(row!.outcome) ?? 0) + 1)
    if (!decided.ok || !taken.ok) {
      if (!decided.ok && !taken.ok) expect(taken.refusal, what).toEqual(decided.refusal)
      continue
    }
    expect(taken.held).toBe(decided.taken.held)
    const holdParts = await sql.query(
      `SELECT part::int AS part, hold_id AS "holdId", account, amount::text AS amount FROM app.order_holds
       WHERE order_id = $1 ORDER BY part`,
      [draft.id],
    )
    expect(holdParts, what).toEqual(
      decided.taken.holdParts.map(({ amount, ...part }) => ({ ...part, amount: amount.toString() })),
    )
    const steps = await sql.query(
      `SELECT n, at, what, who, data::text AS data, encode(hash, 'hex') AS hash FROM app.order_steps
       WHERE order_id = $1 ORDER BY n`,
      [draft.id],
    )
    expect(steps, what).toEqual(decided.taken.steps)
    const [queued] = await sql.query<{ command: string }>(
      `SELECT command FROM exchange.queue ORDER BY id DESC LIMIT 1`,
    )
    expect(queued!.command).toBe(draft.command)
    expect(JSON.parse(draft.command)).toMatchObject({ account: memberAccount(world.memberId), date })
    const [position] = await sql.query<{ closing: number }>(
      'SELECT closing FROM app.positions WHERE id = $1',
      [draft.positionId],
    )
    if (draft.purpose === 'close') expect(position!.closing).toBe(own.position!.closing + draft.quantity)
  }
  // The random accounts must have covered everything that is decided here.
  expect([...seen.keys()].sort()).toEqual(
    [
      'called',
      'daily-loss',
      'equity-share',
      'insufficient',
      'line-full',
      'no-shares',
      'not-eligible',
      'not-free',
      'not-holding',
      'placed',
      'quota',
      'stopped-by-member',
      'stopped-by-rule',
    ].sort(),
  )
})

/** A member with some cash, some incoming, perhaps a position, risk limits and debts, and an order they request. */
async function makeWorld(random: () => number, now: Date): Promise<World | undefined> {
  const below = (count: number): number => Math.floor(random() * count)
  const chance = (share: number): boolean => random() < share
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)]!
  const memberId = newId(now.getTime())
  const lot = 10_000_000n
  const available = lot * BigInt(below(30)) + BigInt(below(1_000_000))
  const due = ['2026-11-17', '2026-11-18'] as const
  const receivables = due.map((on) => ({ due: on, amount: chance(0.5) ? lot * BigInt(below(6)) : 0n }))
  const closes = chance(0.3)
  const direction = pick(['long', 'short'] as const)
  const shares = 1_000 * (1 + below(5))
  const closing = 1_000 * below(shares / 1_000 + 1)
  const collateral = direction === 'short' ? BigInt(shares) * BigInt(9_000 + below(12_000)) : 0n
  const lendable = BigInt(1_000 * below(6))
  const onLedger: Parameters<typeof postMany>[1][number][] = []
  const give = (
    account: Parameters<ReturnType<typeof entry>['move']>[2],
    amount: bigint,
    of: string,
  ): void => {
    if (amount === 0n) return
    const from = of === 'TWD' ? houseAccounts.bank('TWD') : houseAccounts.issue(stock('2330'))
    onLedger.push(
      entry({ event: 'test', reference: 'x', key: randomUUID(), postedAt: now })
        .move(amount, from, account)
        .done(),
    )
  }
  const owner = member(memberId)
  give(owner.available('TWD'), available, 'TWD')
  for (const { due: on, amount } of receivables) give(owner.receivable('TWD', on), amount, 'TWD')
  const free = closes && direction === 'long' ? shares - closing : 0
  const settledShares = 1_000 * below(free / 1_000 + 1)
  give(owner.available(stock('2330')), BigInt(settledShares), 'shares')
  give(owner.receivable(stock('2330'), due[1]), BigInt(free - settledShares), 'shares')
  const [pool] = await sql.query<{ amount: string }>(
    `SELECT ledger.balance_of('lending/pool/stk:2330/available')::text AS amount`,
  )
  const change = lendable - BigInt(pool!.amount)
  if (change > 0n) give('lending/pool/stk:2330/available', change, 'shares')
  else if (change < 0n)
    onLedger.push(
      entry({ event: 'test', reference: 'x', key: randomUUID(), postedAt: now })
        .move(-change, 'lending/pool/stk:2330/available', houseAccounts.issue(stock('2330')))
        .done(),
    )
  for (const outcome of await postMany(sql, onLedger)) if (!outcome.ok) throw new Error(outcome.reason)

  const positionId = newId(now.getTime())
  const gone = closes && chance(0.1)
  const loan = !closes && chance(0.3) ? lot * BigInt(below(600)) : 0n
  const hasHolding = (closes && !gone) || loan > 0n
  if (hasHolding)
    await sql.query(
      `INSERT INTO app.positions (id, member_id, symbol, kind, direction, multiple, opened_on, opened_at, settles_on,
         sellable_on, unlocks_at, day_trade, opened_shares, shares, closing, opened_value, interest_through, collateral, loan, state)
       VALUES ($1, $2, '2330', 'stock', $3, 100, '2026-11-13', $4, '2026-11-15', '2026-11-13', $4, false, $5, $5, $6, $7,
         '2026-11-13', $8, $9, 'preparing-to-close')`,
      [
        positionId,
        memberId,
        closes ? direction : 'long',
        new Date(now.getTime() - 86_400_000),
        shares,
        closes ? closing : 0,
        BigInt(shares) * 10_000n,
        closes ? collateral : 0n,
        loan,
      ],
    )
  const stopped = chance(0.06) ? pick(['member', 'rule'] as const) : null
  const lossLimit = chance(0.2) ? 100_000n : null
  const lostToday = lossLimit !== null && chance(0.5) ? 150_000n : 0n
  if (stopped !== null || lossLimit !== null)
    await sql.query(
      `INSERT INTO app.risk_limits (member_id, daily_loss_limit, stopped_at, stopped_by) VALUES ($1, $2, $3, $4)`,
      [memberId, lossLimit, stopped === null ? null : now, stopped],
    )
  if (lostToday > 0n)
    await sql.query(
      `INSERT INTO app.fills (shard, event, side, order_id, position_id, member_id, symbol, price, quantity, fee, tax,
         borrow_fee, realised, sequence, decided_by, book, traded_at, date, settles_on, entry_id, settled_at)
       VALUES (0, (SELECT coalesce(max(event), 0) + 1 FROM app.fills), 'sell', $1, $1, $2, '2330', 1, 1, 0, 0, 0, $3, 1, 'x',
         '{}', $4, $5, $5, $1, $4)`,
      [randomUUID(), memberId, -lostToday, now, date],
    )
  const called = chance(0.1)
  if (called)
    await sql.query(
      `INSERT INTO app.margin_calls (id, member_id, called_at, ratio_bp, amount, deadline) VALUES ($1, $2, $3, 12900, 1, $3)`,
      [randomUUID(), memberId, now],
    )
  const mayDayTrade = chance(0.6)
  if (mayDayTrade)
    await sql.query(
      `INSERT INTO app.day_trading_applications (id, member_id, statement, state, applied_at, decided_at)
       VALUES ($1, $2, 'x', 'passed', $3, $3)`,
      [randomUUID(), memberId, now],
    )
  const recent = chance(0.08) ? terms.orderRateLimit : 0
  if (recent > 0)
    await sql.query(
      `INSERT INTO app.orders (id, member_id, symbol, kind, side, purpose, position_id, direction, multiple, day_trade, price,
         quantity, validity, worst_price, date, origin, terms, placed_at, left_shares, state, reason, ended_at)
       SELECT u.id, $1, '2330', 'stock', 'buy', 'open', u.id, 'long', 100, false, 9000, 1000, 'ROD', 9000, $2, 'member',
         decode($3, 'hex'), $4, 0, 'cancelled', 'asked', $4
       FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, $5)) AS u`,
      [memberId, date, termsHash, now, recent],
    )

  const position: ClosingPosition = {
    positionId,
    symbol: '2330',
    direction,
    multiple: 100,
    dayTrade: false,
    state: 'preparing-to-close',
    shares,
    // The lots are decided under lock here, so the earlier check gets a position with all lots free.
    closing: 0,
    openedOn: '2026-11-13',
    sellableOn: '2026-11-13',
    unlocksAt: 0,
    closeAskedAt: null,
  }
  const request = {
    orderId: newId(now.getTime()),
    memberId,
    origin: 'member' as const,
    price: pick([undefined, 9_500, 10_000, 10_400]),
    validity: 'ROD' as const,
    terms: termsHash,
    acknowledged: chance(0.7) ? (['equity-share', 'far-price'] as const) : (['far-price'] as const),
  }
  const decision = closes
    ? decideClose(
        day,
        position,
        { ...request, positionId, quantity: 1_000 * (1 + below(shares / 1_000)) },
        now.getTime(),
      )
    : decideOpen(day, {
        ...request,
        direction,
        multiple: direction === 'long' ? pick([100, 200, 250]) : 100,
        dayTrade: chance(0.3),
        quantity: 1_000 * (1 + below(50)),
      })
  if (!decision.ok) return undefined
  const cash = available + receivables.reduce((sum, { amount }) => sum + amount, 0n)
  const worth = hasHolding ? BigInt(shares) * 10_000n : 0n
  const isLongHeld = !closes || direction === 'long'
  return {
    memberId,
    draft: decision.taken,
    own: {
      available,
      receivables: receivables.filter(({ amount }) => amount > 0n),
      shares: BigInt(settledShares),
      shareReceivables: free > settledShares ? [{ due: due[1], amount: BigInt(free - settledShares) }] : [],
      lendable,
      stopped,
      lossLimit,
      lostToday,
      recent,
      owed: loan + (hasHolding && !isLongHeld ? BigInt(shares) * 10_000n : 0n),
      // Collateral and loan are on the position's row here and not on the ledger.
      equity: cash + (isLongHeld ? worth : -worth),
      called,
      mayDayTrade,
      dayTraded: 0n,
      ...(hasHolding && {
        position: { memberId, symbol: '2330', shares, closing: closes ? closing : 0, collateral },
      }),
    },
  }
}
