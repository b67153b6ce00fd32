import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { refuseUnlessFundPassword } from '../../apps/server/src/features/auth/index.ts'
import { goodPassword, type Member, type MemberApi, startMemberApi } from './support/member-api.ts'

let api: MemberApi
/** For refusals, which must leave the member unchanged. */
let unchanged: Member
beforeAll(async () => {
  api = await startMemberApi({ environment: { PASSWORD_COST: 'full' } })
  unchanged = await api.member()
})
afterEach(() => api.assertInvariants())
afterAll(() => api.stop())

const newPassword = 'harbour7lights'
const change = (client: Member['client'], changes: object = {}) =>
  client.ask('/auth/changePassword', {
    oldPassword: goodPassword,
    newPassword,
    confirmPassword: newPassword,
    ...changes,
  })

test('a changed password signs every other device out', async () => {
  const { account, client } = await api.member()
  const phone = api.browser()
  await api.signIn(phone, account)
  const before = { ...client.session!, bind: client.cookies.get('__Host-bind') }

  const reply = await change(client)
  expect(reply.body).toMatchObject({ status: 1, msg: 'done.password-changed' })
  expect(reply.body.data.session.token).not.toBe(before.token)
  expect(client.cookies.get('__Host-bind')).not.toBe(before.bind)
  expect((await phone.ask('/members/profile')).http).toBe(401)
  expect((await client.ask('/members/profile')).http).toBe(401)
  client.session = reply.body.data.session
  expect((await client.ask('/members/profile')).body.status).toBe(1)
  expect((await client.ask('/auth/listSessions')).body.data.sessions).toHaveLength(1)

  expect((await api.signIn(api.browser(), account)).body.msg).toBe('account.wrong-credentials')
  expect((await api.signIn(api.browser(), account, newPassword)).body.msg).toBe('done.login')
})

test('a changed password starts a 24-hour cool-down for withdrawals', async () => {
  const { client } = await api.member()
  const { session } = (await change(client)).body.data
  client.session = session
  const overview = async () => (await client.ask('/auth/securityOverview')).body.data
  const { withdrawalCoolDownUntil, passwordChangedAt } = await overview()
  expect(new Date(withdrawalCoolDownUntil!).getTime()).toBe(api.clock.now().getTime() + 24 * 3_600_000)
  expect(passwordChangedAt).toBe(api.clock.now().toISOString())
})

test('other devices lose their trust after a password change', async () => {
  const { account, client } = await api.member()
  const other = api.browser()
  await api.signIn(other, account)
  client.session = (await change(client)).body.data.session
  for (let wrong = 0; wrong < 5; wrong++) await api.signIn(api.browser(), account, 'wrong8pass')
  expect((await api.signIn(other, account, newPassword)).body.msg).toBe('auth.locked')
  expect((await api.signIn(client, account, newPassword)).body.msg).toBe('done.login')
})

test.each([
  [{ oldPassword: '' }, 'oldPassword', 'input.required'],
  [{ oldPassword: 'wrong8pass' }, 'oldPassword', 'password.wrong-old'],
  [{ newPassword: '' }, 'newPassword', 'input.required'],
  [{ newPassword: 'short7a' }, 'newPassword', 'input.password-length'],
  [{ newPassword: 'onlyletters' }, 'newPassword', 'input.password-composition'],
  [{ newPassword: 'Password123!' }, 'newPassword', 'input.password-common'],
  [{ newPassword: '2i5fdruv' }, 'newPassword', 'input.password-common'],
  [{ confirmPassword: 'harbour7light' }, 'confirmPassword', 'account.passwords-differ'],
  [{ newPassword: goodPassword, confirmPassword: goodPassword }, 'newPassword', 'input.password-unchanged'],
])('a change with %j is refused at %s with %s', async (changes, field, msg) => {
  const { account, client } = unchanged
  expect((await change(client, changes)).body).toMatchObject({ msg, field })
  expect((await client.ask('/members/profile')).body.status).toBe(1)
  expect((await api.signIn(client, account)).body.msg).toBe('done.login')
})

test('a new password must not contain the account', async () => {
  const { account, client } = await api.member()
  expect((await change(client, { newPassword: `x${account}` })).body.msg).toBe('input.password-is-account')
})

const fund = (client: Member['client'], changes: object) =>
  client.ask('/auth/setFundPassword', { fundPassword: '840172', confirmPassword: '840172', ...changes })

