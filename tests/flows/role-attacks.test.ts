// One process is taken: the attacker holds its database role and may send any SQL. Each test is an attack that worked
// once. docs/architecture/taken-process.md says what remains possible.

import { randomUUID } from 'node:crypto'
import { openTestDatabase, type TestDatabase } from '@fairlot/testkit'
import { openSql, type Sql } from '@fairlot/testkit/sql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const roles = [
  'api',
  'console',
  'worker',
  'settlement',
  'reader',
  'exchange',
  'quotes',
  'live',
  'practice',
  'practiceProposer',
  'practiceApprover',
  'seed',
] as const
type Role = (typeof roles)[number]
const databaseRole = (role: Role): string =>
  `fairlot_${role.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`

let database: TestDatabase
let owner: Sql
const as = {} as Record<Role, Sql>
const memberId = randomUUID()
const otherId = randomUUID()

beforeAll(async () => {
  database = await openTestDatabase()
  owner = openSql(database.ownerUrl)
  for (const role of roles) as[role] = openSql(database[`${role}Url`])
  for (const [index, id] of [memberId, otherId].entries()) {
    const account = `091200000${index}`
    await owner.query(
      `WITH named AS (INSERT INTO directory.accounts (account, member_id, created_at) VALUES ($1, $2, now()) RETURNING 1)
       INSERT INTO app.members (id, account, invitation_code, joined_at) SELECT $2::uuid, $1, $3, now() FROM named`,
      [account, id, `CODE0${index}`],
    )
  }
})
afterAll(async () => {
  await Promise.all([owner, ...Object.values(as)].map((sql) => sql.close()))
  await database.close()
})

const ours = `n.nspname NOT LIKE 'pg\\_%' AND n.nspname NOT IN ('information_schema', 'public')`

interface Line {
  readonly account: string
  readonly amount: bigint
  readonly hold?: string
}

