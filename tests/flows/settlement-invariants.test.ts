// Faults planted by hand in settlement's results: each is found by the invariant it breaks.

import { checkTrading, type TradingBreach } from '@fairlot/testkit/invariants/trading'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifySteps } from '../../apps/server/src/features/audit/verify/verify-fills.ts'
import { storeFirstSteps } from './support/stored-first-steps.ts'
import { openTestVenue, type TestVenue } from './support/test-venue.ts'

let venue: TestVenue
let long = ''

beforeAll(async () => {
  venue = await openTestVenue()
  await venue.begin('2026-11-16')
  venue.startSettler()
  const member = await venue.member()
  await venue.makeEligible(member)
  await venue.seat('maker-1', '2330', 'sell', 10_000, 2)
  long = await venue.open(member, { symbol: '2330', multiple: 250, price: 10_000, lots: 2 })
  await venue.seat('maker-1', '2317', 'buy', 10_000, 1)
  const short = await venue.open(member, { symbol: '2317', direction: 'short', price: 10_000, lots: 2 })
  await storeFirstSteps(venue.sql, short)
  await venue.settled()
  await venue.seat('maker-2', '2330', 'buy', 10_050, 1)
  await venue.close(long, { price: 10_050, lots: 1 })
  await venue.seat('maker-3', '2330', 'sell', 10_100, 1)
  await venue.seat('dealer-1', '2330', 'buy', 10_100, 1)
  await venue.settled()
})
afterAll(() => venue.stop())

class Undone extends Error {
  readonly breaches: readonly TradingBreach[]

  constructor(breaches: readonly TradingBreach[]) {
    super('undone')
    this.breaches = breaches
  }
}

/** As a superuser who disables the triggers; rolled back after the check. */
async function planted(sql: string, values: readonly unknown[] = []): Promise<readonly TradingBreach[]> {
  try {
    await venue.sql.transaction(async (tx) => {
      await tx.query('SET LOCAL session_replication_role = replica')
      await tx.query(sql, values)
      const breaches = await checkTrading({
        query: tx.query,
        transaction: (run) =>
          run({
            query: async (text, more) => (text.startsWith('SET TRANSACTION') ? [] : tx.query(text, more)),
          }),
      })
      throw new Undone(breaches)
    })
  } catch (error) {
    if (error instanceof Undone) return error.breaches
    throw error
  }
  throw new Error('the transaction should not have committed')
}

test('all invariants hold before a breach is planted', async () => {
  expect(await planted('SELECT 1')).toEqual([])
})

test('orders with stored and with derived first steps verify', async () => {
  const stored = await venue.sql.query(`SELECT order_id FROM app.order_steps WHERE what = 'placed'`)
  expect(stored).toHaveLength(1)
  expect(await verifySteps(venue.db)).toEqual({ orders: 3 })
})

test.for([
  ['I3', 'a changed ledger line', `UPDATE ledger.lines SET amount = amount + 100 WHERE seq = 1`],
  [
    'I5',
    'a changed hold of an order',
    `UPDATE ledger.holds SET remaining = remaining - 1 WHERE remaining > 1`,
  ],
  ['I5', 'a hold that its order does not name', `UPDATE app.orders SET holds = '{}'`],
  [
    'I5',
    'an order that names the hold of another',
    `UPDATE app.orders SET holds = holds || (SELECT id FROM ledger.holds WHERE state = 'closed' LIMIT 1) WHERE state = 'entrusted'`,
  ],
  [
    'I5',
    'a hold of the money of another member',
    `UPDATE app.orders SET member_id = gen_random_uuid() WHERE state = 'entrusted'`,
  ],
  [
    'I6',
    'a hold that outlives its order',
    `UPDATE ledger.holds SET remaining = 1, state = 'open', closed_at = NULL WHERE state = 'closed'`,
  ],
  [
    'I6',
    'an ended order that names a hold',
    `UPDATE app.orders SET holds = ARRAY[gen_random_uuid()] WHERE state <> 'entrusted'`,
  ],
  ['I7', 'a changed number of shares', `UPDATE app.positions SET shares = shares + 1000`],
  ['I7', 'a changed result of a position', `UPDATE app.positions SET realised = realised + 1`],
  [
    'I8',
    'a changed filled value of an order',
    `UPDATE app.orders SET filled_value = filled_value + 100 WHERE filled_shares > 0`,
  ],
  [
    'I9',
    'a fill beyond its limit',
    `UPDATE app.orders SET price = 9900 WHERE side = 'buy' AND price IS NOT NULL`,
  ],
  ['I10', 'a changed price of a fill', `UPDATE app.fills SET price = price + 50 WHERE side = 'buy'`],
  ['I10', 'a missing fill', `DELETE FROM app.fills WHERE side = 'buy'`],
  ['I10', 'a changed book before a fill', `UPDATE app.fills SET book = '{"bids":[],"asks":[[1,1]]}'`],
  ['I11', 'a changed fee', `UPDATE app.fills SET fee = fee - 100`],
  ['I12', 'a changed loan', `UPDATE app.positions SET loan = loan - 100000 WHERE loan > 0`],
  [
    'I12',
    'a changed collateral',
    `UPDATE app.positions SET collateral = collateral + 1 WHERE collateral > 0`,
  ],
  [
    'I20',
    'a changed step of a timeline',
    `UPDATE app.order_steps SET data = '{"price":1}' WHERE what = 'filled'`,
  ],
  [
    'I20',
    'a changed first step that is stored',
    `UPDATE app.order_steps SET data = '{"quantity":1}' WHERE what = 'placed'`,
  ],
  ['I20', 'a changed amount held at first', `UPDATE app.orders SET held_cash = held_cash + 1`],
  ['I20', 'a changed validity of an order', `UPDATE app.orders SET validity = 'IOC'`],
  [
    'I20',
    'first steps that are no longer derived',
    `UPDATE app.orders SET held_cash = NULL, held_shares = NULL`,
  ],
  ['I20', 'a missing step of a timeline', `DELETE FROM app.order_steps WHERE what = 'accepted'`],
  ['I22', 'a cursor ahead of the log', `UPDATE settlement.cursors SET event = event + 1`],
  ['I22', 'a price that no trade had', `UPDATE settlement.prices SET last = last - 50`],
  ['I22', 'a missing price', `DELETE FROM settlement.prices WHERE last IS NOT NULL`],
  [
    'I24',
    'a changed net amount between seats',
    `UPDATE settlement.seat_nets SET amount = amount + 1 WHERE amount > 0`,
  ],
  ['I24', 'a missing due date', `DELETE FROM settlement.dues`],
  [
    'I30',
    'a close before the sellable date',
    `UPDATE app.positions SET sellable_on = '2027-01-01' WHERE closed_value > 0`,
  ],
] as const)('%s: %s is found', async ([invariant, , sql]) => {
  const breaches = await planted(sql)
  expect(breaches.map((breach) => breach.invariant)).toContain(invariant)
})

