// The console has no call that writes a balance, a price, a fill, a draw or a statistic. Checked against the route
// table and the grants in PostgreSQL, not against the intent of the code.

import { openTestDatabase, type TestDatabase } from '@fairlot/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Db, openDb } from './support/open-db.ts'
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

/**
 * Everything a console call may write, listed by hand: a session, a vote, a proposal, the operator's own note. Nothing
 * else.
 */
const writes: Readonly<
  Record<
    string,
    | 'session'
    | 'vote'
    | 'proposal'
    | 'own note'
    | 'view of personal data'
    | 'what the bank says came in'
    | 'key that others approve'
    | 'half of a code'
    | 'picture of a draft'
    | 'record of a file'
    | 'answer to a member'
  >
> = {
  '/operators/signIn': 'session',
  '/operators/finishSignIn': 'session',
  '/operators/beginEnrolment': 'session',
  '/operators/finishEnrolment': 'session',
  '/operators/signOut': 'session',
  '/operators/beginPasskeySignIn': 'session',
  '/operators/finishPasskeySignIn': 'session',
  '/operators/beginPasskey': 'session',
  '/operators/finishPasskey': 'session',
  '/operators/removePasskey': 'session',
  '/operators/endSession': 'session',
  '/operators/changePassword': 'session',
  '/audit/noteVerified': 'own note',
  '/operators/vote': 'vote',
  '/operators/signVote': 'vote',
  '/operators/addVotingKey': 'key that others approve',
  '/operators/takeHalf': 'half of a code',
  '/operators/cancelReview': 'vote',
  '/operators/saveView': 'own note',
  '/operators/removeView': 'own note',
  '/operators/subscribePush': 'own note',
  '/operators/unsubscribePush': 'own note',
  '/members/saveView': 'own note',
  '/members/removeView': 'own note',
  '/members/addNote': 'own note',
  '/operators/addReviewNote': 'own note',
  '/operators/takeReviews': 'own note',
  '/operators/releaseReviews': 'own note',
  '/operators/exportQueue': 'record of a file',
  '/deposits/exportRequests': 'record of a file',
  '/withdrawals/exportRequests': 'record of a file',
  '/bank-accounts/exportRegistered': 'record of a file',
  '/orders/exportOrders': 'record of a file',
  '/members/proposeRestriction': 'proposal',
  '/members/proposeLift': 'proposal',
  '/operators/openPersonal': 'view of personal data',
  '/operators/openDocument': 'view of personal data',
  '/uploads/openPicture': 'view of personal data',
  '/withdrawals/fetchFile': 'view of personal data',
  '/operators/proposeOperator': 'proposal',
  '/operators/proposeRoles': 'proposal',
  '/deposits/importStatement': 'what the bank says came in',
  '/deposits/proposeChannel': 'proposal',
  '/deposits/noteBankLine': 'own note',
  '/deposits/proposeBankLine': 'proposal',
  '/deposits/proposeReversal': 'proposal',
  '/site/proposeRule': 'proposal',
  '/site/proposeRuleStop': 'proposal',
  '/site/proposeConfig': 'proposal',
  '/calendar/proposeClosure': 'proposal',
  '/market/proposeHalt': 'proposal',
  '/market/proposeResume': 'proposal',
  '/withdrawals/proposeBatch': 'proposal',
  '/withdrawals/proposeReturn': 'proposal',
  '/block-trades/proposeListing': 'proposal',
  '/block-trades/proposeEnd': 'proposal',
  '/funds/proposeJournal': 'proposal',
  '/placements/proposePlacement': 'proposal',
  '/copy-trading/proposeProduct': 'proposal',
  '/new-shares/proposeOffer': 'proposal',
  '/new-shares/proposeRemoval': 'proposal',
  '/auctions/proposeAuction': 'proposal',
  '/auctions/proposeRemoval': 'proposal',
  '/coupons/proposeGrant': 'proposal',
  '/draws/proposeRelease': 'proposal',
  '/news/addPicture': 'picture of a draft',
  '/news/proposeArticle': 'proposal',
  '/news/proposeCorrection': 'proposal',
  '/news/proposeWithdrawal': 'proposal',
  '/support/answer': 'answer to a member',
  '/support/addNote': 'own note',
  '/support/assign': 'own note',
  '/support/openAttachment': 'view of personal data',
  '/currency-exchange/proposeBackup': 'proposal',
  '/corporate-actions/proposeDividend': 'proposal',
  '/corporate-actions/proposeSplit': 'proposal',
  '/corporate-actions/proposeCancel': 'proposal',
  '/notices/proposeNotice': 'proposal',
  '/notices/proposeNoticeCancel': 'proposal',
}

