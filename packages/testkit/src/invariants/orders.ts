// Orders and the amounts held for them.

import type { Executor } from '@fairlot/ledger'
import { heldFor, type TradingTerms } from '@fairlot/rules/orders'
import { allTerms, ask, type Question, type TradingBreach } from './ask.ts'
import { pagesOf } from './pages.ts'

/** The holds that open orders and waiting conditional orders name. */
export const namedHolds = `
  SELECT o.id AS owner, o.member_id, unnest(o.holds) AS hold_id FROM app.orders o WHERE o.state = 'entrusted'
  UNION ALL
  SELECT c.id, c.member_id, unnest(c.holds) FROM app.conditional_orders c WHERE c.state = 'waiting'`

/** The holds of open applications for new shares, and what must remain in them. */
export const subscriptionHolds = `
  SELECT s.hold_id, CASE o.payment_mode WHEN 'prepaid' THEN s.amount ELSE 0 END
    + CASE s.state WHEN 'waiting' THEN s.fee ELSE 0 END AS remaining
  FROM app.subscriptions s JOIN app.offers o ON o.id = s.offer_id
  WHERE s.state = 'waiting' OR o.payment_mode = 'prepaid' AND s.state IN ('won', 'payment-due', 'paid')
  UNION ALL SELECT s.pay_hold_id, s.amount FROM app.subscriptions s WHERE s.state = 'paid' AND s.pay_hold_id IS NOT NULL`

/** The holds of bids in auctions, and what must remain in them. */
export const bidHolds = `
  SELECT b.hold_id, CASE b.state WHEN 'sealed' THEN b.deposit + b.fee ELSE b.kept END AS remaining
  FROM app.auction_bids b WHERE b.state IN ('sealed', 'payment-due', 'paid')
  UNION ALL SELECT b.pay_hold_id, b.price * b.awarded * 1000 - b.kept FROM app.auction_bids b WHERE b.state = 'paid'`

