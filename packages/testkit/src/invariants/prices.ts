// Compares the prices used for decisions with the newest events of the log up to settlement's position.

import type { Executor } from '@fairlot/ledger'
import { ask, type Question, type TradingBreach } from './ask.ts'

const newest = (kind: string): string =>
  `SELECT DISTINCT ON (e.symbol) e.symbol, e.event, e.body::json AS body
   FROM exchange.events e JOIN settlement.cursors c ON c.shard = e.shard AND e.event <= c.event
   WHERE e.kind = '${kind}' ORDER BY e.symbol, e.event DESC`

const questions: readonly Question[] = [
  [
    'I22',
    `WITH said AS (
       SELECT symbol, (d.body ->> 'date')::date AS date, s.body ->> 'state' AS state,
         (d.body ->> 'reference')::int AS reference, (d.body ->> 'upper')::int AS upper, (d.body ->> 'lower')::int AS lower,
         CASE WHEN t.event > d.event OR d.event IS NULL THEN (t.body ->> 'price')::int END AS last,
         greatest(d.event, s.event, t.event) AS event
       FROM (${newest('day')}) AS d
       FULL JOIN (${newest('state')}) AS s USING (symbol)
       FULL JOIN (${newest('traded')}) AS t USING (symbol)
     ), kept AS (
       SELECT symbol, date, state, reference, upper, lower, last, event FROM settlement.prices
     )
     SELECT format('%s: the log says %s, settlement keeps %s', coalesce(said.symbol, kept.symbol), said::text, kept::text) AS what
     FROM said FULL JOIN kept USING (symbol)
     WHERE said IS DISTINCT FROM kept`,
  ],
]

export const priceBreaches = (tx: Executor): Promise<TradingBreach[]> => ask(tx, questions)