test('every console call only reads or is listed as writing', () => {
  for (const route of all) {
    const name = route.path.split('/').at(-1)!
    const reads = route.rateLimit === 'read'
    expect(
      reads !== route.path in writes,
      `${route.path} writes and is not on the list, or the other way round`,
    ).toBe(true)
    if (writes[route.path] === 'proposal') expect(name).toMatch(/^propose/)
  }
  const paths = all.map(({ path }) => path as string)
  for (const path of Object.keys(writes)) expect(paths).toContain(path)
})

test('no right or path of the console names a forbidden write', () => {
  const forbidden =
    /(set|write|edit|adjust|change|fix|force)[A-Za-z-]*(balance|price|fill|draw|statistic|quote|position)/i
  for (const right of operatorRights) expect(right).not.toMatch(/balance|price|fill|draw|statistic/)
  for (const { path } of all) expect(path).not.toMatch(forbidden)
})

/** What a schema does with a field it does not name, for each object in it. */
function* looseObjects(schema: unknown, at: string): Generator<string> {
  const def = (schema as { readonly def: Record<string, unknown> }).def
  const inner = [def['innerType'], def['element'], def['in'], def['valueType']].filter(Boolean)
  for (const part of [...inner, ...((def['options'] as unknown[] | undefined) ?? [])])
    yield* looseObjects(part, at)
  if (def['type'] !== 'object') return
  const catchall = def['catchall'] as { readonly def: { readonly type: string } } | undefined
  if (catchall?.def.type !== 'never') yield at
  for (const [name, field] of Object.entries(def['shape'] as object))
    yield* looseObjects(field, `${at}.${name}`)
}

test('no console body accepts a field its schema does not name', () => {
  expect(all.flatMap(({ path, body }) => [...looseObjects(body, path)])).toEqual([])
})

test('member API and console share no path', () => {
  const member = Object.values(memberRoutes).flatMap((routes) =>
    Object.values(routes as Record<string, { path: string }>).map(({ path }) => path),
  )
  expect(all.filter(({ path }) => member.includes(path))).toEqual([])
})

/** Tables the console may write. None of them holds a member's data. */
const ownTables = new Set([
  // A key it submits is not in force, and a signature it writes does not verify without the operator's own key.
  'app.operator_voting_keys',
  'app.review_signatures',
  'app.operator_devices',
  'app.operator_sessions',
  'app.operator_challenges',
  'app.operator_authenticators',
  'app.operator_recovery_codes',
  'app.operator_passkeys',
  'app.operator_push_subscriptions',
  'app.operator_tries',
  'app.saved_views',
  'app.personal_views',
  'app.review_openings',
  'app.vote_details',
  'app.member_notes',
  // Who works on a review, and notes for colleagues: neither changes whose vote counts.
  'app.review_assignments',
  'app.review_notes',
  // The bank's list of received money, uploaded as a file; the worker matches deposits against it, it moves nothing.
  'app.bank_statements',
  'app.bank_statement_lines',
  // An operator's note about a bank line; it moves nothing.
  'app.bank_line_notes',
  // A picture of a draft: members get it once two operators have approved an article that shows it.
  'app.news_pictures',
  // Notes for colleagues about a matter, and who works on it: no member reads either.
  'app.support_notes',
  'app.support_assignments',
  'audit.entries',
  'platform.idempotency_keys',
])

/** Reads beyond the console's own rights: sums of a ledger it may not read, devices without their cookies. */
const lentReads = new Set([
  'app.check_currency_deals',
  'app.valuation_rates',
  // Whether shares are held for an offer, or on their way: a yes or no.
  'app.has_offered_shares',
  'app.has_share_action',
  'app.credit_inputs',
  // Only for the hash of a code it does not know.
  'app.enrolment_fits',
  'app.equity_of',
  'app.fund_request_lines',
  'app.holds_ticket',
  'app.members_on_same_device',
  'app.payouts_stopped_by',
  'ledger.balance_of',
  'ledger.balances_of',
  'ledger.entry_head',
  'platform.restore_fault',
  'ledger.legs_of',
  'ledger.open_holds_by_id',
  'ledger.prove_owner',
  'ledger.trial_balance',
  'ledger.trial_balance_before',
  'recon.bank_cover',
  'recon.rule',
  'status.figures',
])

