// Compares fills with the exchange's log, with the ledger and with their charges.

import type { Executor } from '@fairlot/ledger'
import { isOnTick } from '@fairlot/rules/instruments'
import { borrowFee, brokerage, type TradingTerms, transactionTax } from '@fairlot/rules/orders'
import { allTerms, ask, type Question, type TradingBreach } from './ask.ts'
import { pagesOf } from './pages.ts'

/** Every member's side of a trade that settlement has processed and not set aside. Each body is read once: OFFSET sees to it. */
const memberSides = `
  SELECT e.shard, e.event, e.sequence, e.symbol, side.name AS side, b.body,
    (b.body ->> 'price')::int AS price, (b.body ->> 'quantity')::int AS quantity,
    b.body ->> (side.name || 'Order') AS order_id, substr(b.body ->> (side.name || 'Account'), 8) AS member_id
  FROM exchange.events e
  JOIN settlement.cursors c ON c.shard = e.shard AND e.event <= c.event
  CROSS JOIN LATERAL (SELECT e.body::jsonb AS body OFFSET 0) AS b
  CROSS JOIN (VALUES ('buy'), ('sell')) AS side (name)
  WHERE e.kind IN ('traded', 'odd-traded', 'allocated') AND NOT e.practice AND b.body ->> (side.name || 'Account') LIKE 'member:%'
    AND NOT EXISTS (SELECT FROM settlement.set_aside a
      WHERE a.shard = e.shard AND a.event = e.event AND a.state <> 'applied')`

const questions: readonly Question[] = [
  [
    'I10',
    `SELECT format('trade %s/%s %s of the log has no fill of its own, or another one', t.shard, t.event, t.side) AS what
     FROM (${memberSides}) AS t
     LEFT JOIN app.fills f ON (f.shard, f.event, f.side) = (t.shard, t.event, t.side)
     WHERE (f.price, f.quantity, f.order_id::text, f.member_id::text, f.symbol, f.sequence)
       IS DISTINCT FROM (t.price, t.quantity, t.order_id, t.member_id, t.symbol, t.sequence)
       OR f.book::jsonb IS DISTINCT FROM jsonb_build_object('bids', coalesce(t.body -> 'bids', '[]'),
         'asks', coalesce(t.body -> 'asks', '[]'))
       OR f.decided_by IS DISTINCT FROM CASE WHEN t.body ->> 'kind' = 'allocated' THEN 'block'
         WHEN t.body ->> 'taker' IS NULL THEN 'auction' ELSE 'price-time' END`,
  ],
  [
    'I10',
    `SELECT format('fill %s/%s %s is in no log', f.shard, f.event, f.side) AS what
     FROM app.fills f
     LEFT JOIN exchange.events e ON e.shard = f.shard AND e.event = f.event AND NOT e.practice
       AND e.kind IN ('traded', 'odd-traded', 'allocated')
     LEFT JOIN settlement.cursors c ON c.shard = f.shard
     WHERE e.event IS NULL OR c.event IS NULL OR f.event > c.event`,
  ],
  [
    'I10',
    `SELECT format('fill %s/%s %s names entry %s, the ledger has %s', f.shard, f.event, f.side, f.entry_id,
       coalesce(e.id::text, 'none')) AS what
     FROM app.fills f
     FULL JOIN (SELECT id, key, reference FROM ledger.entries WHERE event LIKE 'trade.%') AS e
       ON e.key = format('fill:%s/%s/%s', f.shard, f.event, f.side)
     WHERE e.id IS DISTINCT FROM f.entry_id OR e.reference IS DISTINCT FROM f.order_id::text`,
  ],
  [
    'I11',
    `SELECT format('fill %s/%s %s: fee %s, tax %s, borrow fee %s, its entry has %s, %s, %s', l.shard, l.event, l.side,
       l.fee, l.tax, l.borrow_fee, l.booked_fee, l.booked_tax, l.booked_borrow_fee) AS what
     FROM (
       SELECT f.shard, f.event, f.side, f.price, f.quantity, f.fee, f.tax, f.borrow_fee,
         coalesce(sum(x.amount) FILTER (WHERE a.code = 'fees/brokerage/TWD/income'), 0) AS booked_fee,
         coalesce(sum(x.amount) FILTER (WHERE a.code = 'tax/transaction/TWD/collected'), 0) AS booked_tax,
         coalesce(sum(x.amount) FILTER (WHERE a.code = 'fees/borrow/TWD/income'), 0) AS booked_borrow_fee,
         coalesce(sum(x.amount) FILTER (WHERE a.code = 'clearing/main/TWD/settling@' || f.settles_on), 0) AS cash,
         coalesce(sum(x.amount) FILTER (WHERE a.code = 'clearing/main/stk:' || f.symbol || '/settling@' || f.settles_on), 0)
           AS shares
       FROM app.fills f LEFT JOIN (
         ledger.lines x JOIN ledger.accounts a ON a.id = x.account_id AND a.owner_kind IN ('fees', 'tax', 'clearing')
       ) ON x.entry_id = f.entry_id
       GROUP BY f.shard, f.event, f.side, f.traded_at
     ) AS l
     WHERE (l.fee, l.tax, l.borrow_fee) IS DISTINCT FROM (l.booked_fee, l.booked_tax, l.booked_borrow_fee)
       OR l.cash <> l.price::bigint * l.quantity * CASE l.side WHEN 'buy' THEN 1 ELSE -1 END
       OR l.shares <> l.quantity * CASE l.side WHEN 'buy' THEN -1 ELSE 1 END`,
  ],
  [
    'I9',
    `SELECT format('fill %s/%s %s at %s lies outside %s to %s of the day', f.shard, f.event, f.side, f.price, d.lower,
       d.upper) AS what
     FROM (
       -- Each day's limits are valid until the next day of the symbol.
       SELECT e.shard, e.symbol, e.event, lead(e.event) OVER (PARTITION BY e.shard, e.symbol ORDER BY e.event) AS next,
         (e.body::json ->> 'upper')::int AS upper, (e.body::json ->> 'lower')::int AS lower, e.body::json ->> 'date' AS date
       FROM exchange.events e WHERE e.kind = 'day'
     ) AS d
     JOIN app.fills f ON (f.shard, f.symbol) = (d.shard, d.symbol) AND f.event > d.event AND (f.event <= d.next OR d.next IS NULL)
     WHERE f.price > d.upper OR f.price < d.lower OR d.date <> f.date::text`,
  ],
]

