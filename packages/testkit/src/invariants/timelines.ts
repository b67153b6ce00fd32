// Timelines: the steps of every order form a hash chain that ends at the head in its row.

import { createHash } from 'node:crypto'
import type { Executor } from '@fairlot/ledger'
import { ask, type Question, type TradingBreach } from './ask.ts'

const questions: readonly Question[] = [
  [
    'I20',
    `SELECT format('order %s is %s, its timeline says %s', o.id, o.state, s.ends) AS what
     FROM app.orders o
     CROSS JOIN LATERAL (
       SELECT count(*) FILTER (WHERE x.what IN ('cancelled', 'refused', 'replaced')) AS ends,
         count(*) FILTER (WHERE x.what = 'filled') AS fills, count(*) AS steps
       FROM app.order_steps x WHERE x.order_id = o.id
     ) AS s
     WHERE s.ends <> CASE WHEN o.state IN ('cancelled', 'refused') THEN 1 ELSE 0 END
       OR s.fills <> (SELECT count(*) FROM app.fills f WHERE f.order_id = o.id)
       OR s.steps <> o.steps`,
  ],
]

interface StepRow {
  readonly orderId: string
  readonly n: number
  readonly at: Date
  readonly what: string
  readonly who: string
  readonly data: string
  readonly hash: string
  readonly steps: number
  readonly head: string
}

export async function timelineBreaches(tx: Executor): Promise<TradingBreach[]> {
  const breaches = await ask(tx, questions)
  const steps = await tx.query<StepRow>(
    `SELECT s.order_id AS "orderId", s.n, s.at, s.what, s.who, s.data::text AS data, encode(s.hash, 'hex') AS hash, o.steps,
       encode(o.steps_hash, 'hex') AS head
     FROM app.order_steps s JOIN app.orders o ON o.id = s.order_id ORDER BY s.order_id, s.n`,
  )
  let order = ''
  let n = 0
  let hash = ''
  for (const step of steps) {
    if (step.orderId !== order) {
      order = step.orderId
      n = 0
      hash = '0'.repeat(64)
    }
    n += 1
    // The link text of packages/proof, written out a second time.
    const text = JSON.stringify([
      hash,
      String(n),
      order,
      step.at.toISOString(),
      step.what,
      step.who,
      step.data,
    ])
    hash = createHash('sha256').update(text).digest('hex')
    if (step.n !== n || step.hash !== hash) {
      breaches.push({
        invariant: 'I20',
        what: `order ${order}: step ${step.n} does not follow the one before`,
      })
      hash = step.hash
      n = step.n
    }
    if (step.n === step.steps && step.hash !== step.head)
      breaches.push({
        invariant: 'I20',
        what: `order ${order}: its timeline ends elsewhere than its row says`,
      })
  }
  return breaches
}