/** Hashes of shown or submitted content, and message codes; none of them is a credential. */
const harmlessHashes = new Set([
  // Of a draw: fingerprints, and what is public once it has been released. The sealed secret is in another table.
  'app.draws.order_hash',
  // Of an opening, and of a block the same one: public, made from a round that has appeared.
  'app.opening_draws.seed',
  'app.copy_blocks.seed',
  'app.draws.secret',
  'app.draws.seed',
  'app.draws.terms_hash',
  'app.placements.list_hash',
  'app.reviews.payload_hash',
  'app.review_votes.payload_hash',
  'app.orders.steps_hash',
  'app.notices.code',
  // Keyed, and of a channel's password, which operators give to members.
  'app.deposit_channels.password_mac',
  // The name of a seat.
  'app.seats.code',
])

/** Tables in which it may write at least one column. */
const writable = async (): Promise<readonly string[]> =>
  (
    await owner.query<{ name: string }>(
      `SELECT n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname NOT IN ('pg_catalog', 'information_schema')
       AND n.nspname NOT LIKE 'pg_%'
       AND (has_table_privilege('fairlot_console', c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER')
         OR has_any_column_privilege('fairlot_console', c.oid, 'INSERT, UPDATE, REFERENCES'))
     ORDER BY 1`,
    )
  ).map(({ name }) => name)
const countable = async (): Promise<readonly string[]> =>
  (
    await owner.query<{ name: string }>(
      `SELECT n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE CASE WHEN c.relkind = 'S' THEN has_sequence_privilege('fairlot_console', c.oid, 'USAGE, UPDATE') ELSE false END
       ORDER BY 1`,
    )
  ).map(({ name }) => name)

test('the database lets the console write its own tables and no other', async () => {
  const granted = await writable()
  expect(granted.filter((name) => !ownTables.has(name))).toEqual([])
  for (const name of ownTables) expect(granted).toContain(name)
})

test('the console cannot write roles, operators, votes or reviews directly', async () => {
  for (const [table, privileges] of [
    ['app.operator_roles', 'INSERT, UPDATE, DELETE'],
    ['app.operator_rights', 'INSERT, UPDATE, DELETE'],
    ['app.operator_relations', 'INSERT, UPDATE, DELETE'],
    ['app.review_kinds', 'INSERT, UPDATE, DELETE'],
    ['app.reviews', 'INSERT, UPDATE, DELETE'],
    ['app.review_votes', 'INSERT, UPDATE, DELETE'],
    ['app.operators', 'INSERT, DELETE'],
    ['app.personal_views', 'UPDATE, DELETE'],
    ['app.review_openings', 'UPDATE, DELETE'],
    ['app.vote_details', 'UPDATE, DELETE'],
    ['audit.entries', 'UPDATE, DELETE'],
  ] as const) {
    const [row] = await owner.query<{ may: boolean }>(
      `SELECT has_table_privilege('fairlot_console', $1, $2) AS may`,
      [table, privileges],
    )
    expect(row!.may, table).toBe(false)
  }
})

/**
 * Functions that write and that the console may call: to open, decide and cancel a review, to enrol an operator and
 * change their password, to answer a member, and to report its heartbeat.
 */
const deciding = [
  'app.answer_support',
  'app.cancel_review',
  'app.change_operator_password',
  'app.enrol_operator',
  'app.found_voting_key',
  'app.open_review',
  'app.take_enrolment_half',
  'app.vote_review',
  'status.write_heartbeat',
]

/** Functions of the project that the console may call; `volatile` ones may write. */
const callable = (): Promise<readonly { name: string; volatile: boolean; lent: boolean }[]> =>
  owner.query(
    `SELECT n.nspname || '.' || p.proname AS name, p.provolatile = 'v' AS volatile, p.prosecdef AS lent
     FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
     WHERE n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg_%'
       AND p.prokind IN ('f', 'p') AND p.prorettype <> 'trigger'::regtype
       AND has_function_privilege('fairlot_console', p.oid, 'EXECUTE')
     ORDER BY 1`,
  )
