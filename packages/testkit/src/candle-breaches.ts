// Compares quotes and candles with the exchange's own trades, by SQL that shares nothing with the role that made them.
// `expect(await candleBreaches(database)).toEqual([])` once quotes has read everything: after a fault, after a restart.

import { readerOf, type Sql } from './sql.ts'

interface Check {
  readonly what: string
  readonly sql: string
}

// Every trade with its trading day: the last `day` event of its symbol before it.
const trades = `
  WITH days AS (
    SELECT symbol, event, at, (body::json ->> 'date')::date AS date, (body::json ->> 'reference')::integer AS reference,
      lead(event) OVER (PARTITION BY symbol ORDER BY event) AS next_event
    FROM exchange.events WHERE kind = 'day'
  ),
  trades AS (
    SELECT e.symbol, e.event, e.at, d.date, d.event AS day_event, (e.body::json ->> 'price')::integer AS price,
      (e.body::json ->> 'quantity')::bigint AS quantity, e.body::json ->> 'taker' AS taker
    FROM exchange.events e
    JOIN days d ON d.symbol = e.symbol AND d.event < e.event AND (d.next_event IS NULL OR e.event < d.next_event)
    WHERE e.kind = 'traded'
  )`

const candleOf = `(array_agg(price ORDER BY event))[1] AS open, max(price) AS high, min(price) AS low,
      (array_agg(price ORDER BY event DESC))[1] AS close, sum(quantity)::bigint AS volume,
      sum(price * quantity)::bigint AS turnover, count(*)::integer AS trades`

const candleFields = 'open, high, low, close, volume, turnover, trades'

const compare = (name: string, table: string, keys: string, made: string): Check => ({
  what: name,
  sql: `${trades},
    made AS (SELECT ${keys}, ${candleFields} FROM (${made}) AS m),
    stored AS (SELECT ${keys}, ${candleFields} FROM ${table} WHERE NOT simulated)
    SELECT format('is missing or different: %s', m::text) AS what FROM (TABLE made EXCEPT TABLE stored) AS m
    UNION ALL
    SELECT format('no trades say: %s', s::text) FROM (TABLE stored EXCEPT TABLE made) AS s`,
})

const checks: readonly Check[] = [
  compare(
    'minute candle',
    'market.minute_candles',
    'symbol, at',
    `SELECT symbol, date_bin('1 minute', at, '2000-01-01Z') AS at, ${candleOf} FROM trades GROUP BY 1, 2`,
  ),
  compare(
    'day candle',
    'market.day_candles',
    'symbol, date',
    `SELECT symbol, date, ${candleOf} FROM trades GROUP BY symbol, date`,
  ),
  {
    what: 'quote',
    sql: `${trades},
      made AS (
        SELECT d.symbol, d.date, d.reference, t.open, t.high, t.low, t.close AS last, coalesce(t.volume, 0) AS volume,
          coalesce(t.turnover, 0) AS turnover, coalesce(t.trades, 0) AS trades, coalesce(t.inside, 0) AS inside,
          coalesce(t.outside, 0) AS outside, s.state, s.reason
        FROM days d
        LEFT JOIN (
          SELECT day_event, ${candleOf}, coalesce(sum(quantity) FILTER (WHERE taker = 'sell'), 0)::bigint AS inside,
            coalesce(sum(quantity) FILTER (WHERE taker = 'buy'), 0)::bigint AS outside, min(symbol) AS symbol
          FROM trades GROUP BY symbol, day_event
        ) AS t ON t.day_event = d.event AND t.symbol = d.symbol
        LEFT JOIN LATERAL (
          SELECT e.body::json ->> 'state' AS state, e.body::json ->> 'reason' AS reason FROM exchange.events e
          WHERE e.symbol = d.symbol AND e.kind = 'state' ORDER BY e.event DESC LIMIT 1
        ) AS s ON true
        WHERE d.next_event IS NULL
      ),
      stored AS (
        SELECT symbol, date, reference, open, high, low, last, volume, turnover, trades, inside_volume,
          outside_volume, state, reason FROM market.quotes
      )
      SELECT format('is missing or different: %s', m::text) AS what FROM (TABLE made EXCEPT TABLE stored) AS m
      UNION ALL
      SELECT format('no events say: %s', s::text) FROM (TABLE stored EXCEPT TABLE made) AS s`,
  },
  {
    what: 'cursor',
    sql: `SELECT format('shard %s stands at event %s, the exchange at %s', s.shard, coalesce(c.event, 0), s.event) AS what
      FROM exchange.shards s LEFT JOIN market.cursors c USING (shard)
      WHERE (coalesce(c.event, 0), coalesce(c.sequence, 0)) <> (s.event, s.sequence)
        OR c.hash IS DISTINCT FROM s.hash AND s.sequence > 0`,
  },
]

/** Whether quotes has written everything the exchange has committed; before that a comparison is not valid. */
export async function isQuotesThrough(reader: Pick<Sql, 'query'>): Promise<boolean> {
  const rows = await reader.query(
    `SELECT FROM exchange.shards s LEFT JOIN market.cursors c USING (shard)
     WHERE coalesce(c.sequence, 0) <> s.sequence`,
  )
  return rows.length === 0
}

/** One line per difference, at most a few of each kind. */
export async function candleBreaches(database: { readonly readerUrl: string }): Promise<string[]> {
  const breaches: string[] = []
  for (const { what, sql } of checks) {
    const rows = await readerOf(database).query<{ what: string }>(`${sql} LIMIT 5`)
    breaches.push(...rows.map((row) => `${what} ${row.what}`))
  }
  return breaches
}
