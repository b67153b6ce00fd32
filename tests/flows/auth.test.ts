import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { until } from '@fairlot/testkit/until'
import { anyAccount, goodPassword, type MemberApi, startMemberApi } from './support/member-api.ts'

let api: MemberApi
let invitationCode: string
beforeAll(async () => {
  api = await startMemberApi()
  invitationCode = await api.deps.site.publicInvitationCode(api.db)
})
afterEach(() => api.assertInvariants())
afterAll(() => api.stop())

const form = (changes: Record<string, string> = {}) => ({
  account: anyAccount(),
  password: goodPassword,
  confirmPassword: goodPassword,
  invitationCode,
  agreementVersion: api.agreement,
  ...changes,
})
const register = (changes: Record<string, string> = {}, key: string | true = true) =>
  api.browser().ask('/auth/registerMember', form(changes), { key })

test('a new member can sign in and has the practice grant', async () => {
  const reply = await register()
  expect(reply.body).toMatchObject({ status: 1, msg: 'done.registration' })
  const { account: name } = reply.body.data
  expect((await api.signIn(api.browser(), name, 'wrong8pass')).body.msg).toBe('account.wrong-credentials')
  const client = api.browser()
  await api.signIn(client, name)
  const account = await client.ask('/positions/account')
  expect(account.body.data).toMatchObject({
    total: '1000000000',
    terms: {
      available: '1000000000',
      held: '0',
      unsettled: '0',
      collateral: '0',
      marketValue: '0',
      loans: '0',
    },
    day: { opening: '0', paidIn: '1000000000', profit: '0' },
    foreign: [],
    credit: { score: 100, limit: '10000000', borrowable: '0', borrowed: '0' },
    simulated: true,
    ledger: '1',
  })
  const lines = await client.ask('/funds/ledgerLines', { asset: 'TWD' })
  expect(lines.body.data.balance).toBe('1000000000')
  expect(lines.body.data.lines).toHaveLength(1)
  expect(lines.body.data.lines[0]).toMatchObject({ event: 'practice-grant', amount: '1000000000' })
})

test.each([
  [{ account: '' }, 'account', 'input.required'],
  [{ account: 'A912345678' }, 'account', 'input.account-uppercase'],
  [{ account: '王912345678' }, 'account', 'input.account-chinese'],
  [{ account: '091234567' }, 'account', 'input.account-not-ten-digits'],
  [{ password: '' }, 'password', 'input.required'],
  [{ password: 'short7a' }, 'password', 'input.password-length'],
  [{ password: 'onlyletters' }, 'password', 'input.password-composition'],
  [{ account: '0912000001', password: 'a0912000001' }, 'password', 'input.password-is-account'],
  [{ password: 'password1', confirmPassword: 'password1' }, 'password', 'input.password-common'],
  [{ password: 'dragon12', confirmPassword: 'dragon12' }, 'password', 'input.password-common'],
  [{ confirmPassword: '' }, 'confirmPassword', 'input.required'],
  [{ confirmPassword: 'river8bridgE' }, 'confirmPassword', 'account.passwords-differ'],
  [{ invitationCode: '' }, 'invitationCode', 'input.required'],
  [{ invitationCode: 'ZZZZZZ' }, 'invitationCode', 'account.inviter-not-found'],
  [{ agreementVersion: '' }, 'agreementVersion', 'input.agreement-required'],
  [{ agreementVersion: 'older' }, 'agreementVersion', 'auth.agreement-changed'],
])('a form with %j is refused at %s with %s', async (changes, field, msg) => {
  const reply = await register(changes)
  expect(reply.body).toMatchObject({ msg, field, data: null })
})

test('only a valid invitation code reveals that an account exists', async () => {
  const { account } = await api.register()
  expect((await register({ account, invitationCode: 'ZZZZZZ' })).body.msg).toBe('account.inviter-not-found')
  expect((await register({ account })).body).toMatchObject({
    status: 409,
    msg: 'account.exists',
    field: 'account',
  })
})

test('a registration without a free code fails and writes nothing', async () => {
  const owner = new pg.Client({ connectionString: api.database.ownerUrl })
  await owner.connect()
  try {
    await owner.query(
      `CREATE FUNCTION directory.no_code() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`,
    )
    await owner.query(
      'CREATE TRIGGER no_code BEFORE INSERT ON directory.invitation_codes FOR EACH ROW EXECUTE FUNCTION directory.no_code()',
    )
    const account = '0955123123'
    const reply = await register({ account })
    expect(reply.body).toMatchObject({ status: 409, msg: 'account.registration-failed', data: null })
    const { rows } = await owner.query(
      'SELECT account FROM directory.accounts WHERE account = $1 UNION ALL SELECT account FROM app.members WHERE account = $1',
      [account],
    )
    expect(rows).toEqual([])
    await owner.query('DROP FUNCTION directory.no_code() CASCADE')
    // The account is still free.
    expect((await register({ account })).http).toBe(200)
  } finally {
    await owner.query('DROP FUNCTION IF EXISTS directory.no_code() CASCADE')
    await owner.end()
  }
})