const writing = async (): Promise<readonly string[]> =>
  (await callable()).flatMap(({ name, volatile }) => (volatile ? [name] : []))

test('the console may call only listed functions that write', async () => {
  expect(await writing()).toEqual(deciding)
})

test('every SECURITY DEFINER read is listed and writes nothing', async () => {
  // A function marked read-only may still call one that writes, with its owner's rights. So each is checked.
  const lent = (await callable()).filter(({ volatile, lent: isLent }) => isLent && !volatile)
  expect(lent.map(({ name }) => name).filter((name) => !lentReads.has(name))).toEqual([])
  const bodies = await owner.query<{ name: string; body: string }>(
    `SELECT n.nspname || '.' || p.proname AS name, p.prosrc AS body FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
     WHERE n.nspname || '.' || p.proname = ANY ($1)`,
    [lent.map(({ name }) => name)],
  )
  const writers = await owner.query<{ name: string }>(
    `SELECT n.nspname || '.' || p.proname AS name FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
     WHERE n.nspname IN ('app', 'ledger', 'exchange', 'audit', 'platform', 'market', 'settlement', 'directory', 'status')
       AND p.provolatile = 'v' AND p.prorettype <> 'trigger'::regtype`,
  )
  for (const { name, body } of bodies) {
    for (const { name: writer } of writers)
      expect(body, `${name} calls ${writer}`).not.toContain(`${writer}(`)
    expect(body, name).not.toMatch(
      /\b(INSERT INTO|UPDATE \w|DELETE FROM)\b|(^|;|THEN|ELSE|LOOP)\s*EXECUTE\b/i,
    )
  }
})

test('the permission checks find every planted permission', async () => {
  const seen = async (): Promise<string> =>
    JSON.stringify([await writing(), await writable(), await countable()])
  const before = await seen()
  for (const [right, on] of [
    ['EXECUTE', 'FUNCTION ledger.post_many'],
    ['EXECUTE', 'FUNCTION exchange.submit'],
    ['UPDATE (high)', 'TABLE market.quotes'],
    ['INSERT', 'TABLE app.fills'],
    ['UPDATE', 'TABLE ledger.balances'],
    ['USAGE', 'SEQUENCE app.review_numbers'],
  ] as const) {
    await owner.query(`GRANT ${right} ON ${on} TO fairlot_console`)
    expect(await seen(), `${right} on ${on}`).not.toBe(before)
    await owner.query(`REVOKE ${right} ON ${on} FROM fairlot_console`)
    expect(await seen()).toBe(before)
  }
})

test('the console role owns nothing, creates nothing and uses no sequence', async () => {
  expect(await countable()).toEqual([])
  const [made] = await owner.query<{ owned: number; schemas: number; temporary: boolean }>(
    `SELECT (SELECT count(*)::int FROM pg_class WHERE relowner = 'fairlot_console'::regrole) AS owned,
       (SELECT count(*)::int FROM pg_namespace WHERE nspname NOT LIKE 'pg_%'
          AND has_schema_privilege('fairlot_console', oid, 'CREATE')) AS schemas,
       has_database_privilege('fairlot_console', current_database(), 'CREATE') AS temporary`,
  )
  expect(made).toEqual({ owned: 0, schemas: 0, temporary: false })
})

test('the console cannot read sign-in secrets', async () => {
  const read = await owner.query<{ name: string }>(
    `SELECT a.attrelid::regclass || '.' || a.attname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'p') AND n.nspname IN ('app', 'directory')
       AND c.relname NOT LIKE 'operator%'
       AND a.attname ~ '(password|token|secret|seed|bind|cookie|code)_?(hash|mac)?$|_hash$' AND a.attname !~ '^(bank|branch|invitation)_code$'
       AND has_column_privilege('fairlot_console', c.oid, a.attnum, 'SELECT')
     ORDER BY 1`,
  )
  expect(read.map(({ name }) => name).filter((name) => !harmlessHashes.has(name))).toEqual([])
})

test('the console role has no memberships and no administrative rights', async () => {
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

test('the console is denied statements on ledger, exchange, orders and sessions', async () => {
  for (const text of [
    `SELECT ledger.open_accounts('{}')`,
    `SELECT ledger.reverse(gen_random_uuid(), 'x', 'x', 'x', now())`,
    `UPDATE ledger.balances SET balance = 0`,
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
