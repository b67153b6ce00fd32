// What must be true of the ledger at every moment. Independent of the ledger's own SQL and read with the reader's role,
// so that a fault there is not hidden here. Call it after every flow test: `expect(await
// ledgerBreaches(database)).toEqual([])`.

import type { Executor } from '@fairlot/ledger'
import { readerOf } from './sql.ts'

export interface Breach {
  readonly invariant: 'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'I6' | 'I20' | 'I21'
  readonly what: string
}

interface Check {
  readonly invariant: Breach['invariant']
  /** Returns one row per breach with a text `what`. `$1` is the first transaction to check. */
  readonly sql: string
}

// One lookup by key per row: the planner cannot know how short the tail is and would otherwise scan the whole table.
const entryOf = (row: string): string =>
  `SELECT o.* FROM ledger.entries o WHERE o.id = ${row}.entry_id AND o.posted_at = ${row}.posted_at OFFSET 0`

const checks: readonly Check[] = [
  {
    invariant: 'I1',
    sql: `SELECT format('entry %s: %s is off by %s', entry_id, asset, sum(amount)) AS what
      FROM ledger.lines WHERE tx >= $1 GROUP BY entry_id, asset HAVING sum(amount) <> 0`,
  },
  {
    invariant: 'I1',
    sql: `SELECT format('entry %s has %s lines and says %s', l.entry_id, l.found, coalesce(e.line_count::text, 'nothing')) AS what
      FROM (
        SELECT entry_id, posted_at, count(*) AS found, min(line_no) AS first, max(line_no) AS last
        FROM ledger.lines WHERE tx >= $1 GROUP BY entry_id, posted_at
      ) AS l
      LEFT JOIN LATERAL (${entryOf('l')}) AS e ON true
      WHERE e.line_count IS DISTINCT FROM l.found OR l.found < 2 OR l.first <> 1 OR l.last <> l.found`,
  },
  {
    invariant: 'I2',
    sql: `SELECT format('%s sums to %s over all accounts', asset, sum(total)) AS what
      FROM (
        SELECT asset, total FROM ledger.totals WHERE $1::bigint > 0
        UNION ALL
        SELECT asset, sum(amount) FROM ledger.lines WHERE tx >= $1 GROUP BY asset
      ) AS parts
      GROUP BY asset HAVING sum(total) <> 0`,
  },
  {
    invariant: 'I3',
    sql: `SELECT format('account %s: row says %s after %s lines, last line %s after %s', b.account_id, b.balance, b.lines,
        last.balance_after, last.seq) AS what
      FROM (
        SELECT DISTINCT ON (account_id) account_id, seq, balance_after
        FROM ledger.lines WHERE tx >= $1 AND seq IS NOT NULL ORDER BY account_id, seq DESC
      ) AS last
      LEFT JOIN ledger.balances b ON b.account_id = last.account_id
      WHERE (b.balance, b.lines) IS DISTINCT FROM (last.balance_after, last.seq)`,
  },
  {
    // Every line continues the one before it on its account: consecutive numbers, matching balances, no earlier time.
    invariant: 'I3',
    sql: `SELECT format('account %s: line %s is %s after %s, the line before left %s', account_id, seq, amount, balance_after,
        coalesce(before_it, 0)) AS what
      FROM (
        SELECT w.account_id, w.seq, w.amount, w.balance_after, w.posted_at,
          CASE WHEN w.number = 1 THEN older.seq ELSE w.seq_before END AS seq_before,
          CASE WHEN w.number = 1 THEN older.balance_after ELSE w.balance_before END AS before_it,
          CASE WHEN w.number = 1 THEN older.posted_at ELSE w.posted_before END AS posted_before
        FROM (
          SELECT account_id, seq, amount, balance_after, posted_at,
            row_number() OVER one AS number, lag(seq) OVER one AS seq_before,
            lag(balance_after) OVER one AS balance_before, lag(posted_at) OVER one AS posted_before
          FROM ledger.lines WHERE tx >= $1 AND seq IS NOT NULL
          WINDOW one AS (PARTITION BY account_id ORDER BY seq)
        ) AS w
        LEFT JOIN LATERAL (
          SELECT o.seq, o.balance_after, o.posted_at FROM ledger.lines o
          WHERE w.number = 1 AND o.account_id = w.account_id AND o.seq < w.seq AND o.seq IS NOT NULL
          ORDER BY o.posted_at DESC, o.seq DESC LIMIT 1
        ) AS older ON true
      ) AS chain
      WHERE seq <> coalesce(seq_before, 0) + 1 OR balance_after <> coalesce(before_it, 0) + amount
        OR posted_at < posted_before`,
  },
  {
    invariant: 'I3',
    sql: `SELECT format('account %s is bounded: %s, but its line says %s', a.code, a.bounded, l.seq) AS what
      FROM ledger.lines l LEFT JOIN ledger.accounts a ON a.id = l.account_id
      WHERE l.tx >= $1 AND (a.bounded IS DISTINCT FROM (l.seq IS NOT NULL) OR a.asset <> l.asset)`,
  },
  {
    invariant: 'I4',
    sql: `SELECT format('%s stands at %s', a.code, b.balance) AS what
      FROM (SELECT DISTINCT account_id FROM ledger.lines WHERE tx >= $1 AND seq IS NOT NULL) AS touched
      JOIN ledger.balances b USING (account_id)
      JOIN ledger.accounts a ON a.id = b.account_id
      JOIN ledger.chart c USING (owner_kind, kind)
      WHERE b.balance < c.lowest OR b.balance > c.highest`,
  },
  {
    invariant: 'I5',
    sql: `SELECT format('%s holds %s, its open holds have %s left', a.code, b.balance, coalesce(open.remaining, 0)) AS what
      FROM (SELECT DISTINCT account_id FROM ledger.lines WHERE tx >= $1 AND seq IS NOT NULL) AS touched
      JOIN ledger.accounts a ON a.id = touched.account_id AND a.holding
      JOIN ledger.balances b ON b.account_id = a.id
      LEFT JOIN LATERAL (
        SELECT sum(h.remaining) AS remaining FROM ledger.holds h WHERE h.account_id = a.id AND h.state = 'open'
      ) AS open ON true
      WHERE b.balance <> coalesce(open.remaining, 0)`,
  },
  {
    invariant: 'I6',
    sql: `SELECT format('hold %s: %s, %s left, but its lines leave %s after %s openings', h.id, h.state, h.remaining, story.left_over,
        story.openings) AS what
      FROM (SELECT DISTINCT hold_id FROM ledger.lines WHERE tx >= $1 AND hold_id IS NOT NULL) AS touched
      JOIN ledger.holds h ON h.id = touched.hold_id
      CROSS JOIN LATERAL (
        SELECT sum(l.amount) AS left_over, count(*) FILTER (WHERE l.amount > 0) AS openings,
          sum(l.amount) FILTER (WHERE l.amount > 0) AS opened, bool_and(l.account_id = h.account_id) AS one_account
        FROM ledger.lines l WHERE l.hold_id = h.id
      ) AS story
      WHERE story.left_over <> h.remaining OR story.openings <> 1 OR story.opened <> h.amount OR NOT story.one_account
        OR (h.state = 'closed') <> (h.remaining = 0)`,
  },
  {
    // A hold opens once and then only shrinks, to zero at the lowest.
    invariant: 'I20',
    sql: `SELECT format('hold %s goes through %s at line %s', hold_id, left_over, seq) AS what
      FROM (
        SELECT l.hold_id, l.seq, l.amount, sum(l.amount) OVER story AS left_over, row_number() OVER story AS step
        FROM (SELECT DISTINCT hold_id FROM ledger.lines WHERE tx >= $1 AND hold_id IS NOT NULL) AS touched
        JOIN ledger.lines l ON l.hold_id = touched.hold_id
        WINDOW story AS (PARTITION BY l.hold_id ORDER BY l.seq)
      ) AS steps
      WHERE left_over < 0 OR (step = 1) <> (amount > 0)`,
  },
  {
    // A reversal is the mirror image of an entry that exists, and the only one.
    invariant: 'I20',
    sql: `SELECT format('entry %s does not mirror %s', l.entry_id, l.reverses) AS what
      FROM (
        SELECT DISTINCT fresh.entry_id, e.posted_at, e.reverses FROM ledger.lines fresh
        CROSS JOIN LATERAL (${entryOf('fresh')}) AS e
        WHERE fresh.tx >= $1 AND e.reverses IS NOT NULL
      ) AS l
      LEFT JOIN ledger.reversals r ON r.original = l.reverses
      WHERE r.entry_id IS DISTINCT FROM l.entry_id
        OR (SELECT array_agg((o.account_id, -o.amount) ORDER BY o.account_id, -o.amount) FROM ledger.lines o
            WHERE o.entry_id = l.reverses)
          IS DISTINCT FROM
           (SELECT array_agg((m.account_id, m.amount) ORDER BY m.account_id, m.amount) FROM ledger.lines m
            WHERE m.entry_id = l.entry_id AND m.posted_at = l.posted_at)`,
  },
  {
    invariant: 'I21',
    sql: `SELECT format('key %s stands for entry %s, entry %s has it', e.key, k.entry_id, e.id) AS what
      FROM (SELECT DISTINCT entry_id, posted_at FROM ledger.lines WHERE tx >= $1) AS fresh
      CROSS JOIN LATERAL (${entryOf('fresh')}) AS e
      LEFT JOIN LATERAL (SELECT o.entry_id FROM ledger.keys o WHERE o.key = e.key OFFSET 0) AS k ON true
      WHERE k.entry_id IS DISTINCT FROM e.id AND e.posted_at > now() - interval '35 days'
        AND NOT EXISTS (SELECT FROM ledger.holds h WHERE h.opened_by = e.id
          AND h.id = CASE WHEN e.key ~ '^hold/[0-9a-f-]{36}$' THEN substr(e.key, 6)::uuid END)`,
  },
]

