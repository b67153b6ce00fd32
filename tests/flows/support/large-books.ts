// A ledger of any size, written by set-based SQL past the ledger's functions: mostly paper money of seats, one entry in
// twenty a trade with its fill and its event in the exchange's log, one in a hundred a deposit with its review, its two
// votes and its bank line. Everything agrees, so a clean reconciliation has read all of it.

import type pg from 'pg'

const seats = 20_000
const members = 5_000
const uuid = (text: string): string => `md5(${text})::uuid`
/** What two people signed for each deposit. */
const signed = '{"booked": "50000"}'
const signedHash = `encode(sha256('${signed}'), 'hex')`
const memberOf = (n: string): string => uuid(`'member ' || (${n}) % ${members}`)

/** Operators, a channel, members with their grant. Run once. */
export async function beginLargeBooks(owner: pg.Client): Promise<void> {
  await owner.query(`SELECT ledger.ensure_partitions(now() - interval '3 months', 6)`)
  await owner.query(`SELECT exchange.ensure_partitions(now() - interval '3 months', 6)`)
  await owner.query(`SELECT app.ensure_order_months(now() - interval '3 months', 6)`)
  await owner.query(`SELECT app.seed_practice_channels(now())`)
  await owner.query(
    `INSERT INTO app.operators (id, login, name, added_at)
     SELECT ${uuid(`'operator ' || n`)}, 'large-' || n, 'Large ' || n, now() FROM generate_series(1, 2) n`,
  )
  await owner.query(
    `INSERT INTO app.members (id, account, invitation_code, joined_at)
     SELECT ${uuid(`'member ' || n`)}, '07' || lpad(n::text, 8, '0'), 'L' || n, now() FROM generate_series(0, ${members - 1}) n`,
  )
  await owner.query(
    `SELECT ledger.open_accounts(ARRAY['practice-grant/main/TWD/granted', 'fees/brokerage/TWD/income', 'house/main/TWD/bank']
       || ARRAY(SELECT 'member/' || ${uuid(`'member ' || n`)} || '/TWD/available' FROM generate_series(0, ${members - 1}) n))`,
  )
  await owner.query(
    `SELECT ledger.open_accounts(ARRAY(SELECT 'seat/' || ${uuid(`'seat ' || n`)} || '/TWD/available' FROM generate_series(0, ${seats - 1}) n))`,
  )
  await addDay(owner, { from: 0, entries: members, daysAgo: 60, isGrants: true })
}

export interface LargeDay {
  /** The number of existing entries, and how many to add; each has two lines. */
  readonly from: number
  readonly entries: number
  readonly daysAgo: number
  readonly isGrants?: boolean
}

