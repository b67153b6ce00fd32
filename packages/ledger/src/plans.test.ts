// No query of the ledger scans a whole table. Checked on 24,000 entries in three months with the plans that PostgreSQL
// chose for the statements inside the functions.

import { randomUUID } from 'node:crypto'
import { checkInvariants } from '@fairlot/testkit/invariants'
import { openSql, type Sql } from '@fairlot/testkit/sql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  balanceOf,
  balancesOf,
  changesSince,
  checkpoint,
  entry,
  fees,
  findHold,
  forget,
  hold,
  member,
  openHolds,
  openHoldsById,
  post,
  positionOf,
  releaseRemaining,
  reverse,
  statement,
  trialBalance,
} from './index.ts'
import { fundedMember, head, type LedgerDatabase, openLedgerDatabase } from './testing/fixtures.ts'

const members = 8_000
const memberId = (index: number) => `01900000-0000-7000-8000-${String(index).padStart(12, '0')}`
const someone = memberId(777)

let db: LedgerDatabase
let explained: Sql
let plans: string[] = []
let large: string[] = []

beforeAll(async () => {
  db = await openLedgerDatabase()
  await db.worker.query(`SELECT ledger.ensure_partitions(now() - interval '2 months', 3)`)
  await db.owner.query(`
    SET session_replication_role = replica;
    SELECT ledger.open_accounts(array_agg('member/01900000-0000-7000-8000-' || lpad(i::text, 12, '0') || '/TWD/' || kind)
        || ARRAY['fees/brokerage/TWD/income'])
      FROM generate_series(1, ${members}) AS i, unnest(ARRAY['available', 'held']) AS kind;
    CREATE TEMPORARY TABLE filler AS
      SELECT n, 1 + (n - 1) % ${members} AS m, 1 + (n - 1) / ${members} AS seq,
        ledger.entry_id((floor(extract(epoch FROM now() - make_interval(months => 2 - (n - 1) / ${members})) * 1000)::bigint + n) << 12) AS id
      FROM generate_series(1, ${members * 3}) AS n;
    INSERT INTO ledger.entries (id, posted_at, line_count, event, reference, key, tx)
      SELECT id, ledger.time_of(id), 2, 'test.filler', 'filler', 'filler ' || n, 3 + n / 150 FROM filler ORDER BY n;
    INSERT INTO ledger.keys SELECT 'filler ' || n, '', id, ledger.time_of(id) FROM filler ORDER BY n;
    INSERT INTO ledger.lines (entry_id, account_id, posted_at, amount, tx, seq, balance_after, line_no, asset)
      SELECT f.id, a.id, ledger.time_of(f.id), CASE l WHEN 1 THEN 100 ELSE -100 END, 3 + n / 150,
        CASE l WHEN 1 THEN seq END, CASE l WHEN 1 THEN 100 * seq END, l, 'TWD'
      FROM filler f CROSS JOIN generate_series(1, 2) AS l
      JOIN ledger.accounts a ON a.id = ledger.account_id(CASE l WHEN 1
        THEN 'member/01900000-0000-7000-8000-' || lpad(m::text, 12, '0') || '/TWD/available' ELSE 'fees/brokerage/TWD/income' END)
      ORDER BY n;
    UPDATE ledger.balances b SET balance = 300, lines = 3, first_stamp = 1,
        stamp = floor(extract(epoch FROM now()) * 1000)::bigint << 12
      FROM filler f WHERE b.account_id = ledger.account_id('member/01900000-0000-7000-8000-' || lpad(m::text, 12, '0') || '/TWD/available');
    INSERT INTO ledger.holds SELECT gen_random_uuid(), a.id, 'filler', 1, 0, 'closed', f.id, ledger.time_of(f.id), ledger.time_of(f.id)
      FROM filler f JOIN ledger.accounts a ON a.id = ledger.account_id('member/01900000-0000-7000-8000-' || lpad(m::text, 12, '0') || '/TWD/held');
    RESET session_replication_role`)
  await checkpoint(db.worker)
  expect(await checkInvariants(db.reader, { scope: 'tail' })).toEqual([])
  await db.owner.query('VACUUM ANALYZE')
  const rows = await db.owner.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'ledger'::regnamespace AND relkind = 'r' AND reltuples > 1000`,
  )
  large = rows.map(({ name }) => name)

  explained = openSql(db.database.ownerUrl, { onNotice: (message) => plans.push(message) })
  await explained.query(`LOAD 'auto_explain'`)
  await explained.query(`SET auto_explain.log_min_duration = 0`)
  await explained.query(`SET auto_explain.log_nested_statements = on`)
  await explained.query(`SET client_min_messages = log`)
})
afterAll(async () => {
  await explained.close()
  await db.close()
})

/** Runs it several times to include cached plans, and returns every plan node that reads a table. */
async function scansOf(run: (tx: Sql) => Promise<unknown>): Promise<string[]> {
  plans = []
  for (let i = 0; i < 7; i++) await run(explained)
  return plans
    .flatMap((plan) => plan.split('\n'))
    .filter((line) => /Scan (using|on) /.test(line))
    .map((line) =>
      line
        .trim()
        .replace(/^->\s*/, '')
        .replace(/\s+\(cost.*/, ''),
    )
}
const wholeTable = (scans: readonly string[]) =>
  scans.filter((scan) => large.some((table) => new RegExp(`Seq Scan on ${table}( |$)`).test(scan)))

describe('an index serves', () => {
  it('tables large enough to make an index worthwhile', () => {
    expect(large.filter((name) => name.startsWith('lines_')).length).toBeGreaterThanOrEqual(3)
    expect(large).toEqual(expect.arrayContaining(['accounts', 'balances', 'keys', 'holds']))
  })

  const pay = () => entry(head()).move(1n, member(someone).available('TWD'), fees('brokerage', 'TWD')).done()
  it.each<[string, RegExp, (tx: Sql) => Promise<unknown>]>([
    ['a posting', /balances_pkey/, (tx) => post(tx, pay())],
    [
      'a reversal',
      /lines_\d+_\d+_pkey/,
      async (tx) => {
        const paid = await post(tx, pay())
        if (paid.ok) await reverse(tx, { ...head(), entryId: paid.entryId })
      },
    ],
    [
      'a hold and its release',
      /holds_pkey/,
      async (tx) => {
        const holdId = randomUUID()
        await hold(tx, { ...head(), holdId, account: member(someone).available('TWD'), amount: 1n })
        await releaseRemaining(tx, { ...head(), holdId })
      },
    ],
    ['the look-up of a hold', /holds_pkey/, (tx) => findHold(tx, randomUUID())],
    ['the look-up of holds by id', /holds_pkey/, (tx) => openHoldsById(tx, [randomUUID(), randomUUID()])],
    ['the open holds of a member', /accounts_by_owner/, (tx) => openHolds(tx, 'member', someone)],
    ['the balances of a member', /accounts_by_owner/, (tx) => balancesOf(tx, someone)],
    [
      "the changes of a member's day",
      /accounts_by_owner/,
      (tx) => changesSince(tx, someone, new Date(Date.now() - 3_600_000)),
    ],
    ["the position of a member's accounts", /accounts_by_owner/, (tx) => positionOf(tx, someone)],
    ['the balance of one account', /balances_pkey/, (tx) => balanceOf(tx, member(someone).available('TWD'))],
    [
      'the balance of an account without a row',
      /lines_\d+_\d+_account_id_tx_idx/,
      (tx) => balanceOf(tx, fees('brokerage', 'TWD')),
    ],
    [
      'a statement, page after page',
      /lines_\d+_\d+_account_id_posted_at_seq_idx/,
      async (tx) => {
        const first = await statement(tx, { ownerId: someone, asset: 'TWD', limit: 2 })
        expect(first.next).not.toBeNull()
        await statement(tx, { ownerId: someone, asset: 'TWD', limit: 2, before: first.next! })
      },
    ],
    ['the trial balance', /lines_\d+_\d+_tx_idx/, (tx) => trialBalance(tx)],
    ['a checkpoint', /lines_\d+_\d+_tx_idx/, (tx) => checkpoint(tx)],
    ['forgetting', /keys_by_age/, (tx) => forget(tx, new Date())],
    [
      'the invariants by checkpoint and tail',
      /lines_\d+_\d+_tx_idx/,
      (tx) => checkInvariants(tx, { scope: 'tail' }),
    ],
  ])('%s', async (_, index, run) => {
    const scans = await scansOf(run)
    expect(wholeTable(scans)).toEqual([])
    expect(scans.some((scan) => index.test(scan))).toBe(true)
  })
})

it('a posting reads no table whole that grew after its first statistics', async () => {
  const young = await openLedgerDatabase()
  try {
    const owner = await fundedMember(young.poster, 1_000_000n)
    const pay = (tx: Pick<Sql, 'query'>) =>
      post(tx, entry(head()).move(1n, member(owner).available('TWD'), fees('brokerage', 'TWD')).done())
    for (let count = 0; count < 60; count += 1) await pay(young.poster)
    await young.owner.query('ANALYZE')
    // This connection makes its plans while the lines fill two pages, and keeps them.
    for (let count = 0; count < 300; count += 1) await pay(young.owner)
    await young.owner.query('SELECT pg_stat_force_next_flush()')
    const read = await young.owner.query(
      `SELECT relname AS name, seq_tup_read::integer AS rows FROM pg_stat_user_tables
       WHERE schemaname = 'ledger' AND relname ~ '^(lines|entries)_' AND seq_tup_read > 1000`,
    )
    expect(read).toEqual([])
  } finally {
    await young.close()
  }
})