test('a loosely typed invitation code is accepted and records the inviter', async () => {
  const inviter = await api.member()
  const profile = await inviter.client.ask('/members/profile')
  const code: string = profile.body.data.invitationCode
  expect(code).toMatch(/^[A-Z2-9]{6}$/)
  const reply = await register({ invitationCode: ` ${code.toLowerCase()} ` })
  const [row] = await api.reader.query('SELECT inviter_id FROM app.members WHERE id = $1', [
    reply.body.data.memberId,
  ])
  expect(row).toEqual({ inviter_id: inviter.memberId })
})

test('a repeated request key answers with the first member', async () => {
  const key = randomUUID()
  const body = form()
  const client = api.browser()
  const first = await client.ask('/auth/registerMember', body, { key })
  const second = await client.ask('/auth/registerMember', body, { key })
  expect(second.body.data).toEqual(first.body.data)
  expect(await countsOf(body.account)).toEqual({ members: 1, grants: 1 })
})

test('twenty concurrent registrations of one account make one member', async () => {
  const account = anyAccount()
  const replies = await Promise.all(Array.from({ length: 20 }, () => register({ account })))
  const made = replies.filter(({ body }) => body.status === 1)
  expect(made).toHaveLength(1)
  // On a loaded machine a loser may time out waiting for the winner's commit: busy, and nothing done.
  const refused = replies.filter(({ body }) => body.status !== 1).map(({ body }) => body.msg)
  expect(refused.filter((msg) => !['account.exists', 'system.busy'].includes(msg))).toEqual([])
  expect(await countsOf(account)).toEqual({ members: 1, grants: 1 })
})

test('a crash during registration leaves complete members or none', async () => {
  // The api loses its database in the middle of registrations; every surviving member must be complete.
  const cut = async () => {
    let connections = 0
    const owner = new pg.Client({ connectionString: api.database.ownerUrl })
    await owner.connect()
    for (let round = 0; round < 8; round++) {
      const { rowCount } = await owner.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity 
         WHERE datname = current_database() AND application_name = 'test-api' AND state <> 'idle'`,
      )
      connections += rowCount ?? 0
    }
    await owner.end()
    return connections
  }
  const tries = Array.from({ length: 30 }, () => register())
  expect(await until('a connection to cut', async () => (await cut()) || undefined)).toBeGreaterThan(0)
  const replies = await Promise.all(tries)
  const whole = await api.reader.query<{
    account: string
    grants: bigint
    passwords: bigint
    audits: bigint
  }>(
    `SELECT a.account,
       (SELECT count(*) FROM ledger.lines l JOIN ledger.accounts c ON c.id = l.account_id
        WHERE c.code = 'member/' || a.member_id || '/TWD/available') AS grants,
       (SELECT count(*) FROM app.credentials c WHERE c.member_id = a.member_id) AS passwords,
       (SELECT count(*) FROM audit.entries e
        WHERE e.subject = 'member:' || a.member_id AND e.action = 'auth.member-registered') AS audits
     FROM directory.accounts a`,
  )
  for (const row of whole) expect(row).toMatchObject({ grants: 1n, passwords: 1n, audits: 1n })
  const accounts = new Set(whole.map(({ account }) => account))
  for (const { body } of replies) if (body.status === 1) expect(accounts.has(body.data.account)).toBe(true)
})

test('registration is audited, and the password is never logged', async () => {
  const { memberId } = await api.register()
  const [entry] = await api.reader.query<{ action: string; details: string }>(
    `SELECT action, details::text FROM audit.entries WHERE subject = $1`,
    [`member:${memberId}`],
  )
  expect(entry?.action).toBe('auth.member-registered')
  expect(entry?.details).not.toContain(goodPassword)
  expect(api.logLines.join('\n')).not.toContain(goodPassword)
})

async function countsOf(account: string) {
  const [row] = await api.reader.query<{ members: bigint; grants: bigint }>(
    `SELECT (SELECT count(*) FROM app.members WHERE account = $1) AS members,
       (SELECT count(*) FROM ledger.lines l JOIN ledger.accounts c ON c.id = l.account_id
        JOIN app.members m ON c.code = 'member/' || m.id || '/TWD/available' WHERE m.account = $1) AS grants`,
    [account],
  )
  return { members: Number(row!.members), grants: Number(row!.grants) }
}
