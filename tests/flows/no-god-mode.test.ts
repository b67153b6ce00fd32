// The console has no call that writes a balance, a price, a fill, a draw or a statistic. Read from the route table and
// from what PostgreSQL grants, not from what the code means to do.

import { openTestDatabase, type TestDatabase } from '@fairlot/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Db, openDb } from '../../apps/server/src/platform/db.ts'
import { consoleRoutes } from '../../packages/contract/src/console-routes.ts'
import type { ConsoleRoute } from '../../packages/contract/src/console-route.ts'
import { memberRoutes } from '../../packages/contract/src/routes.ts'
import { operatorRights } from '../../packages/contract/src/operators/index.ts'

let database: TestDatabase
let owner: Db
let asConsole: Db

beforeAll(async () => {
  database = await openTestDatabase()
  owner = openDb({ url: database.ownerUrl, poolSize: 2, applicationName: 'test-owner' })
  asConsole = openDb({ url: database.consoleUrl, poolSize: 2, applicationName: 'test-console' })
})
afterAll(async () => {
  await asConsole.close()
  await owner.close()
  await database.close()
})

const all: readonly ConsoleRoute[] = Object.values(consoleRoutes).flatMap((routes) =>
  Object.values(routes as Record<string, ConsoleRoute>),
)

/** Everything a console call may write, by hand: a session, a vote, a proposal, a note of one's own. Nothing else. */
const writes: Readonly<
  Record<
    string,
    'session' | 'vote' | 'proposal' | 'own note' | 'view of personal data' | 'what the bank says came in'
  >
> = {
  '/operators/signIn': 'session',
  '/operators/finishSignIn': 'session',
  '/operators/beginEnrolment': 'session',
  '/operators/finishEnrolment': 'session',
  '/operators/signOut': 'session',
  '/operators/vote': 'vote',
  '/operators/withdrawReview': 'vote',
  '/operators/saveView': 'own note',
  '/operators/removeView': 'own note',
  '/operators/openPersonal': 'view of personal data',
  '/uploads/openPicture': 'view of personal data',
  '/operators/proposeOperator': 'proposal',
  '/operators/proposeRoles': 'proposal',
  '/deposits/importStatement': 'what the bank says came in',
  '/deposits/proposeChannel': 'proposal',
  '/withdrawals/proposeBatch': 'proposal',
  '/withdrawals/proposeReturn': 'proposal',
}

test('every console call reads, or is on the list of what it writes', () => {
  for (const route of all) {
    const name = route.path.split('/').at(-1)!
    const reads = route.pace === 'read'
    expect(
      reads !== route.path in writes,
      `${route.path} writes and is not on the list, or the other way round`,
    ).toBe(true)
    if (writes[route.path] === 'proposal') expect(name).toMatch(/^propose/)
  }
  const paths = all.map(({ path }) => path as string)
  for (const path of Object.keys(writes)) expect(paths).toContain(path)
})

test('no right, no path and no body field of the console speaks of writing what nobody may', () => {
  const forbidden =
    /(set|write|edit|adjust|change|fix|force)[A-Za-z-]*(balance|price|fill|draw|statistic|quote|position)/i
  for (const right of operatorRights) expect(right).not.toMatch(/balance|price|fill|draw|statistic/)
  for (const { path } of all) expect(path).not.toMatch(forbidden)
})

test('the two APIs share no path', () => {
  const member = Object.values(memberRoutes).flatMap((routes) =>
    Object.values(routes as Record<string, { path: string }>).map(({ path }) => path),
  )
  expect(all.filter(({ path }) => member.includes(path))).toEqual([])
})

/** Tables the console may write, and nothing of a member's is among them. */
const ownTables = new Set([
  'app.operators',
  'app.operator_devices',
  'app.operator_sessions',
  'app.operator_challenges',
  'app.operator_authenticators',
  'app.operator_recovery_codes',
  'app.operator_tries',
  'app.saved_views',
  'app.personal_views',
  // What the bank says it received, handed in as a file; the worker holds deposits against it, it moves nothing.
  'app.bank_statements',
  'app.bank_statement_lines',
  'audit.entries',
  'platform.idempotency_keys',
])

