// Whether each loop's condition shows its work. The rows contain only what a condition reads: the test's own database
// has no other constraints.

import { openSql, type Sql } from '@fairlot/testkit/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Loop } from '../../apps/server/src/platform/loops.ts'
import { startSettlement } from '../../apps/server/src/roles/settlement.ts'
import { startTestApi, type TestApi } from './support/start-test-api.ts'

const id = `gen_random_uuid()`

/** The work of each loop that waits for work, as the statement that brings it. */
const workOf: Readonly<Record<string, string>> = {
  'audit-chain': `INSERT INTO audit.unlinked (entry_id) VALUES (${id})`,
  'auth-recovery-reviews': `INSERT INTO app.recovery_requests (id, member_id) VALUES (${id}, ${id})`,
  'block-trades-end': `INSERT INTO app.block_listings (id, state, closes_at) VALUES (${id}, 'open', '2000-01-01')`,
  'calendar-phases': `INSERT INTO app.closures (date, settlement_only) VALUES ('2031-05-05', false)`,
  'conditional-orders': `INSERT INTO app.conditional_orders (id, due) VALUES (${id}, 'stop')`,
  'coupons-pay': `INSERT INTO app.coupons (id, state) VALUES (${id}, 'used')`,
  'day-trading-cover': `INSERT INTO app.positions (id, day_trade, opened_on) VALUES (${id}, true, '2026-11-17')`,
  'deposits-match': `INSERT INTO app.bank_statement_lines (id) VALUES (${id})`,
  'deposits-returns': `INSERT INTO app.bank_statement_lines (id) VALUES (${id})`,
  'auctions-advance': `INSERT INTO app.auctions (id, state, starts_at) VALUES (${id}, 'not-started', '2000-01-01')`,
  'offers-advance': `INSERT INTO app.offers (id, state, announces_at) VALUES (${id}, 'not-started', '2000-01-01')`,
  draws: `INSERT INTO app.draws (id, state, closes_at) VALUES (${id}, 'committed', '2000-01-01')`,
  'draws-remind': `WITH d AS (INSERT INTO app.draws (id, state, release_by) VALUES (${id}, 'closed', now() + interval '1 minute') RETURNING id)
    INSERT INTO app.reviews (id, kind, subject, state) SELECT ${id}, 'draw-release', d.id::text, 'second' FROM d`,
  'margin-watch': `INSERT INTO app.margin_calls (id) VALUES (${id})`,
  'credit-watch': `INSERT INTO app.credit_calls (id, state) VALUES (${id}, 'open')`,
  'news-halts': `INSERT INTO practice.halt_requests (symbol) VALUES ('2330')`,
  'notices-deliver': `INSERT INTO app.notices (id) VALUES (${id})`,
  'notices-push': `INSERT INTO app.push_jobs (notice_id, session_id, due_at) VALUES (${id}, ${id}, '2000-01-01')`,
  'notices-trades': `INSERT INTO settlement.cursors (shard, event) VALUES (0, 1)`,
  'personal-views-notify': `INSERT INTO app.personal_views (id) VALUES (${id})`,
  'copies-end': `WITH closed AS (INSERT INTO app.mentors (id, state) VALUES ('00000000-0000-4000-8000-000000000001', 'closed'))
    INSERT INTO app.copies (id, mentor_id, state) VALUES (${id}, '00000000-0000-4000-8000-000000000001', 'following')`,
  'copy-notices': `INSERT INTO app.copy_blocks (id, state, is_cancelled, copies, notified) VALUES (${id}, 'done', true, 1, 0)`,
  'copies-sell': `INSERT INTO app.copies (id, state, sells_rest) VALUES (${id}, 'ended', true)`,
  'copy-proceeds': `INSERT INTO app.copy_block_lines (block_id, copy_id, settles_on) VALUES (${id}, ${id}, '2000-01-01')`,
  'copy-blocks': `INSERT INTO app.copy_blocks (id, state) VALUES (${id}, 'preparing')`,
  'placements-advance': `INSERT INTO app.placements (id, state, closes_at) VALUES (${id}, 'open', '2000-01-01')`,
  'corporate-actions': `INSERT INTO app.corporate_actions (id, state, pays_on) VALUES (${id}, 'ex', '2000-01-01')`,
  'dividend-notices': `INSERT INTO app.dividend_notices (action_id, state) VALUES (${id}, 'announced')`,
  'price-alerts': `INSERT INTO exchange.shards (shard, event) VALUES (0, 1)`,
  'reviews-execute': `INSERT INTO app.reviews (id, state) VALUES (${id}, 'decided')`,
  'reviews-push': `INSERT INTO app.review_push_jobs (review_id, state, device_id, due_at)
    VALUES (${id}, 'waiting', ${id}, '2000-01-01')`,
  'reviews-push-queue': `INSERT INTO app.reviews (id, kind, state, expires_at)
    VALUES (${id}, 'journal', 'waiting', '2100-01-01')`,
  'settlement-commands': `INSERT INTO exchange.commands_set_aside (shard, id) VALUES (0, 1)`,
  'settlement-set-aside': `INSERT INTO settlement.set_aside (shard, event) VALUES (0, 1)`,
  'support-notify': `INSERT INTO app.support_answers (id) VALUES (${id})`,
  'withdrawals-confirm': `INSERT INTO app.bank_statement_lines (id) VALUES (${id})`,
}