const post = (sql: Pick<Sql, 'query'>, event: string, lines: readonly Line[], key: string = randomUUID()) =>
  sql.query<{ outcome: string; refused_on: string | null }>(
    `SELECT outcome, refused_on FROM ledger.post_many($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      [event],
      ['attack'],
      [key],
      [new Date()],
      lines.map(() => 1),
      lines.map(({ account }) => account),
      lines.map(({ amount }) => amount),
      lines.map(({ hold }) => hold ?? null),
    ],
  )

const cash = (id: string) => `member/${id}/TWD/available`

describe('a function runs only its own code', () => {
  test('every function searches pg_temp last or is bound at creation', async () => {
    const loose = await owner.query(
      `SELECT p.oid::regprocedure::text AS name FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
       WHERE ${ours} AND NOT coalesce(p.proconfig, '{}') @> ARRAY['search_path=pg_catalog, pg_temp']
         AND NOT (p.prosqlbody IS NOT NULL AND NOT p.prosecdef) ORDER BY 1`,
    )
    expect(loose).toEqual([])
  })

  test('every object belongs to a role without login or superuser rights', async () => {
    const wrong = await owner.query(
      `SELECT DISTINCT what, r.rolname, r.rolcanlogin, r.rolsuper FROM (
         SELECT 'function' AS what, p.proowner AS owner FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE ${ours}
         UNION ALL SELECT 'relation', c.relowner FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ${ours}
         UNION ALL SELECT 'type', t.typowner FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace WHERE ${ours}
         UNION ALL SELECT 'schema', n.nspowner FROM pg_namespace n WHERE ${ours}
       ) AS made JOIN pg_roles r ON r.oid = made.owner
       WHERE r.rolcanlogin OR r.rolsuper OR r.rolcreaterole OR r.rolcreatedb OR r.rolbypassrls OR r.rolreplication`,
    )
    expect(wrong).toEqual([])
  })

  test.each(roles)('fairlot_%s cannot create temporary objects', async (role) => {
    await expect(as[role].query('CREATE TEMPORARY TABLE t (id integer)')).rejects.toThrow('permission denied')
    await expect(as[role].query('CREATE DOMAIN pg_temp.d AS integer')).rejects.toThrow('permission denied')
  })

  // The right to create temporary objects is restored here, so that the search path is the only protection.
  test('a domain in pg_temp cannot hijack a function of any role', async () => {
    await owner.query(`GRANT TEMPORARY ON DATABASE ${database.name} TO PUBLIC`)
    try {
      const caught: string[] = []
      let called = 0
      for (const role of roles) {
        const sql = openSql(database[`${role}Url`])
        try {
          await plantDomains(sql)
          for (const { name, call } of await definersOf(role)) {
            called += 1
            const said = await sql
              .transaction((tx) => tx.query(call).then(() => Promise.reject(new Error('rolled back'))))
              .catch((error: unknown) => String(error))
            if (said.includes('hijacked')) caught.push(`${role}: ${name}`)
          }
        } finally {
          await sql.close()
        }
      }
      expect(caught).toEqual([])
      expect(called).toBeGreaterThan(90)
    } finally {
      await owner.query(`REVOKE TEMPORARY ON DATABASE ${database.name} FROM PUBLIC`)
    }
  })
})

const trapped = [
  'timestamptz',
  'uuid',
  'text',
  'integer',
  'bigint',
  'boolean',
  'date',
  'numeric',
  'jsonb',
  'json',
  'bytea',
  'interval',
  'smallint',
]

async function plantDomains(sql: Sql): Promise<void> {
  for (const type of trapped) {
    await sql.query(
      `CREATE FUNCTION pg_temp.evil(x pg_catalog.${type === 'integer' ? 'int4' : type === 'bigint' ? 'int8' : type === 'boolean' ? 'bool' : type === 'smallint' ? 'int2' : type})
       RETURNS pg_catalog.bool LANGUAGE plpgsql AS $$ BEGIN
         IF current_user <> session_user THEN RAISE EXCEPTION 'hijacked as %', current_user; END IF;
         RETURN true;
       END $$`,
    )
    // Grammar keywords (integer) are not looked up as names; their short forms are.
    const names = { integer: 'int4', bigint: 'int8', boolean: 'bool', smallint: 'int2' } as Record<
      string,
      string
    >
    const name = names[type] ?? type
    await sql.query(`CREATE DOMAIN pg_temp.${name} AS pg_catalog.${name} CHECK (pg_temp.evil(VALUE))`)
  }
}

/** A call with empty arguments for each function that lends its owner's rights to the role. */
const definersOf = (role: Role) =>
  owner.query<{ name: string; call: string }>(
    `SELECT p.oid::regprocedure::text AS name,
       format('SELECT * FROM %I.%I(%s)', n.nspname, p.proname, (
         SELECT string_agg('NULL::' || format('pg_catalog.%I', t.typname), ', ' ORDER BY a.o)
         FROM unnest(p.proargtypes) WITH ORDINALITY AS a (type, o) JOIN pg_type t ON t.oid = a.type)) AS call
     FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
     WHERE p.prosecdef AND p.prorettype <> 'trigger'::regtype AND has_function_privilege($1, p.oid, 'EXECUTE') AND ${ours}`,
    [databaseRole(role)],
  )

describe('the ledger checks who posts', () => {
  test('fairlot_api cannot move house money to a member', async () => {
    const mint = [
      { account: 'house/main/TWD/capital', amount: -999_999_999_999n },
      { account: cash(memberId), amount: 999_999_999_999n },
    ]
    for (const event of ['journal.posted', 'deposit.booked', 'order.held', 'practice-grant', 'invented'])
      await expect(post(as.api, event, mint), event).rejects.toThrow('fairlot_api may not post')
    const [balance] = await owner.query<{ amount: string }>(`SELECT ledger.balance_of($1)::text AS amount`, [
      cash(memberId),
    ])
    expect(balance!.amount).toBe('0')
  })

  test('fairlot_api gives the practice grant once and in the right amount', async () => {
    const grant = (id: string, amount: bigint) =>
      post(
        as.api,
        'practice-grant',
        [
          { account: 'practice-grant/main/TWD/granted', amount: -amount },
          { account: cash(id), amount },
        ],
        randomUUID(),
      )
    await expect(grant(memberId, 1_000_000_001n)).rejects.toThrow('may not post')
    expect(await grant(memberId, 1_000_000_000n)).toMatchObject([{ outcome: 'posted' }])
    await expect(grant(memberId, 1_000_000_000n)).rejects.toThrow('once')
  })

  test('fairlot_api gives no practice grant where money is real', async () => {
    await owner.query(`UPDATE platform.installation SET money = 'real'`)
    try {
      await expect(
        post(as.api, 'practice-grant', [
          { account: 'practice-grant/main/TWD/granted', amount: -1_000n },
          { account: cash(otherId), amount: 1_000n },
        ]),
      ).rejects.toThrow('practice')
    } finally {
      await owner.query(`UPDATE platform.installation SET money = 'practice'`)
    }
  })

  test('fairlot_api holds and releases but never moves between owners', async () => {
    const hold = randomUUID()
    expect(
      await post(as.api, 'withdrawal.held', [
        { account: cash(memberId), amount: -500n },
        { account: `member/${memberId}/TWD/held`, amount: 500n, hold },
      ]),
    ).toMatchObject([{ outcome: 'posted' }])
    for (const event of ['withdrawal.held', 'order.held', 'conditional.held'])
      await expect(
        post(as.api, event, [
          { account: cash(memberId), amount: -500n },
          { account: `member/${otherId}/TWD/held`, amount: 500n, hold: randomUUID() },
        ]),
        event,
      ).rejects.toThrow('from one owner to another')
    for (const event of ['withdrawal.released', 'conditional.released'])
      await expect(
        post(as.api, event, [
          { account: `member/${memberId}/TWD/held`, amount: -500n, hold },
          { account: cash(otherId), amount: 500n },
        ]),
        event,
      ).rejects.toThrow(/from one owner to another|may not release/)
    expect(
      await post(as.api, 'withdrawal.released', [
        { account: `member/${memberId}/TWD/held`, amount: -500n, hold },
        { account: cash(memberId), amount: 500n },
      ]),
    ).toMatchObject([{ outcome: 'posted' }])
  })

  test('fairlot_api releases only holds of the event it names', async () => {
    const hold = randomUUID()
    await post(owner, 'order.held', [
      { account: cash(memberId), amount: -700n },
      { account: `member/${memberId}/TWD/held`, amount: 700n, hold },
    ])
    await expect(
      post(as.api, 'conditional.released', [
        { account: `member/${memberId}/TWD/held`, amount: -700n, hold },
        { account: cash(memberId), amount: 700n },
      ]),
    ).rejects.toThrow('may not release')
  })

  test('fairlot_api repays a loan only with what the member pays', async () => {
    const pool = 'lending/pool/TWD'
    await post(owner, 'test.lent', [
      { account: 'house/main/TWD/capital', amount: -9_000n },
      { account: cash(memberId), amount: 9_000n },
      { account: `member/${memberId}/TWD/loan`, amount: -9_000n },
      { account: `${pool}/lent`, amount: 9_000n },
    ])
    const loan = { account: `member/${memberId}/TWD/loan`, amount: 9_000n }
    const given = { account: `${pool}/available`, amount: 9_000n }
    const lent = { account: `${pool}/lent`, amount: -9_000n }
    const paid = { account: cash(memberId), amount: -9_000n }
    for (const lines of [
      [lent, given],
      [lent, loan],
      [paid, loan],
      [{ ...paid, amount: -18_000n }, loan, given],
      [paid, given],
    ])
      await expect(post(as.api, 'margin.top-up', lines)).rejects.toThrow('another amount on')
    await expect(
      post(as.api, 'margin.top-up', [{ ...paid, account: cash(otherId) }, given, lent, loan]),
    ).rejects.toThrow('from one owner to another')
    expect(await post(as.api, 'margin.top-up', [paid, given, lent, loan])).toMatchObject([
      { outcome: 'posted' },
    ])
  })

  test('fairlot_api cannot reverse an entry', async () => {
    await expect(
      as.api.query(`SELECT ledger.reverse(gen_random_uuid(), 'order.held', 'x', 'x', now())`),
    ).rejects.toThrow('permission denied')
  })

  test('fairlot_worker cannot post an event without a posting right', async () => {
    await expect(
      post(as.worker, 'bonus', [
        { account: 'house/main/TWD/capital', amount: -1n },
        { account: cash(memberId), amount: 1n },
      ]),
    ).rejects.toThrow('fairlot_worker may not post')
    await expect(
      post(as.worker, 'deposit.booked', [
        { account: 'house/main/TWD/capital', amount: -1n },
        { account: cash(memberId), amount: 1n },
      ]),
    ).rejects.toThrow('fairlot_worker may not post')
  })

  test.each(roles)('fairlot_%s cannot change the posting rights', async (role) => {
    for (const change of [
      `INSERT INTO ledger.posting_rights (role, event, owner_kind, kind) VALUES ('${databaseRole(role)}', 'bonus', 'house', 'capital')`,
      `UPDATE ledger.posting_rights SET scope = 'any'`,
      `DELETE FROM ledger.posting_rights`,
      `UPDATE platform.installation SET money = 'practice'`,
      `INSERT INTO ledger.posted_once (event, owner_id) VALUES ('x', 'y')`,
      `DELETE FROM ledger.posted_once`,
    ])
      await expect(as[role].query(change), change).rejects.toThrow('permission denied')
  })
})

describe('only settlement books trades', () => {
  const seller = `member/${otherId}/TWD/held`
  const trades = ['trade.open-long', 'trade.open-short', 'trade.close-long', 'trade.close-short']
  const jobs = ['settlement.arrived', 'interest.accrued', 'day-trade.kept', 'seat.net', 'seat.trade']

  test.each([...trades, ...jobs, 'order.released', 'order.reduced'])(
    'fairlot_worker cannot post %s',
    async (event) => {
      await expect(
        post(as.worker, event, [
          { account: seller, amount: -700n },
          { account: cash(memberId), amount: 700n },
        ]),
      ).rejects.toThrow(`fairlot_worker may not post ${event}`)
    },
  )

  test.each([
    `INSERT INTO app.fills (shard) VALUES (0)`,
    `INSERT INTO app.positions (id) VALUES (gen_random_uuid())`,
    `INSERT INTO app.order_steps (n) VALUES (1)`,
    `UPDATE app.positions SET shares = shares + 1000`,
    `UPDATE app.positions SET loan = 0`,
    `UPDATE app.positions SET collateral = 0`,
    `UPDATE app.orders SET filled_shares = quantity`,
    `UPDATE settlement.cursors SET event = event + 1`,
    `INSERT INTO settlement.cursors (shard, event, sequence, hash, at) VALUES (0, 1, 1, '', now())`,
    `DELETE FROM settlement.dues`,
    `DELETE FROM settlement.seat_nets`,
  ])('fairlot_worker cannot %s', async (statement) => {
    await expect(as.worker.query(statement)).rejects.toThrow('permission denied')
  })

  test('fairlot_worker cannot end a set-aside event as applied', async () => {
    await owner.query('BEGIN')
    try {
      await owner.query('SET LOCAL session_replication_role = replica')
      await owner.query(
        `INSERT INTO settlement.set_aside (shard, event, at, kind, orders, reason, waits, set_aside_at, tried_at)
         VALUES (0, 1, now(), 'traded', '{}', 'fault', false, now(), now())`,
      )
      await owner.query('SET LOCAL session_replication_role = origin')
      await owner.query('SET LOCAL SESSION AUTHORIZATION fairlot_worker')
      await expect(
        owner.query(`UPDATE settlement.set_aside SET state = 'applied', ended_at = now()`),
      ).rejects.toThrow('event 0/1 is applied by settlement only')
    } finally {
      await owner.query('ROLLBACK')
    }
  })

  test.each([
    'exchange.submit(0, $$ {} $$)',
    `app.run_reconciliation('minute', now())`,
    'app.claim_review(now())',
  ])('fairlot_settlement cannot call %s', async (call) => {
    await expect(as.settlement.query(`SELECT ${call}`)).rejects.toThrow('permission denied')
  })

  test('fairlot_settlement cannot book a deposit or change an order', async () => {
    await expect(
      post(as.settlement, 'deposit.booked', [
        { account: 'house/main/TWD/bank', amount: -700n },
        { account: cash(memberId), amount: 700n },
      ]),
    ).rejects.toThrow('fairlot_settlement may not post deposit.booked')
    for (const column of ['member_id', 'symbol', 'side', 'quantity', 'worst_price', 'terms'])
      await expect(as.settlement.query(`UPDATE app.orders SET ${column} = ${column}`)).rejects.toThrow(
        'permission denied',
      )
  })
})

describe('fairlot_api cannot decide what operators or the worker decide', () => {
  const expectRefused = async (sql: string, why: string | RegExp = 'permission denied') =>
    expect(as.api.query(sql), sql).rejects.toThrow(why)

  test('it cannot approve a day-trading application with real money', async () => {
    await owner.query(`UPDATE platform.installation SET money = 'real'`)
    try {
      const insert = (state: string) =>
        `INSERT INTO app.day_trading_applications (id, member_id, statement, state, applied_at${state === 'passed' ? ', decided_at, decided_by' : ''})
         VALUES (gen_random_uuid(), '${memberId}', 'x', '${state}', now()${state === 'passed' ? `, now(), 'rule:practice'` : ''})`
      await expectRefused(insert('passed'), /permission denied|practice/)
      await as.api.query(
        `INSERT INTO app.day_trading_applications (id, member_id, statement, applied_at) VALUES (gen_random_uuid(), $1, 'x', now())`,
        [memberId],
      )
      await expectRefused(
        `UPDATE app.day_trading_applications SET state = 'passed', decided_at = now(), decided_by = 'rule'`,
      )
      await expectRefused(`SELECT app.pass_day_trading('${memberId}', now())`, 'practice')
    } finally {
      await owner.query(`UPDATE platform.installation SET money = 'practice'`)
    }
  })

  test('it cannot erase a loan', async () => {
    for (const column of ['loan', 'collateral', 'interest', 'interest_paid', 'realised', 'shares'])
      await expectRefused(`UPDATE app.positions SET ${column} = 0`)
    await expectRefused(
      `SELECT app.apply_top_up('${memberId}', gen_random_uuid(), NULL, ARRAY[gen_random_uuid()], ARRAY[0]::bigint[], ARRAY[1]::bigint[], ARRAY[0]::bigint[])`,
      'top-up',
    )
  })

  test('it cannot write a bank statement', async () => {
    await expectRefused(`INSERT INTO app.bank_statements DEFAULT VALUES`)
    await expectRefused(`INSERT INTO app.bank_statement_lines DEFAULT VALUES`)
    await expectRefused(`UPDATE app.bank_statement_lines SET deposit_id = NULL`)
  })

  test('it cannot approve a deposit, withdrawal or bank account', async () => {
    for (const column of ['booked', 'rejection_reason', 'entry_id'])
      await expectRefused(`UPDATE app.deposits SET ${column} = NULL`)
    for (const column of ['stage', 'rejection_reason', 'batch_id', 'paid_at', 'ordered_at'])
      await expectRefused(`UPDATE app.withdrawals SET ${column} = NULL`)
    for (const column of ['rejection_reason', 'usable_from'])
      await expectRefused(`UPDATE app.bank_accounts SET ${column} = NULL`)
  })

  test('it cannot set or lift a restriction', async () => {
    await expectRefused(`UPDATE app.restrictions SET lifted_at = now()`)
    await expectRefused(`INSERT INTO app.restrictions DEFAULT VALUES`)
  })

  test('it cannot change instruments, closures, seats or agreements', async () => {
    for (const table of [
      'instruments',
      'closures',
      'seats',
      'price_imports',
      'agreements',
      'agreement_clauses',
      'orders',
      'margin_calls',
    ])
      await expectRefused(`INSERT INTO app.${table} DEFAULT VALUES`)
    await expectRefused(`UPDATE app.instruments SET reference = 1`)
    await expectRefused(`UPDATE app.orders SET cancel_asked_at = now()`)
    await expectRefused(`UPDATE app.margin_calls SET state = 'met'`)
    await expectRefused(`SELECT app.seed_practice_channels(now())`)
  })
})