test('the database lets the console write its own tables and no other', async () => {
  const granted = await owner.query<{ name: string }>(
    `SELECT n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname NOT IN ('pg_catalog', 'information_schema')
       AND n.nspname NOT LIKE 'pg_%'
       AND (has_table_privilege('fairlot_console', c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER')
         OR has_any_column_privilege('fairlot_console', c.oid, 'INSERT, UPDATE, REFERENCES'))
     ORDER BY 1`,
  )
  expect(granted.map(({ name }) => name).filter((name) => !ownTables.has(name))).toEqual([])
  for (const name of ownTables) expect(granted.map((row) => row.name)).toContain(name)
})

test('it may not give itself roles, make operators, or touch a vote or a review directly', async () => {
  for (const [table, privileges] of [
    ['app.operator_roles', 'INSERT, UPDATE, DELETE'],
    ['app.operator_rights', 'INSERT, UPDATE, DELETE'],
    ['app.operator_relations', 'INSERT, UPDATE, DELETE'],
    ['app.review_kinds', 'INSERT, UPDATE, DELETE'],
    ['app.reviews', 'INSERT, UPDATE, DELETE'],
    ['app.review_votes', 'INSERT, UPDATE, DELETE'],
    ['app.operators', 'INSERT, DELETE'],
    ['app.personal_views', 'UPDATE, DELETE'],
    ['audit.entries', 'UPDATE, DELETE'],
  ] as const) {
    const [row] = await owner.query<{ may: boolean }>(
      `SELECT has_table_privilege('fairlot_console', $1, $2) AS may`,
      [table, privileges],
    )
    expect(row!.may, table).toBe(false)
  }
})

test('it may call no function that writes, except to open, vote on and withdraw reviews', async () => {
  const may = await owner.query<{ name: string }>(
    `SELECT n.nspname || '.' || p.proname AS name FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
     WHERE n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg_%'
       AND p.prokind IN ('f', 'p') AND p.prorettype <> 'trigger'::regtype AND p.provolatile = 'v'
       AND has_function_privilege('fairlot_console', p.oid, 'EXECUTE')
     ORDER BY 1`,
  )
  expect(may.map(({ name }) => name)).toEqual(['app.open_review', 'app.vote_review', 'app.withdraw_review'])
})

test('its database role is nobody else’s: no membership, no power over roles or databases', async () => {
  const [role] = await owner.query(
    `SELECT rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
       EXISTS (SELECT FROM pg_auth_members m WHERE m.member = r.oid) AS member
     FROM pg_roles r WHERE rolname = 'fairlot_console'`,
  )
  expect(role).toEqual({
    rolsuper: false,
    rolcreaterole: false,
    rolcreatedb: false,
    rolreplication: false,
    rolbypassrls: false,
    member: false,
  })
})

test('tried by hand as the console: ledger, exchange, prices, fills, statistics and closing a review', async () => {
  for (const text of [
    `SELECT ledger.open_accounts('{}')`,
    `SELECT ledger.reverse(gen_random_uuid(), 'x', 'x', 'x', now())`,
    `UPDATE ledger.balances SET amount = 0`,
    `INSERT INTO ledger.lines DEFAULT VALUES`,
    `SELECT exchange.submit(0, '{}')`,
    `INSERT INTO exchange.queue DEFAULT VALUES`,
    `DELETE FROM app.fills`,
    `UPDATE app.orders SET state = 'cancelled'`,
    `UPDATE app.members SET verification = 'verified'`,
    `UPDATE app.restrictions SET lifted_at = now()`,
    `SELECT app.close_review('00000000-0000-0000-0000-000000000000', 'passed', now())`,
    `SELECT * FROM app.claim_review(now())`,
    `SELECT * FROM app.credentials`,
    `SELECT * FROM app.sessions`,
    `SET ROLE fairlot_worker`,
  ]) {
    await expect(asConsole.query(text), text).rejects.toThrow(/permission denied/)
  }
})
