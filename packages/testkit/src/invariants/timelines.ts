// Timelines: the steps of every order form a hash chain that ends at the head in its row.

import { createHash } from 'node:crypto'
import type { Executor } from '@fairlot/ledger'
import { ask, type Question, type TradingBreach } from './ask.ts'
import { pagesOf } from './pages.ts'

const questions: readonly Question[] = [
  [
    'I20',
    `SELECT format('order %s is %s, its timeline says %s', o.id, o.state, s.ends) AS what
     FROM app.orders o
     LEFT JOIN (
       SELECT x.order_id, count(*) FILTER (WHERE x.what IN ('cancelled', 'refused', 'replaced')) AS ends,
         count(*) FILTER (WHERE x.what = 'filled') AS fills, count(*) AS steps
       FROM app.order_steps x GROUP BY x.order_id
     ) AS x ON x.order_id = o.id
     LEFT JOIN (SELECT y.order_id, count(*) AS fills FROM app.fills y GROUP BY y.order_id) AS f ON f.order_id = o.id
     CROSS JOIN LATERAL (
       SELECT coalesce(x.ends, 0) AS ends, coalesce(x.fills, 0) AS fills, coalesce(x.steps, 0) AS steps
     ) AS s
     WHERE s.ends <> CASE WHEN o.state IN ('cancelled', 'refused') THEN 1 ELSE 0 END
       OR s.fills <> coalesce(f.fills, 0)
       OR s.steps + CASE WHEN o.held_cash IS NULL THEN 0 WHEN o.held_cash > 0 OR o.held_shares > 0 THEN 2 ELSE 1 END <> o.steps`,
  ],
]

interface OrderRow {
  readonly id: string
  readonly placedAt: Date
  readonly side: string
  readonly price: number | null
  readonly quantity: number
  readonly validity: string
  readonly origin: string
  readonly replaces: string | null
  readonly worstPrice: number
  readonly heldCash: string | null
  readonly heldShares: number | null
  readonly steps: number
  readonly head: string
}

interface StepRow {
  readonly orderId: string
  readonly n: number
  readonly at: Date
  readonly what: string
  readonly who: string
  readonly data: string
  readonly hash: string
}

export async function timelineBreaches(tx: Executor): Promise<TradingBreach[]> {
  const breaches = await ask(tx, questions)
  const pages = pagesOf<OrderRow>(
    tx,
    `SELECT id, placed_at AS "placedAt", side, price, quantity, validity, origin, replaces, worst_price AS "worstPrice",
       held_cash::text AS "heldCash", held_shares AS "heldShares", steps, encode(steps_hash, 'hex') AS head
     FROM app.orders ORDER BY id`,
  )
  for await (const orders of pages) {
    const steps = await tx.query<StepRow>(
      `SELECT order_id AS "orderId", n, at, what, who, data::text AS data, encode(hash, 'hex') AS hash
       FROM app.order_steps WHERE order_id BETWEEN $1 AND $2 ORDER BY order_id, n`,
      [orders[0]!.id, orders.at(-1)!.id],
    )
    const ofOrder = Map.groupBy(steps, ({ orderId }) => orderId)
    for (const order of orders) breaches.push(...chainBreaches(order, ofOrder.get(order.id) ?? []))
  }
  return breaches
}

function chainBreaches(order: OrderRow, steps: readonly StepRow[]): TradingBreach[] {
  const breaches: TradingBreach[] = []
  const say = (what: string): void =>
    void breaches.push({ invariant: 'I20', what: `order ${order.id}: ${what}` })
  const first = firstSteps(order)
  let n = first.length
  let hash = first.at(-1)?.hash ?? genesis
  for (const step of steps) {
    n += 1
    const { at, what, who, data } = step
    if (step.n !== n || step.hash !== linkOf(hash, { orderId: order.id, n, at, what, who, data }))
      say(`step ${step.n} does not follow the one before`)
    hash = step.hash
    n = step.n
  }
  if (n === order.steps && hash !== order.head) say('its timeline ends elsewhere than its row says')
  return breaches
}

const genesis = '0'.repeat(64)

/** The link text of packages/proof, written out a second time. */
const linkOf = (before: string, { orderId, n, at, what, who, data }: Omit<StepRow, 'hash'>): string =>
  createHash('sha256')
    .update(JSON.stringify([before, String(n), orderId, at.toISOString(), what, who, data]))
    .digest('hex')

/** The steps that are not stored, written out a second time. */
function firstSteps(order: OrderRow): readonly StepRow[] {
  if (order.heldCash === null) return []
  const { id: orderId, placedAt: at, price, replaces } = order
  const placed =
    `{"side":"${order.side}",${price === null ? '' : `"price":${price},`}"quantity":${order.quantity},` +
    `"validity":"${order.validity}","origin":"${order.origin}"${replaces === null ? '' : `,"replaces":"${replaces}"`}}`
  const who = order.origin === 'member' ? 'member' : 'rule'
  const first = { orderId, n: 1, at, what: 'placed', who, data: placed }
  const linked = { ...first, hash: linkOf(genesis, first) }
  if (order.heldCash === '0' && order.heldShares === 0) return [linked]
  const held = `{"cash":"${order.heldCash}","shares":${order.heldShares},"price":${order.worstPrice}}`
  const second = { orderId, n: 2, at, what: 'held', who: 'system', data: held }
  return [linked, { ...second, hash: linkOf(linked.hash, second) }]
}