// Several questions share an invariant: each of these is found by its own words.
test.for([
  [
    'of cash is held',
    'a lesser hold',
    `UPDATE ledger.holds SET remaining = remaining - 1 WHERE remaining > 1`,
  ],
  [
    'shares are held, ',
    'a waiting entry without holds',
    `INSERT INTO app.conditional_orders (id, member_id, symbol, kind, body, quantity, expires_on, created_at, after_event,
       priced_on, worst_price)
     SELECT gen_random_uuid(), o.member_id, o.symbol, 'entry', jsonb_build_object('entry', jsonb_build_object('direction',
       'long', 'multiple', 100, 'terms', encode(o.terms, 'hex'))), 1000, o.date, now(), 0, o.date, 10000 FROM app.orders o LIMIT 1`,
  ],
  [
    'had ended',
    'a fill after the cancellation',
    `UPDATE exchange.events SET kind = 'cancelled' WHERE kind = 'accepted'`,
  ],
  [
    'its timeline says',
    'an end that only the timeline has',
    `UPDATE app.order_steps SET what = 'cancelled' WHERE what = 'accepted'`,
  ],
  [
    'its timeline ends elsewhere',
    'a changed head of a timeline',
    `UPDATE app.orders SET steps_hash = decode(repeat('1', 64), 'hex')`,
  ],
  [
    'its entry has',
    'a changed amount in clearing',
    `UPDATE ledger.lines l SET amount = l.amount * 2 FROM ledger.accounts a WHERE a.id = l.account_id AND a.owner_kind = 'clearing'`,
  ],
  ['by its terms', 'a changed tax', `UPDATE app.fills SET tax = tax + 100 WHERE side = 'sell'`],
  [
    'lies outside',
    'a trade beyond the limits of the day',
    `UPDATE exchange.events SET body = replace(body, '"upper":', '"upper":1,"was":') WHERE kind = 'day'`,
  ],
  ['its fills say', 'a changed fee of a holding', `UPDATE app.positions SET close_fee = close_fee + 1`],
  ['charged were', 'a changed opening tax', `UPDATE app.positions SET open_tax = open_tax + 1`],
  [
    'lie in closes',
    'shares in closes without an order',
    `UPDATE app.positions SET closing = closing + 1000 WHERE closing + 1000 <= shares`,
  ],
  ['a loan of', 'a loan above its multiple', `UPDATE app.positions SET multiple = 100 WHERE loan > 0`],
  [
    'SQL says',
    'a holding that was closed without its costs',
    `UPDATE app.positions SET state = 'closed', shares = 0, closing = 0, closed_at = now() WHERE direction = 'long'`,
  ],
  [
    'was paid',
    'a holding with another value',
    `UPDATE app.positions SET opened_value = opened_value + 1 WHERE direction = 'long'`,
  ],
] as const)('"%s" reports %s', async ([words, , sql]) => {
  const breaches = await planted(sql)
  expect(breaches.map(({ what }) => what)).toContainEqual(expect.stringContaining(words))
})
