// Changes that need a superuser to disable the triggers: the verifier finds each and names the row.

import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededRandom } from '@fairlot/testkit'
import { buildAll, verifyTrees } from '../../apps/server/src/features/audit/index.ts'
import type { Db } from '../../apps/server/src/platform/db.ts'
import { writeEvidence } from './support/evidence.ts'
import { harnessDate, type EvidenceHarness, openEvidenceHarness } from './support/evidence-harness.ts'
import { testConfig } from './support/test-config.ts'

const prove = process.env.FAIRLOT_PROVE === '1'

let harness: EvidenceHarness
beforeAll(async () => {
  harness = await openEvidenceHarness()
  await buildAll(harness.builder(), harnessDate)
  await harness.trade(harness.ann, 30)
  await buildAll(harness.builder(), harnessDate)
})
afterAll(() => harness.close())

test('untouched trees verify', async () => {
  expect(await verifyTrees(harness.reader, [harness.key])).toMatchObject({ ok: true, orders: 12 })
})

interface Tamper {
  readonly what: string
  readonly sql: string
  readonly where: RegExp
}
const tampers: readonly Tamper[] = [
  {
    what: 'the amount of a ledger line and its opposite',
    sql: `UPDATE ledger.lines SET amount = amount + CASE WHEN amount > 0 THEN 1 ELSE -1 END WHERE entry_id =
        (SELECT entry_id FROM app.fills WHERE event = 11) AND asset = 'TWD'`,
    where: /^(fill 0\/11\/buy|ledger line .+)$/,
  },
  {
    what: 'a line of an entry without a fill',
    sql: `UPDATE ledger.lines SET balance_after = balance_after + 1 WHERE (entry_id, line_no) =
        (SELECT e.id, 2 FROM ledger.entries e WHERE e.event = 'practice-grant' LIMIT 1)`,
    where: /^ledger line .+\.2$/,
  },
  {
    what: 'the account of a ledger line',
    sql: `UPDATE ledger.lines SET account_id = (SELECT id FROM ledger.accounts WHERE owner_kind = 'house' LIMIT 1)
        WHERE (entry_id, line_no) = (SELECT e.id, 1 FROM ledger.entries e WHERE e.event = 'practice-grant' LIMIT 1)`,
    where: /^ledger line .+\.1$/,
  },
  {
    what: 'the event of an entry',
    sql: `UPDATE ledger.entries SET event = 'gift' WHERE event = 'test.lent'`,
    where: /^ledger line /,
  },
  {
    what: 'a removed ledger line',
    sql: `DELETE FROM ledger.lines WHERE (entry_id, line_no) =
        (SELECT e.id, 1 FROM ledger.entries e WHERE e.event = 'practice-grant' LIMIT 1)`,
    where: /^ledger line .+\.1$/,
  },
  {
    what: 'the price of a fill',
    sql: `UPDATE app.fills SET price = price - 50 WHERE event = 12`,
    where: /^fill 0\/12\/buy$/,
  },
  {
    what: 'the price of a fill and of the trade in the log',
    sql: `UPDATE app.fills SET price = price - 50 WHERE event = 12;
        UPDATE exchange.events SET body = replace(body, '"price":60000', '"price":59950') WHERE event = 12`,
    where: /^fill 0\/12\/buy$/,
  },
  {
    what: 'the book in a fill and in the log',
    sql: `UPDATE app.fills SET book = replace(book::text, '2000', '9000')::json WHERE event = 14;
        UPDATE exchange.events SET body = replace(body, '[60000,2000]', '[60000,9000]') WHERE event = 14`,
    where: /^fill 0\/14\/buy$/,
  },
  {
    what: 'a removed fill',
    sql: `DELETE FROM app.fills WHERE event = 13`,
    where: /^fill 0\/13\/buy$/,
  },
  {
    what: 'the order behind a fill',
    sql: `UPDATE app.orders SET price = 61000 WHERE id = (SELECT order_id FROM app.fills WHERE event = 15)`,
    where: /^fill 0\/15\/buy$/,
  },
  {
    what: 'a step of a timeline',
    sql: `UPDATE app.order_steps SET who = 'rule' WHERE n = 2 AND order_id = (SELECT order_id FROM app.fills WHERE event = 16)`,
    where: /^order .+, step 2$/,
  },
  {
    what: 'the amount an order held at first',
    sql: `UPDATE app.orders SET held_cash = held_cash + 1 WHERE id = (SELECT order_id FROM app.fills WHERE event = 17)`,
    where: /^order .+, step 3$/,
  },
  {
    what: 'a step with every later hash recomputed',
    sql: `UPDATE app.order_steps SET hash = decode(repeat('cd', 32), 'hex') WHERE n = 4
          AND order_id = (SELECT order_id FROM app.fills WHERE event = 16);
        UPDATE app.orders SET steps_hash = decode(repeat('cd', 32), 'hex')
          WHERE id = (SELECT order_id FROM app.fills WHERE event = 16)`,
    where: /^fill 0\/16\/buy$/,
  },
  {
    what: 'how an order ended',
    sql: `UPDATE app.orders SET reason = 'asked' WHERE id = (SELECT order_id FROM app.fills WHERE event = 17)`,
    where: /^order /,
  },
  {
    what: 'the text of a leaf',
    sql: `UPDATE audit.tree_leaves SET body = replace(body, '60000', '59950') WHERE subject = '0/18/buy'`,
    where: /^fill 0\/18\/buy$/,
  },
  {
    what: 'the hash of a leaf',
    sql: `UPDATE audit.tree_leaves SET hash = decode(repeat('ee', 32), 'hex') WHERE subject = '0/18/buy'`,
    where: /^tree \d+ \(fills 2026-11-17, part 1\), leaf \d+$/,
  },
  {
    what: 'the amount of a balance leaf',
    sql: `UPDATE audit.tree_leaves SET amount = amount + 1 WHERE (tree, n) =
        (SELECT min(id), 0 FROM audit.trees WHERE kind = 'balances')`,
    where: /^tree \d+ \(balances of TWD 2026-11-17, part 1\), member /,
  },
  {
    what: 'a removed leaf',
    sql: `DELETE FROM audit.tree_leaves WHERE (tree, n) = (SELECT min(id), 1 FROM audit.trees WHERE kind = 'balances')`,
    where: /^tree \d+ \(balances/,
  },
  {
    what: 'the root of a tree',
    sql: `UPDATE audit.trees SET root = decode(repeat('ee', 32), 'hex') WHERE kind = 'orders' AND part = 1`,
    where: /^tree \d+ \(orders/,
  },
  {
    what: 'the total of a tree, with its control sum',
    sql: `UPDATE audit.trees SET total = total - 1, control = control - 1 WHERE kind = 'debts' AND part = 1`,
    where: /^tree \d+ \(debts/,
  },
  {
    what: 'a signature',
    sql: `UPDATE audit.trees SET signature = decode(repeat('ee', 64), 'hex') WHERE kind = 'ledger-lines' AND part = 2`,
    where: /^tree \d+ \(ledger-lines/,
  },
  {
    what: 'a fill added to a day that has trees',
    sql: `INSERT INTO app.fills SELECT shard, event + 1000, side, order_id, position_id, member_id, symbol, price, quantity,
          fee, tax, borrow_fee, realised, sequence, decided_by, book, traded_at, '2026-11-10', settles_on, entry_id, settled_at
        FROM app.fills WHERE event = 10`,
    where: /^fill 0\/1010\/buy$/,
  },
]

/** Tampers inside a transaction that is never committed, and verifies in it. */
async function verdictAfter(sql: string) {
  const bigints = new pg.TypeOverrides()
  bigints.setTypeParser(20, (text) => BigInt(text))
  const client = new pg.Client({ connectionString: harness.database.ownerUrl, types: bigints })
  await client.connect()
  try {
    await client.query('BEGIN; SET LOCAL session_replication_role = replica')
    await client.query(sql)
    const tx = {
      query: async (text: string, values: readonly unknown[] = []) =>
        text.startsWith('SET TRANSACTION') ? [] : (await client.query(text, [...values])).rows,
    }
    const db = { transaction: (run: (tx: never) => unknown) => run(tx as never) } as unknown as Db
    return await verifyTrees(db, [harness.key])
  } finally {
    await client.query('ROLLBACK')
    await client.end()
  }
}

test.each(tampers)('verifyTrees names the change: $what', async ({ sql, where }) => {
  const report = await verdictAfter(sql)
  expect(report.ok).toBe(false)
  expect(report).toMatchObject({ where: expect.stringMatching(where) })
})

test('verifyTrees rejects trees signed with an unknown key', async () => {
  const other = testConfig(harness.database)
    .secrets.auditKey()
    .publicKey.export({ format: 'der', type: 'spki' })
  expect(await verifyTrees(harness.reader, [other])).toMatchObject({
    ok: false,
    what: expect.stringContaining('not signed'),
  })
})

test('verifyTrees reports every random change', async () => {
  const random = seededRandom(11)
  const count = prove ? 200 : 12
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)]!
  const oneOf = (table: string): string =>
    `ctid = (SELECT ctid FROM ${table} ORDER BY md5(ctid::text || ${Math.floor(random() * 1e9)}) LIMIT 1)`
  const changes: (() => string)[] = [
    () =>
      `UPDATE ledger.lines l SET ${pick(['amount = amount + 7', "posted_at = posted_at + interval '1 second'", 'line_no = line_no + 50', "asset = 'USD'"])}
         WHERE (entry_id, line_no) = (SELECT entry_id, line_no FROM ledger.lines ORDER BY md5(entry_id::text || line_no || ${random()}) LIMIT 1)`,
    () =>
      `UPDATE app.fills SET ${pick(['price = price + 1', 'quantity = quantity + 1', 'fee = fee + 1', 'sequence = sequence + 1', "traded_at = traded_at - interval '1 ms'", "decided_by = 'auction'", 'member_id = gen_random_uuid()'])} WHERE ${oneOf('app.fills')}`,
    () =>
      `UPDATE audit.tree_leaves SET ${pick(['hash = sha256(hash)', 'n = n + 100000', "body = body || ' '", "subject = subject || '0'"])} WHERE ${oneOf("audit.tree_leaves WHERE body <> ''")}`,
    () =>
      `UPDATE app.order_steps SET ${pick(["at = at + interval '1 ms'", "what = 'reduced'", "data = '{}'", 'hash = sha256(hash)', 'n = n + 10'])} WHERE ${oneOf('app.order_steps')}`,
    () =>
      `UPDATE audit.trees SET ${pick(['signature = sha512(signature)', 'root = sha256(root)', 'leaves = leaves + 1', "built_at = built_at + interval '1 ms'", 'date = date + 1', "as_of = '1:1:'"])} WHERE ${oneOf('audit.trees')}`,
  ]
  let found = 0
  for (let at = 0; at < count; at++) {
    const sql = changes[at % 5]!()
    const report = await verdictAfter(sql)
    expect(report.ok, sql).toBe(false)
    found += 1
  }
  if (prove) writeEvidence('tampering', { changes: count, found })
}, 600_000)