/** Further work of the same loops. */
const more: readonly (readonly [loop: string, statement: string])[] = [
  ['conditional-orders', `INSERT INTO app.conditional_orders (id, state) VALUES (${id}, 'fired')`],
  ['conditional-orders', `INSERT INTO app.conditional_orders (id, kind) VALUES (${id}, 'one-cancels-other')`],
  ['conditional-orders', `INSERT INTO settlement.cursors (shard, event) VALUES (0, 1)`],
  ['coupons-pay', `INSERT INTO settlement.cursors (shard, event) VALUES (0, 1)`],
  ['draws', `INSERT INTO app.draws (id, state, fallback_release_by) VALUES (${id}, 'closed', '2000-01-01')`],
  [
    'draws',
    `INSERT INTO app.draws (id, state, round, release_round, round_at) VALUES (${id}, 'released', 1, 1, '2000-01-01')`,
  ],
  [
    'auctions-advance',
    `INSERT INTO app.auctions (id, state, closes_at) VALUES (${id}, 'bidding', '2000-01-01')`,
  ],
  [
    'auctions-advance',
    `INSERT INTO app.auctions (id, state, opens_at) VALUES (${id}, 'closed', '2000-01-01')`,
  ],
  ['auctions-advance', `INSERT INTO app.auctions (id, state) VALUES (${id}, 'opened')`],
  [
    'auctions-advance',
    `WITH listed AS (INSERT INTO app.instruments (symbol) VALUES ('9996'))
     INSERT INTO app.auctions (id, symbol, state, lists_on) VALUES (${id}, '9996', 'settled', '2000-01-01')`,
  ],
  ['auctions-advance', `INSERT INTO app.auctions (id, state, pay_by) VALUES (${id}, 'paying', '2000-01-01')`],
  ['offers-advance', `INSERT INTO app.offers (id, state, opens_at) VALUES (${id}, 'pending', '2000-01-01')`],
  [
    'offers-advance',
    `INSERT INTO app.offers (id, state, closes_at) VALUES (${id}, 'subscribing', '2000-01-01')`,
  ],
  [
    'offers-advance',
    `INSERT INTO app.offers (id, state, stage, draws_at) VALUES (${id}, 'ended', 'waiting-draw', '2000-01-01')`,
  ],
  ['offers-advance', `INSERT INTO app.offers (id, state, stage) VALUES (${id}, 'ended', 'applying')`],
  [
    'offers-advance',
    `WITH listed AS (INSERT INTO app.instruments (symbol) VALUES ('9998'))
     INSERT INTO app.offers (id, symbol, state, stage, lists_on) VALUES (${id}, '9998', 'ended', 'settled', '2000-01-01')`,
  ],
  [
    'offers-advance',
    `INSERT INTO app.subscriptions (id, state, pay_by) VALUES (${id}, 'payment-due', '2000-01-01')`,
  ],
  ['placements-advance', `INSERT INTO app.placements (id, state) VALUES (${id}, 'allotting')`],
  [
    'corporate-actions',
    `WITH past AS (INSERT INTO app.corporate_actions (id, state, pays_on)
       VALUES ('00000000-0000-4000-8000-000000000002', 'ex', '2100-01-01'))
     INSERT INTO app.dividend_entitlements (action_id, member_id, gross, owed, owed_supplement)
       VALUES ('00000000-0000-4000-8000-000000000002', ${id}, 100, 0, 0)`,
  ],
  [
    'copies-end',
    `WITH over AS (INSERT INTO app.copy_products (id, ends_on) VALUES ('00000000-0000-4000-8000-000000000002', '2000-01-01'))
     INSERT INTO app.copies (id, product_id, state) VALUES (${id}, '00000000-0000-4000-8000-000000000002', 'following')`,
  ],
  ['placements-advance', `INSERT INTO app.placements (id, state) VALUES (${id}, 'void')`],
  ['margin-watch', `INSERT INTO settlement.cursors (shard, event) VALUES (0, 1)`],
  ['credit-watch', `INSERT INTO settlement.cursors (shard, event) VALUES (0, 1)`],
  ['calendar-phases', `INSERT INTO app.instruments (symbol) VALUES ('9999')`],
]

