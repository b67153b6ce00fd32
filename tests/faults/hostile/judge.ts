// After an attack: ledger, fills, quotes, positions and cursors against a recomputation from the exchange's log, and
// every entry that gave a member something against what may give it.

import type { Sql } from '@fairlot/testkit/sql'
import { tradingBreaches } from '@fairlot/testkit/invariants/trading'

export interface Verdict {
  readonly breaches: readonly string[]
  /** Minor units members own that no fill of the log and no grant gave them. */
  readonly created: bigint
  /** Entries that only an attacker posted and its posting rights allow, by event. Reconciliation judges them. */
  readonly allowed: Readonly<Record<string, number>>
}

const questions: readonly string[] = [
  `SELECT format('settlement cursor of shard %s stands on %s, which is not in the log', c.shard, c.sequence) AS what
   FROM settlement.cursors c
   WHERE c.sequence > 0
     AND NOT EXISTS (SELECT FROM exchange.batches b WHERE (b.shard, b.last, b.hash) = (c.shard, c.sequence, c.hash))`,
  `SELECT format('quotes cursor of shard %s stands on %s, which is not in the log', c.shard, c.sequence) AS what
   FROM market.cursors c
   WHERE c.sequence > 0
     AND NOT EXISTS (SELECT FROM exchange.batches b WHERE (b.shard, b.last, b.hash) = (c.shard, c.sequence, c.hash))`,
]

/** Where the log of each shard ended. */
export type LogEnds = readonly { readonly shard: number; readonly event: string }[]

/**
 * Each quote equals the last trade in the log. A taken quotes process writes market.quotes, and a forged price stays until
 * the next trade: after such an attack only securities that traded since are compared.
 */
const quotesQuestion = (attackedUntil: LogEnds): string => `
  SELECT format('%s is quoted at %s, its last trade in the log is at %s', q.symbol, q.last, t.price) AS what
  FROM market.quotes q
  JOIN LATERAL (
    -- Trading continues: up to where quotes have read.
    SELECT e.shard, e.event, (e.body::json ->> 'price')::int AS price FROM exchange.events e
    JOIN market.cursors c ON c.shard = e.shard AND e.event <= c.event
    WHERE e.symbol = q.symbol AND e.kind = 'traded' ORDER BY e.event DESC LIMIT 1
  ) AS t ON true
  WHERE q.last IS DISTINCT FROM t.price
    ${attackedUntil.map(({ shard, event }) => `AND NOT (t.shard = ${shard} AND t.event <= ${event})`).join(' ')}`

/** The assets each entry gave each member, where the amount is positive. */
const given = `
  SELECT e.id, e.event, e.key, split_part(a.code, '/', 2) AS member, split_part(a.code, '/', 3) AS asset, sum(l.amount) AS amount
  FROM ledger.entries e
  JOIN ledger.lines l ON l.entry_id = e.id
  JOIN ledger.accounts a ON a.id = l.account_id
  WHERE a.code LIKE 'member/%'
  GROUP BY 1, 2, 3, 4, 5
  HAVING sum(l.amount) > 0`

/** The amount of the rule, which every member gets once. */
const grantOfRule = `(SELECT value FROM recon.defaults WHERE rule = 'practice.grant')`
/** The seed sets an installation up: it may give paper money to a new owner, once and up to a limit. */
const maxGranted = `(SELECT max(max_amount) FROM ledger.posting_rights WHERE event = 'practice-grant')`

/** `seeded` are the seed's entries when the installation was set up. */
export async function judge(
  owner: Sql,
  database: { readonly readerUrl: string },
  seeded: ReadonlySet<string>,
  quotesAttackedUntil: LogEnds = [],
): Promise<Verdict> {
  const breaches = (await tradingBreaches(database)).map(({ invariant, what }) => `${invariant}: ${what}`)
  for (const question of [...questions, quotesQuestion(quotesAttackedUntil)])
    breaches.push(...(await owner.query<{ what: string }>(`${question} LIMIT 5`)).map(({ what }) => what))
  const [row] = await owner.query<{ created: string; examples: string[] | null }>(
    `SELECT coalesce(sum(amount), 0)::text AS created, (array_agg(format('%s gave %s of %s', event, amount, asset)))[1:5] AS examples
     FROM (
       SELECT g.*, row_number() OVER (PARTITION BY g.event, g.member ORDER BY g.id) AS turn FROM (${given}) AS g
     ) AS g
     WHERE NOT (event = 'practice-grant' AND turn = 1 AND amount <= ${maxGranted})
       -- The invariants above hold each of these entries against its fill, and the fill against the log.
       AND NOT (event LIKE 'trade.%')`,
  )
  breaches.push(...(row?.examples ?? []))
  const allowed: Record<string, number> = {}
  for (const { key, event } of await owner.query<{ key: string; event: string }>(allowedEntries))
    if (!seeded.has(key)) allowed[event] = (allowed[event] ?? 0) + 1
  return { breaches, created: BigInt(row?.created ?? 0), allowed }
}

const seedEvents = `'seat-cash', 'seat-inventory', 'lending-pool'`
const allowedEntries = `
  SELECT e.key, e.event FROM ledger.entries e WHERE e.event IN (${seedEvents})
  UNION ALL
  SELECT g.key, g.event FROM (${given}) AS g
  WHERE g.event = 'practice-grant'
    AND (g.amount <> ${grantOfRule} OR NOT EXISTS (SELECT FROM app.members m WHERE m.id::text = g.member))`

export const readSeeded = async (owner: Sql): Promise<ReadonlySet<string>> =>
  new Set((await owner.query<{ key: string }>(allowedEntries)).map(({ key }) => key))