test('the first fund password needs the login password, later ones the previous', async () => {
  const { client } = await api.member()
  expect((await fund(client, {})).body).toMatchObject({ msg: 'input.required', field: 'loginPassword' })
  expect((await fund(client, { loginPassword: 'wrong8pass' })).body.msg).toBe('auth.wrong-password')
  expect((await fund(client, { loginPassword: goodPassword })).body.msg).toBe('done.fund-password-set')
  const overview = (await client.ask('/auth/securityOverview')).body.data
  expect(overview).toMatchObject({ fundPasswordSet: true, withdrawalCoolDownUntil: null })

  const next = { fundPassword: '305917', confirmPassword: '305917' }
  expect((await fund(client, { ...next, loginPassword: goodPassword })).body).toMatchObject({
    msg: 'input.required',
    field: 'oldFundPassword',
  })
  expect((await fund(client, { ...next, oldFundPassword: '840173' })).body.msg).toBe(
    'password.wrong-original',
  )
  expect((await fund(client, { ...next, oldFundPassword: '840172' })).body.msg).toBe('done.fund-password-set')
  expect((await client.ask('/auth/securityOverview')).body.data.withdrawalCoolDownUntil).not.toBeNull()
})

test.each([
  ['', 'input.required'],
  ['84017', 'input.fund-password-six-digits'],
  ['84017a', 'input.fund-password-six-digits'],
  ['111111', 'input.fund-password-weak'],
  ['456789', 'input.fund-password-weak'],
])('the fund password %j is refused with %s', async (fundPassword, msg) => {
  const { client } = unchanged
  const reply = await fund(client, {
    fundPassword,
    confirmPassword: fundPassword,
    loginPassword: goodPassword,
  })
  expect(reply.body).toMatchObject({ msg, field: 'fundPassword' })
})

test('a fund password that is part of the account is refused', async () => {
  const { account, client } = unchanged
  const part = account.slice(2, 8)
  expect((await fund(client, { fundPassword: part, confirmPassword: part })).body.msg).toBe(
    'input.fund-password-weak',
  )
})

test('a fund password that is repeated differently is refused', async () => {
  const { client } = unchanged
  expect((await fund(client, { confirmPassword: '840173' })).body.msg).toBe('account.passwords-differ')
})

test('five wrong fund passwords lock it for 24 hours, on every device', async () => {
  const { account, client } = await api.member()
  await fund(client, { loginPassword: goodPassword })
  const next = { fundPassword: '305917', confirmPassword: '305917' }
  for (let wrong = 0; wrong < 5; wrong++) {
    expect((await fund(client, { ...next, oldFundPassword: '999998' })).body.msg).toBe(
      'password.wrong-original',
    )
  }
  const phone = api.browser()
  await api.signIn(phone, account)
  expect((await fund(phone, { ...next, oldFundPassword: '840172' })).body).toMatchObject({
    status: 429,
    msg: 'auth.fund-password-locked',
    params: { minutes: 24 * 60 },
    rule: 'fundPwd.lock.hours',
  })
  api.clock.advance(24 * 3_600_000)
  await api.signIn(phone, account)
  expect((await fund(phone, { ...next, oldFundPassword: '840172' })).body.msg).toBe('done.fund-password-set')
})

test('the fund password check refuses a missing or wrong password', async () => {
  const { account, memberId, client } = await api.member()
  const ask = (fundPassword: string) =>
    refuseUnlessFundPassword(api.deps, { memberId, account, fundPassword, now: api.clock.now() })
  expect(await ask('840172')).toMatchObject({ msg: 'password.fund-not-set' })
  await fund(client, { loginPassword: goodPassword })
  expect(await ask('')).toMatchObject({ msg: 'input.required' })
  expect(await ask('840173')).toMatchObject({ msg: 'password.wrong-fund' })
  expect(await ask('840172')).toBeUndefined()
})

test('login and fund password have separate salted hashes', async () => {
  const { memberId, client } = await api.member()
  await fund(client, { loginPassword: goodPassword })
  const rows = await api.reader.query<{ hash: string }>(
    `SELECT password_hash AS hash FROM app.credentials WHERE member_id = $1
     UNION ALL SELECT password_hash FROM app.fund_credentials WHERE member_id = $1`,
    [memberId],
  )
  expect(new Set(rows.map(({ hash }) => hash)).size).toBe(2)
  for (const { hash } of rows) expect(hash).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/)
})