const questions: readonly Question[] = [
  [
    'I5',
    `SELECT format('%s names hold %s, which is %s', n.owner, n.hold_id, coalesce(format('%s for %s on %s', l.state, l.reference, a.code),
       'not on the ledger')) AS what
     FROM (${namedHolds}) AS n
     LEFT JOIN ledger.holds l ON l.id = n.hold_id
     LEFT JOIN ledger.accounts a ON a.id = l.account_id
     WHERE (l.state, l.reference) IS DISTINCT FROM ('open', n.owner::text)
       OR NOT (a.owner_kind = 'member' AND a.owner_id = n.member_id::text OR a.owner_kind = 'lending')`,
  ],
  [
    'I5',
    `SELECT format('hold %s on %s has %s left and belongs to nothing that is open', l.id, a.code, l.remaining) AS what
     FROM ledger.holds l JOIN ledger.accounts a ON a.id = l.account_id
     WHERE l.state = 'open' AND a.owner_kind IN ('member', 'lending')
       AND NOT EXISTS (SELECT FROM (${namedHolds}) AS n WHERE n.hold_id = l.id)
       AND NOT EXISTS (SELECT FROM app.withdrawals w WHERE w.hold_id = l.id AND w.state = 'pending')
       AND NOT EXISTS (SELECT FROM (${subscriptionHolds}) AS s WHERE s.hold_id = l.id)
       AND NOT EXISTS (SELECT FROM (${bidHolds}) AS x WHERE x.hold_id = l.id)
       AND NOT EXISTS (SELECT FROM app.block_applications b WHERE b.hold_id = l.id AND b.state = 'pending')
       AND NOT EXISTS (SELECT FROM app.credit_pledges b WHERE b.hold_id = l.id AND b.shares = l.remaining)
       AND NOT EXISTS (SELECT FROM app.placement_applications b WHERE b.hold_id = l.id AND b.state = 'waiting')
       AND NOT EXISTS (SELECT FROM app.copies b WHERE b.hold_id = l.id AND b.state IN ('under-review', 'following'))`,
  ],
  [
    'I6',
    `SELECT format('order %s is %s and has %s held on %s', o.id, o.state, l.remaining, a.code) AS what
     FROM app.orders o JOIN ledger.holds l ON l.reference = o.id::text AND l.state = 'open'
     JOIN ledger.accounts a ON a.id = l.account_id
     WHERE o.state <> 'entrusted'
     UNION ALL
     SELECT format('order %s is %s and names %s', o.id, o.state, o.holds) FROM app.orders o
     WHERE o.state <> 'entrusted' AND o.holds <> '{}'`,
  ],
  [
    'I8',
    `SELECT format('order %s has filled %s of %s for %s, its fills say %s for %s', o.id, o.filled_shares, o.quantity,
       o.filled_value, f.shares, f.value) AS what
     FROM app.orders o
     LEFT JOIN (
       SELECT x.order_id, sum(x.quantity) AS shares, sum(x.price::bigint * x.quantity) AS value, sum(x.fee) AS fee,
         sum(x.tax) AS tax, sum(x.borrow_fee) AS borrow_fee
       FROM app.fills x GROUP BY x.order_id
     ) AS s ON s.order_id = o.id
     CROSS JOIN LATERAL (
       SELECT coalesce(s.shares, 0) AS shares, coalesce(s.value, 0) AS value, coalesce(s.fee, 0) AS fee,
         coalesce(s.tax, 0) AS tax, coalesce(s.borrow_fee, 0) AS borrow_fee
     ) AS f
     WHERE (o.filled_shares, o.filled_value, o.fee, o.tax, o.borrow_fee)
         IS DISTINCT FROM (f.shares, f.value, f.fee, f.tax, f.borrow_fee)
       OR f.shares + o.left_shares > o.quantity
       OR (o.state = 'filled') <> (f.shares = o.quantity)
         AND NOT EXISTS (SELECT FROM app.order_steps r WHERE r.order_id = o.id AND r.what = 'reduced')`,
  ],
  [
    'I8',
    `SELECT format('order %s filled at %s and ended at %s', o.id, f.traded_at, o.ended_at) AS what
     FROM app.orders o JOIN app.fills f ON f.order_id = o.id
     WHERE f.traded_at > o.ended_at OR (f.symbol, f.member_id, f.side, f.position_id)
       IS DISTINCT FROM (o.symbol, o.member_id, o.side, o.position_id)`,
  ],
  [
    'I8',
    // An order's id is compared as such: by its index when the planner expects few such events, else by hashing.
    `SELECT format('shard %s, event %s fills order %s, which event %s had ended', f.shard, f.event, o.id, e.event) AS what
     FROM (
       SELECT x.shard, x.event, CASE WHEN b.body ->> 'order' ~ '^[0-9a-f-]{36}$' THEN (b.body ->> 'order')::uuid END AS order_id
       FROM exchange.events x CROSS JOIN LATERAL (SELECT x.body::json AS body) AS b
       WHERE NOT x.practice AND x.kind IN ('cancelled', 'refused') AND b.body ->> 'newOrder' IS NULL
         AND coalesce(b.body ->> 'command', 'place') = 'place'
     ) AS e
     JOIN app.fills f ON f.order_id = e.order_id AND f.shard = e.shard AND f.event > e.event
     JOIN app.orders o ON o.id = e.order_id
     WHERE o.state <> 'entrusted'`,
  ],
]

interface OpenOrder {
  readonly id: string
  readonly purpose: 'open' | 'close'
  readonly direction: 'long' | 'short'
  readonly multiple: number
  readonly worstPrice: number
  /** A close order that replaces another: it takes over the held amount when the venue accepts it. */
  readonly awaits: boolean
  readonly left: number
  readonly quantity: number
  readonly filledValue: string
  readonly terms: string
  readonly cash: string
  readonly shares: string
  readonly poolShares: string
}

type WaitingEntry = Omit<OpenOrder, 'purpose' | 'awaits' | 'filledValue' | 'shares' | 'quantity'>