/** One day's entries in one transaction. */
export async function addDay(
  owner: pg.Client,
  { from, entries, daysAgo, isGrants = false }: LargeDay,
): Promise<void> {
  await owner.query('BEGIN')
  await owner.query('SET LOCAL session_replication_role = replica')
  await owner.query(`SET LOCAL work_mem = '64MB'`)
  // n is the index over all days. d: the deposit number, t: the trade number.
  await owner.query(
    `CREATE TEMPORARY TABLE made ON COMMIT DROP AS
     SELECT g.n, k.kind, k.ms,
       (lpad(to_hex(k.ms), 12, '0') || '7' || lpad(to_hex(g.n & 4095), 3, '0') || '8' || substr(md5('entry ' || g.n), 1, 15))::uuid AS id,
       CASE k.kind WHEN 'seat-cash' THEN 100 WHEN 'practice-grant' THEN 1000000000 WHEN 'deposit.booked' THEN 50000 ELSE 20 END::bigint AS amount,
       ledger.account_id(CASE k.kind WHEN 'seat-cash' THEN 'seat/' || ${uuid(`'seat ' || g.n % ${seats}`)} || '/TWD/available'
         ELSE 'member/' || ${memberOf('g.n')} || '/TWD/available' END) AS own,
       CASE k.kind WHEN 'trade.open-long' THEN -1 ELSE 1 END AS sign
     FROM generate_series($1::bigint, $1::bigint + $2::bigint - 1) AS g (n)
     CROSS JOIN LATERAL (
       SELECT CASE WHEN $4 THEN 'practice-grant' WHEN g.n % 100 = 7 THEN 'deposit.booked' WHEN g.n % 20 = 3 THEN 'trade.open-long'
           ELSE 'seat-cash' END AS kind,
         (floor(extract(epoch FROM date_trunc('day', now()) - $3 * interval '1 day') * 1000)::bigint
           + ((g.n - $1) * 60000000 / greatest($2, 1)))::bigint AS ms
     ) AS k`,
    [from, entries, daysAgo, isGrants],
  )
  await owner.query(
    `INSERT INTO ledger.entries (id, posted_at, line_count, event, reference, key, tx)
     SELECT id, to_timestamp(ms / 1000::float8), 2, kind, CASE kind WHEN 'seat-cash' THEN 'seats' WHEN 'practice-grant' THEN ${memberOf('n')}::text
       WHEN 'deposit.booked' THEN ${uuid(`'deposit ' || n`)}::text ELSE ${uuid(`'order ' || n`)}::text END,
       CASE kind WHEN 'trade.open-long' THEN 'fill:0/' || n || '/buy' ELSE 'large ' || n END, pg_current_xact_id()::text::bigint
     FROM made`,
  )
  await owner.query(
    `INSERT INTO ledger.lines (entry_id, account_id, posted_at, amount, tx, seq, balance_after, line_no, asset)
     SELECT m.id, m.own, to_timestamp(m.ms / 1000::float8), m.sign * m.amount, pg_current_xact_id()::text::bigint,
       b.lines + row_number() OVER w, b.balance + sum(m.sign * m.amount) OVER w, 1, 'TWD'
     FROM made m JOIN ledger.balances b ON b.account_id = m.own
     WINDOW w AS (PARTITION BY m.own ORDER BY m.n)
     UNION ALL
     SELECT m.id, ledger.account_id(CASE m.kind WHEN 'deposit.booked' THEN 'house/main/TWD/bank'
         WHEN 'trade.open-long' THEN 'fees/brokerage/TWD/income' ELSE 'practice-grant/main/TWD/granted' END),
       to_timestamp(m.ms / 1000::float8), -m.sign * m.amount, pg_current_xact_id()::text::bigint, NULL, NULL, 2, 'TWD'
     FROM made m`,
  )
  await owner.query(
    `UPDATE ledger.balances b SET balance = b.balance + s.total, lines = b.lines + s.n, stamp = s.stamp, first_stamp = coalesce(b.first_stamp, s.stamp)
     FROM (SELECT own, sum(sign * amount) AS total, count(*) AS n, max(ms) << 12 AS stamp FROM made GROUP BY own) AS s WHERE b.account_id = s.own`,
  )
  await owner.query(
    `INSERT INTO exchange.events (shard, event, sequence, at, kind, symbol, body)
     SELECT 0, n, n, to_timestamp(ms / 1000::float8), 'traded', '2330', json_build_object('kind', 'traded', 'symbol', '2330', 'price', 60000,
       'quantity', 1000, 'buyOrder', ${uuid(`'order ' || n`)}, 'buyAccount', 'member:' || ${memberOf('n')}, 'buyLeft', 0, 'sellOrder',
       ${uuid(`'sell ' || n`)}, 'sellAccount', 'seat:house', 'sellLeft', 0, 'bids', '[]'::json, 'asks', '[]'::json)::text
     FROM made WHERE kind = 'trade.open-long'`,
  )
  await owner.query(
    `INSERT INTO app.fills (shard, event, side, order_id, position_id, member_id, symbol, price, quantity, fee, tax, borrow_fee, sequence,
       decided_by, book, traded_at, date, settles_on, entry_id, settled_at)
     SELECT 0, n, 'buy', ${uuid(`'order ' || n`)}, ${uuid(`'order ' || n`)}, ${memberOf('n')}, '2330', 60000, 1000, amount, 0, 0, n, 'continuous', '{}',
       to_timestamp(ms / 1000::float8), current_date, current_date, id, now()
     FROM made WHERE kind = 'trade.open-long'`,
  )
  await owner.query(
    `INSERT INTO settlement.cursors (shard, event, sequence, hash, at) SELECT 0, max(n), max(n), '', now() FROM made
     ON CONFLICT (shard) DO UPDATE SET event = excluded.event`,
  )
  await owner.query(
    `INSERT INTO app.deposits (id, member_id, channel_id, currency, amount, fee, booked, state, reference, sent_at, promised_at, decided_at,
       entry_id, steps)
     SELECT ${uuid(`'deposit ' || n`)}, ${memberOf('n')}, '01980000-0000-7000-8000-0000000000c1', 'TWD', amount, 0, amount, 'passed', 'R' || n,
       to_timestamp(ms / 1000::float8), to_timestamp(ms / 1000::float8), to_timestamp(ms / 1000::float8), id, '[]'
     FROM made WHERE kind = 'deposit.booked'`,
  )
  await owner.query(
    `INSERT INTO app.reviews (id, number, kind, member_id, subject, payload, payload_hash, opened_at, promised_at, expires_at, reason, state,
       decision, decided_at, outcome, closed_at)
     SELECT ${uuid(`'review ' || n`)}, 'L' || n, 'deposit', ${memberOf('n')}, ${uuid(`'deposit ' || n`)}::text, '${signed}', ${signedHash},
       t.at, t.at, t.at, '', 'closed', 'approve', t.at, 'passed', t.at
     FROM made CROSS JOIN LATERAL (SELECT to_timestamp(ms / 1000::float8) AS at) AS t WHERE kind = 'deposit.booked'`,
  )
  await owner.query(
    `INSERT INTO app.review_votes (review_id, operator_id, session_id, device_id, decision, payload_hash, note, at)
     SELECT ${uuid(`'review ' || n`)}, ${uuid(`'operator ' || v`)}, ${uuid(`'session ' || v`)}, ${uuid(`'device ' || v`)}, 'approve',
       ${signedHash}, '', now()
     FROM made CROSS JOIN generate_series(1, 2) AS v WHERE kind = 'deposit.booked'`,
  )
  await owner.query(
    `WITH s AS (
       INSERT INTO app.bank_statements (id, file_name, sha256, lines, imported_by, imported_at)
       SELECT gen_random_uuid(), 'large', md5($1::text), 1, 'system', now() FROM (SELECT FROM made WHERE kind = 'deposit.booked' LIMIT 1) AS any_line
       RETURNING id
     )
     INSERT INTO app.bank_statement_lines (id, statement_id, line_no, account, bank_number, currency, amount, reference, ending, booked_at,
       deposit_id, matched_at)
     SELECT ${uuid(`'line ' || n`)}, s.id, row_number() OVER (), '00400000000001', 'L' || n, 'TWD', amount, 'R' || n, '1234',
       to_timestamp(ms / 1000::float8), ${uuid(`'deposit ' || n`)}, now()
     FROM made, s WHERE kind = 'deposit.booked'`,
    [from],
  )
  await owner.query('COMMIT')
}