const nothing: readonly (readonly [loop: string, statement: string])[] = [
  [
    'auctions-advance',
    `INSERT INTO app.auctions (id, state, closes_at) VALUES (${id}, 'bidding', '2100-01-01')`,
  ],
  [
    'auctions-advance',
    `INSERT INTO app.auctions (id, symbol, state, lists_on) VALUES (${id}, '9995', 'settled', '2000-01-01')`,
  ],
  [
    'block-trades-end',
    `INSERT INTO app.block_listings (id, state, closes_at) VALUES (${id}, 'open', '2100-01-01')`,
  ],
  [
    'offers-advance',
    `INSERT INTO app.offers (id, symbol, state, stage, lists_on) VALUES (${id}, '9997', 'ended', 'settled', '2000-01-01')`,
  ],
  [
    'offers-advance',
    `INSERT INTO app.offers (id, state, closes_at) VALUES (${id}, 'subscribing', '2100-01-01')`,
  ],
  ['placements-advance', `INSERT INTO app.placements (id, state) VALUES (${id}, 'drawing')`],
  [
    'copies-end',
    `WITH running AS (INSERT INTO app.mentors (id, state) VALUES ('00000000-0000-4000-8000-000000000003', 'active'))
     INSERT INTO app.copies (id, mentor_id, state) VALUES (${id}, '00000000-0000-4000-8000-000000000003', 'following')`,
  ],
  ['draws', `INSERT INTO app.draws (id, state, closes_at) VALUES (${id}, 'committed', '2100-01-01')`],
  [
    'notices-push',
    `INSERT INTO app.push_jobs (notice_id, session_id, due_at) VALUES (${id}, ${id}, '2100-01-01')`,
  ],
  [
    'reviews-execute',
    `INSERT INTO app.reviews (id, state, retry_at) VALUES (${id}, 'decided', '2100-01-01')`,
  ],
  [
    'reviews-push-queue',
    `INSERT INTO app.reviews (id, kind, state, expires_at) VALUES (${id}, 'journal', 'waiting', '2000-01-01')`,
  ],
  [
    'conditional-orders',
    `INSERT INTO app.conditional_orders (id, kind, order_id) VALUES (${id}, 'one-cancels-other', ${id})`,
  ],
]

let api: TestApi
let owner: Sql
let loops: ReadonlyMap<string, Loop>

beforeAll(async () => {
  api = await startTestApi()
  owner = openSql(api.database.ownerUrl, { connections: 1 })
  const { database, config } = api
  const settlement = await startSettlement({ ...config, databaseUrl: database.settlementUrl })
  const worker = await api.startWorker()
  loops = new Map([...worker.loops, ...settlement.loops].map((loop) => [loop.name, loop]))
  await Promise.all([worker.stop(), settlement.stop()])
  await askAs(database.workerUrl, worker.loops)
  await askAs(database.settlementUrl, settlement.loops)
  await owner.query(`DO $$ DECLARE v record; BEGIN
    FOR v IN SELECT a.attrelid::regclass AS name, a.attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      WHERE c.relkind IN ('r', 'p') AND a.attnum > 0 AND a.attnotnull AND a.attidentity = ''
        AND c.relnamespace IN ('app'::regnamespace, 'audit'::regnamespace, 'exchange'::regnamespace,
          'practice'::regnamespace, 'settlement'::regnamespace) AND NOT c.relispartition
        AND NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = a.attrelid AND i.indisprimary AND a.attnum = ANY (i.indkey))
    LOOP EXECUTE format('ALTER TABLE %s ALTER COLUMN %I DROP NOT NULL', v.name, v.attname); END LOOP;
    FOR v IN SELECT conrelid::regclass AS name, conname FROM pg_constraint WHERE contype = 'c' AND conrelid <> 0 AND coninhcount = 0
    LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', v.name, v.conname); END LOOP;
  END $$`)
})

afterAll(async () => {
  await owner.close()
  await api.stop()
})

/** With the process's own rights: a loop that cannot be asked would run as if it had work. */
async function askAs(url: string, own: readonly Loop[]): Promise<void> {
  const sql = openSql(url)
  for (const { work } of own)
    if (work)
      await sql.query(`SELECT (${work.exists ?? 'true'}), (${work.changes ?? '0'}), $1::timestamptz`, [
        new Date(),
      ])
  await sql.close()
}

/** Whether the loop has more work after the statement. */
async function brings(name: string, statement: string): Promise<{ before: unknown; after: unknown }> {
  const { exists = 'false', changes = '0' } = loops.get(name)!.work!
  const read = async (): Promise<{ has: boolean; value: unknown }> => {
    const [row] = await owner.query<{ has: boolean; value: unknown }>(
      `SELECT (${exists}) AS has, (${changes}) AS value, $1::timestamptz AS at`,
      [new Date()],
    )
    return row!
  }
  await owner.query('BEGIN')
  try {
    await owner.query('SET LOCAL session_replication_role = replica')
    const first = await read()
    await owner.query(statement)
    const then = await read()
    return { before: first.has, after: then.has || then.value !== first.value }
  } finally {
    await owner.query('ROLLBACK')
  }
}

test('every loop that waits for work is listed here', () => {
  const waiting = [...loops.values()].filter(({ work }) => work).map(({ name }) => name)
  expect(waiting.toSorted()).toEqual(Object.keys(workOf).toSorted())
})

test.each([...Object.entries(workOf), ...more])('%s shows its work', async (name, statement) => {
  expect(await brings(name, statement)).toEqual({ before: false, after: true })
})

test.each(nothing)('%s shows no work that is not due', async (name, statement) => {
  expect(await brings(name, statement)).toEqual({ before: false, after: false })
})
