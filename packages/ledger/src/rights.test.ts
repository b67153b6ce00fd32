// History cannot be rewritten. The application's roles have no right on the tables, and triggers stop the owner.

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entry, fees, hold, member, post } from './index.ts'
import { fundedMember, head, type LedgerDatabase, openLedgerDatabase } from './testing/fixtures.ts'

let db: LedgerDatabase
beforeAll(async () => {
  db = await openLedgerDatabase()
  const a = await fundedMember(db.poster, 1_000n)
  await post(db.poster, entry(head()).move(10n, member(a).available('TWD'), fees('brokerage', 'TWD')).done())
  await hold(db.poster, { ...head(), holdId: randomUUID(), account: member(a).available('TWD'), amount: 5n })
})
afterAll(() => db.close())

const tables = [
  'accounts',
  'balances',
  'entries',
  'lines',
  'keys',
  'reversals',
  'holds',
  'checkpoints',
  'totals',
  'system_totals',
  'chart',
  'posting_rights',
  'posting_shapes',
  'posted_once',
]
const partitions = async (): Promise<string[]> => {
  const rows = await db.owner.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = 'ledger'::regnamespace AND c.relispartition AND c.relkind = 'r'`,
  )
  return rows.map(({ name }) => name)
}

describe('the application', () => {
  it.each(['api', 'worker', 'settlement'] as const)(
    'as fairlot_%s has no right on any ledger table',
    async (role) => {
      for (const table of [...tables, ...(await partitions())]) {
        const [column] = await db.owner.query<{ name: string }>(
          `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum = 1`,
          [`ledger.${table}`],
        )
        for (const statement of [
          `SELECT * FROM ledger.${table}`,
          `INSERT INTO ledger.${table} DEFAULT VALUES`,
          `UPDATE ledger.${table} SET ${column!.name} = ${column!.name}`,
          `DELETE FROM ledger.${table}`,
          `TRUNCATE ledger.${table}`,
        ]) {
          await expect(db[role].query(statement), statement).rejects.toThrow('permission denied')
        }
      }
    },
  )

  it.each(['api', 'worker', 'settlement'] as const)(
    'as fairlot_%s may not call internal functions',
    async (role) => {
      for (const call of [
        `ledger.apply(NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)`,
        `ledger.open_accounts(NULL)`,
        `ledger.entry_id(1)`,
        `ledger.replay_of('', '')`,
      ]) {
        await expect(db[role].query(`SELECT ${call}`), call).rejects.toThrow('permission denied')
      }
    },
  )

  it('as fairlot_api may not run maintenance', async () => {
    await expect(db.api.query(`SELECT ledger.checkpoint()`)).rejects.toThrow('permission denied')
    await expect(db.api.query(`SELECT ledger.forget(now(), 1)`)).rejects.toThrow('permission denied')
    await expect(db.api.query(`SELECT ledger.ensure_partitions(now(), 1)`)).rejects.toThrow(
      'permission denied',
    )
  })

  it('cannot redirect definer functions through its search path', async () => {
    const loose = await db.owner.query(
      `SELECT proname FROM pg_proc WHERE pronamespace = 'ledger'::regnamespace AND prosecdef
         AND NOT coalesce(proconfig, '{}') @> ARRAY['search_path=pg_catalog, pg_temp']`,
    )
    expect(loose).toEqual([])
  })

  it('gives no other role execute rights, except console reads', async () => {
    const open = await db.owner.query(
      `SELECT p.proname, g.grantee::regrole::text FROM pg_proc p
         CROSS JOIN LATERAL aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) AS g
       WHERE p.pronamespace = 'ledger'::regnamespace
         AND (g.grantee = 0 OR g.grantee::regrole::text NOT IN ('fairlot_definer', 'fairlot_api', 'fairlot_worker', 'fairlot_settlement'))
         AND NOT (g.grantee::regrole::text = 'fairlot_console' AND p.provolatile = 's')`,
    )
    expect(open).toEqual([])
  })

  it('gives the reader role read access only', async () => {
    expect(await db.reader.query(`SELECT count(*) FROM ledger.lines`)).toHaveLength(1)
    await expect(db.reader.query(`DELETE FROM ledger.keys`)).rejects.toThrow('permission denied')
    await expect(db.reader.query(`UPDATE ledger.balances SET balance = 0`)).rejects.toThrow(
      'permission denied',
    )
  })
})

describe('the owner', () => {
  it('cannot change, delete or truncate entries and lines', async () => {
    const written = ['entries', 'lines', ...(await partitions())]
    for (const table of written) {
      const [rows] = await db.owner.query<{ count: string }>(
        `SELECT count(*)::text AS count FROM ledger.${table}`,
      )
      if (rows!.count !== '0') {
        await expect(db.owner.query(`UPDATE ledger.${table} SET posted_at = posted_at`)).rejects.toThrow(
          'not possible',
        )
        await expect(db.owner.query(`DELETE FROM ledger.${table}`)).rejects.toThrow('not possible')
      }
      await expect(db.owner.query(`TRUNCATE ledger.${table}`)).rejects.toThrow('not possible')
    }
    expect(written.length).toBeGreaterThan(4)
  })

  it('cannot grow or delete an open hold', async () => {
    await expect(db.owner.query(`UPDATE ledger.holds SET remaining = remaining + 1`)).rejects.toThrow(
      'cannot go from',
    )
    await expect(db.owner.query(`DELETE FROM ledger.holds`)).rejects.toThrow('is open')
  })

  it('cannot commit an entry that does not balance', async () => {
    await expect(writeByHand([{ amount: 5 }, { amount: -4 }])).rejects.toThrow('does not balance')
  })

  it('cannot commit an entry that balances only over two assets', async () => {
    await expect(writeByHand([{ amount: 5 }, { amount: -5, asset: 'USD' }])).rejects.toThrow(
      'does not balance',
    )
  })

  it('cannot commit an entry without lines', async () => {
    await expect(writeByHand([])).rejects.toThrow('does not balance')
  })

  it('gets the balance error only at COMMIT', async () => {
    let reached = false
    await expect(
      writeByHand([{ amount: 5 }, { amount: -4 }], () => {
        reached = true
      }),
    ).rejects.toThrow('does not balance')
    expect(reached).toBe(true)
  })

  it('cannot add a line to an existing entry', async () => {
    const [line] = await db.owner.query<{ month: string }>(
      `SELECT tableoid::regclass::text AS month FROM ledger.lines LIMIT 1`,
    )
    for (const table of ['ledger.lines', line!.month]) {
      await expect(
        db.owner
          .query(`INSERT INTO ${table} SELECT entry_id, account_id, posted_at, 1, pg_current_xact_id()::text::bigint,
          NULL, NULL, 99, asset, NULL FROM ledger.lines LIMIT 1`),
      ).rejects.toThrow('outside the transaction')
    }
  })

  it('cannot set a balance below its minimum', async () => {
    await expect(db.owner.query(`UPDATE ledger.balances SET balance = -1 WHERE lowest = 0`)).rejects.toThrow(
      'within_bounds',
    )
  })
})

function writeByHand(
  lines: { amount: number; asset?: string }[],
  beforeCommit: () => void = () => undefined,
) {
  return db.owner.transaction(async (tx) => {
    const [made] = await tx.query<{ id: string }>(
      `INSERT INTO ledger.entries (id, posted_at, line_count, event, reference, key, tx)
       SELECT id, ledger.time_of(id), 2, 'test', 'test', 'by hand', pg_current_xact_id()::text::bigint
       FROM (SELECT ledger.entry_id(floor(extract(epoch FROM now()) * 1000)::bigint << 12) AS id) AS fresh
       RETURNING id::text`,
    )
    for (const [index, { amount, asset = 'TWD' }] of lines.entries()) {
      await tx.query(
        `INSERT INTO ledger.lines (entry_id, account_id, posted_at, amount, tx, line_no, asset)
         SELECT $1::uuid, id, ledger.time_of($1::uuid), $2, pg_current_xact_id()::text::bigint, $3, $4
         FROM ledger.accounts WHERE NOT bounded LIMIT 1`,
        [made!.id, amount, index + 1, asset],
      )
    }
    beforeCommit()
  })
}