/** Checked only for the whole ledger: a row without any posting, an incomplete checkpoint, a key without an effect. */
const wholeChecks: readonly Check[] = [
  {
    invariant: 'I3',
    sql: `SELECT format('account %s stands at %s without lines', b.account_id, b.balance) AS what
      FROM ledger.balances b
      WHERE $1::bigint IS NOT NULL AND (b.balance <> 0 OR b.lines <> 0)
        AND NOT EXISTS (SELECT FROM ledger.lines l WHERE l.account_id = b.account_id)`,
  },
  {
    invariant: 'I3',
    sql: `SELECT format('%s/%s/%s: checkpoint and tail give %s, all lines give %s', owner_kind, asset, kind, quick, slow) AS what
      FROM (
        SELECT a.owner_kind, a.asset, a.kind, sum(l.amount) AS slow
        FROM ledger.lines l JOIN ledger.accounts a ON a.id = l.account_id
        WHERE l.tx >= $1 GROUP BY a.owner_kind, a.asset, a.kind
      ) AS all_lines
      FULL JOIN (
        SELECT owner_kind, asset, kind, sum(total) AS quick
        FROM (
          SELECT owner_kind, asset, kind, total FROM ledger.totals
          UNION ALL
          SELECT a.owner_kind, a.asset, a.kind, l.amount
          FROM ledger.lines l JOIN ledger.accounts a ON a.id = l.account_id
          WHERE l.tx >= coalesce((SELECT max(upto) FROM ledger.checkpoints), 0)
        ) AS parts GROUP BY owner_kind, asset, kind
      ) AS by_checkpoint USING (owner_kind, asset, kind)
      WHERE slow IS DISTINCT FROM quick`,
  },
  {
    invariant: 'I6',
    sql: `SELECT format('hold %s has no lines', h.id) AS what FROM ledger.holds h
      WHERE $1::bigint IS NOT NULL AND NOT EXISTS (SELECT FROM ledger.lines l WHERE l.hold_id = h.id)`,
  },
  {
    invariant: 'I21',
    sql: `SELECT format('key %s stands for entry %s, which does not exist', k.key, k.entry_id) AS what
      FROM ledger.keys k
      WHERE $1::bigint IS NOT NULL AND NOT EXISTS (SELECT FROM ledger.entries e WHERE e.id = k.entry_id AND e.key = k.key)`,
  },
]

export interface InvariantOptions {
  /** `tail` checks only what came after the last checkpoint, as the reconciler does every minute. */
  readonly scope?: 'all' | 'tail'
}

/** Returns the breaches found. Takes a connection that can SELECT: the reader's. */
export async function checkInvariants(
  reader: Executor,
  { scope = 'all' }: InvariantOptions = {},
): Promise<Breach[]> {
  const [last] = await reader.query<{ upto: string }>(
    `SELECT coalesce(max(upto), 0)::text AS upto FROM ledger.checkpoints`,
  )
  const since = scope === 'tail' ? (last?.upto ?? '0') : '0'
  const breaches: Breach[] = []
  for (const { invariant, sql } of scope === 'tail' ? checks : [...checks, ...wholeChecks]) {
    const rows = await reader.query<{ what: string }>(sql, [since])
    breaches.push(...rows.map(({ what }) => ({ invariant, what })))
  }
  return breaches
}

/** The same for a test database. */
export async function ledgerBreaches(
  database: { readonly readerUrl: string },
  options: InvariantOptions = {},
): Promise<Breach[]> {
  return checkInvariants(readerOf(database), options)
}