interface ChargedFill {
  readonly name: string
  readonly orderId: string
  readonly purpose: 'open' | 'close'
  readonly direction: 'long' | 'short'
  readonly side: 'buy' | 'sell'
  readonly kind: 'stock' | 'etf'
  readonly isDayTrade: boolean
  readonly limit: number | null
  readonly worst: number
  readonly price: number
  readonly quantity: number
  readonly ordered: number
  readonly fee: string
  readonly tax: string
  readonly borrowFee: string
  readonly terms: string
  readonly isOfBlock: boolean
}

export async function fillBreaches(tx: Executor): Promise<TradingBreach[]> {
  const breaches = await ask(tx, questions)
  const terms = await allTerms(tx)
  const fills = pagesOf<ChargedFill>(
    tx,
    `SELECT format('%s/%s %s', f.shard, f.event, f.side) AS name, o.id AS "orderId", o.purpose, o.direction, f.side, o.kind,
       o.day_trade AND (o.purpose = 'open' OR p.opened_on = f.date) AS "isDayTrade", o.price AS limit,
       o.worst_price AS worst, f.price, f.quantity, o.quantity AS ordered, f.fee::text AS fee, f.tax::text AS tax,
       f.borrow_fee::text AS "borrowFee", encode(o.terms, 'hex') AS terms,
       f.decided_by = 'block' AS "isOfBlock"
     FROM app.fills f
     JOIN app.orders o ON o.id = f.order_id
     LEFT JOIN app.positions p ON p.id = o.position_id
     ORDER BY f.order_id, f.event`,
  )
  // An order's costs depend on its whole value: each fill pays the difference.
  let order = ''
  let value = 0n
  for await (const page of fills)
    for (const fill of page) {
      if (fill.orderId !== order) value = 0n
      order = fill.orderId
      const before = value
      value += BigInt(fill.price) * BigInt(fill.quantity)
      const known = terms.get(fill.terms)
      if (known) breaches.push(...chargeBreaches(fill, known, before, value), ...priceBreaches(fill))
    }
  return breaches
}

function chargeBreaches(
  fill: ChargedFill,
  known: TradingTerms,
  before: bigint,
  after: bigint,
): TradingBreach[] {
  const due = (cost: (whole: bigint) => bigint): bigint => cost(after) - cost(before)
  const isShortSale = fill.purpose === 'open' && fill.direction === 'short'
  const expected = {
    fee: due((whole) => brokerage(known, whole, fill.ordered)),
    tax: fill.side === 'sell' ? due((whole) => transactionTax(known, fill.kind, fill.isDayTrade, whole)) : 0n,
    borrowFee: isShortSale ? due((whole) => borrowFee(known, fill.isDayTrade, whole)) : 0n,
  }
  const charged = { fee: BigInt(fill.fee), tax: BigInt(fill.tax), borrowFee: BigInt(fill.borrowFee) }
  return (['fee', 'tax', 'borrowFee'] as const).flatMap((name) =>
    charged[name] === expected[name]
      ? []
      : [
          {
            invariant: 'I11',
            what: `fill ${fill.name}: ${name} ${charged[name]}, by its terms ${expected[name]}`,
          },
        ],
  )
}

function priceBreaches(fill: ChargedFill): TradingBreach[] {
  const worseThan = (limit: number): boolean =>
    fill.side === 'buy' ? fill.price > limit : fill.price < limit
  if (
    (fill.limit !== null && worseThan(fill.limit)) ||
    (fill.purpose === 'open' && fill.price > fill.worst) ||
    // A line of a block gets an average, which need not be on a tick.
    (!fill.isOfBlock && !isOnTick(fill.kind, fill.price))
  )
    return [
      {
        invariant: 'I9',
        what: `fill ${fill.name} at ${fill.price}: limit ${fill.limit}, worst ${fill.worst}, or off its tick`,
      },
    ]
  return []
}