/** Every waiting entry holds what its order may need, and the shares that a short borrows. */
async function entryBreaches(tx: Executor): Promise<TradingBreach[]> {
  const terms = await allTerms(tx)
  const pages = pagesOf<WaitingEntry>(
    tx,
    `SELECT c.id, c.body #>> '{entry,direction}' AS direction, (c.body #>> '{entry,multiple}')::integer AS multiple,
       c.worst_price AS "worstPrice", c.quantity AS left, c.body #>> '{entry,terms}' AS terms,
       coalesce(sum(h.remaining) FILTER (WHERE a.code LIKE 'member/%/TWD/%'), 0)::text AS cash,
       coalesce(sum(h.remaining) FILTER (WHERE a.code LIKE 'lending/%/stk:%'), 0)::text AS "poolShares"
     FROM app.conditional_orders c LEFT JOIN ledger.holds h ON h.id = ANY (c.holds)
     LEFT JOIN ledger.accounts a ON a.id = h.account_id
     WHERE c.state = 'waiting' AND c.kind = 'entry' GROUP BY c.id`,
  )
  const breaches: TradingBreach[] = []
  for await (const page of pages)
    for (const one of page) {
      const cash = heldFor(terms.get(one.terms)!, { ...one, filled: 0n })
      const pool = one.direction === 'short' ? one.left : 0
      if (BigInt(one.cash) === cash && Number(one.poolShares) === pool) continue
      const what = `entry ${one.id}: ${one.cash} and ${one.poolShares} shares are held, ${cash} and ${pool} should be`
      breaches.push({ invariant: 'I5', what })
    }
  return breaches
}

export async function orderBreaches(tx: Executor): Promise<TradingBreach[]> {
  const breaches = [...(await ask(tx, questions)), ...(await entryBreaches(tx))]
  const terms = await allTerms(tx)
  const pages = pagesOf<OpenOrder>(
    tx,
    `SELECT o.id, o.purpose, o.direction, o.multiple, o.worst_price AS "worstPrice", o.left_shares AS left, o.quantity,
       o.purpose = 'close' AND o.replaces IS NOT NULL AND o.accepted_at IS NULL AS awaits,
       o.filled_value::text AS "filledValue", encode(o.terms, 'hex') AS terms,
       coalesce(sum(h.remaining) FILTER (WHERE a.code LIKE '%/TWD/%'), 0)::text AS cash,
       coalesce(sum(h.remaining) FILTER (WHERE a.code LIKE 'member/%/stk:%'), 0)::text AS shares,
       coalesce(sum(h.remaining) FILTER (WHERE a.code LIKE 'lending/%/stk:%'), 0)::text AS "poolShares"
     FROM app.orders o LEFT JOIN ledger.holds h ON h.id = ANY (o.holds) LEFT JOIN ledger.accounts a ON a.id = h.account_id
     WHERE o.state = 'entrusted' GROUP BY o.id`,
  )
  for await (const page of pages) for (const order of page) breaches.push(...holdBreaches(order, terms))
  return breaches
}

function holdBreaches(order: OpenOrder, terms: ReadonlyMap<string, TradingTerms>): TradingBreach[] {
  const breaches: TradingBreach[] = []
  const say = (what: string): void =>
    void breaches.push({ invariant: 'I5', what: `order ${order.id}: ${what}` })
  const known = terms.get(order.terms)
  if (!known) {
    say(`its terms ${order.terms} are unknown`)
    return breaches
  }
  const isOpening = order.purpose === 'open'
  const isShort = order.direction === 'short'
  // The cash to cover a short depends on its collateral, which members can increase: any amount from zero up is
  // right.
  const cash = isOpening
    ? heldFor(known, { ...order, filled: BigInt(order.filledValue) })
    : isShort
      ? BigInt(order.cash)
      : 0n
  if (BigInt(order.cash) !== cash) say(`${order.cash} of cash is held, ${cash} should be`)
  const shares = isOpening || isShort || order.awaits ? 0 : order.left
  if (Number(order.shares) !== shares) say(`${order.shares} shares are held, ${shares} should be`)
  const pool = isOpening && isShort ? order.left : 0
  if (Number(order.poolShares) !== pool)
    say(`${order.poolShares} shares of the pool are held, ${pool} should be`)
  return breaches
}
