// A session is a token, its bind cookie, its XSRF pair and its account: all four are needed, in time and not revoked.

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { timeLimit, until } from '@fairlot/testkit/until'
import { openSessionGate } from '../../apps/server/src/features/auth/index.ts'
import { goodPassword, type MemberApi, startMemberApi } from './support/member-api.ts'
import { Browser } from './support/browser.ts'
import { testOrigin } from './support/test-config.ts'

let api: MemberApi
beforeAll(async () => {
  api = await startMemberApi({ environment: { PASSWORD_COST: 'full' } })
})
afterEach(() => api.assertInvariants())
afterAll(() => api.stop())

const profile = (client: Browser, headers = {}) => client.ask('/members/profile', {}, { headers })
const audited = async (action: string, memberId: string): Promise<number> =>
  (
    await api.reader.query(`SELECT 1 FROM audit.entries WHERE action = $1 AND details ->> 'memberId' = $2`, [
      action,
      memberId,
    ])
  ).length

test('a token copied without its bind cookie is refused', async () => {
  const { client, memberId } = await api.member()
  const thief = new Browser(api.base, testOrigin)
  thief.session = client.session
  api.clock.advance(1_000)
  // A script can read the XSRF cookie, so a thief has it as well.
  thief.cookies.set('__Host-XSRF-TOKEN', client.cookies.get('__Host-XSRF-TOKEN')!)
  for (const bind of [undefined, Buffer.alloc(32, 1).toString('base64url')]) {
    if (bind !== undefined) thief.cookies.set('__Host-bind', bind)
    const reply = await profile(thief)
    expect(reply.http).toBe(401)
    expect(reply.body).toMatchObject({ status: 401, msg: 'session.expired', data: null })
  }
  expect(await audited('auth.stolen-token-refused', memberId)).toBe(1)
  const { signIns } = (await client.ask('/auth/listSignIns', {})).body.data
  expect(signIns[0]).toMatchObject({ outcome: 'stolen-token' })
  expect((await profile(client)).body.status).toBe(1)
})

test('the bind cookie is HttpOnly, and no secret is stored in clear', async () => {
  const { client, memberId } = await api.member()
  const reply = await api.signIn(client, (await profile(client)).body.data.account)
  const bind = reply.headers.getSetCookie().find((line) => line.startsWith('__Host-bind='))
  expect(bind).toMatch(/HttpOnly/)
  expect(bind).toMatch(/SameSite=Strict/)
  expect(bind).toMatch(/Secure/)
  expect(client.session!.token).toMatch(/^tk1_[\w-]{43}$/)
  const [row] = await api.reader.query<{ text: string }>(
    `SELECT string_agg(s::text, ' ') AS text FROM app.sessions s WHERE member_id = $1`,
    [memberId],
  )
  expect(row!.text).not.toContain(client.session!.token.slice(4))
  expect(row!.text).not.toContain(client.cookies.get('__Host-bind')!)
})

test('a call with a missing or wrong XSRF header is refused', async () => {
  const { client } = await api.member()
  const other = await api.member()
  for (const value of [undefined, 'nonsense', other.client.cookies.get('__Host-XSRF-TOKEN')]) {
    const reply = await profile(client, { 'x-xsrf-token': value })
    expect(reply.http).toBe(403)
    expect(reply.body.msg).toBe('request.forbidden')
  }
  // Cookie and header agree, but belong to another member's session.
  const tossed = other.client.cookies.get('__Host-XSRF-TOKEN')!
  client.cookies.set('__Host-XSRF-TOKEN', tossed)
  expect((await profile(client)).body.msg).toBe('request.forbidden')
})

test('a wrong account header is refused and audited', async () => {
  const { client, memberId } = await api.member()
  const other = await api.register()
  for (const account of [other.account, '', undefined]) {
    const reply = await profile(client, { account })
    expect(reply.http).toBe(401)
    expect(reply.body.msg).toBe('session.expired')
  }
  expect(await audited('auth.account-mismatch-refused', memberId)).toBe(1)
  expect((await profile(client)).body.status).toBe(1)
})

test('a missing, malformed or unknown token is answered with 401', async () => {
  const { client } = await api.member()
  for (const token of [
    undefined,
    'tk1_short',
    `tk1_${'A'.repeat(43)}`,
    `tk2_${'A'.repeat(43)}`,
    'x'.repeat(500),
  ]) {
    expect((await profile(client, { token })).http).toBe(401)
  }
})

test('a session revoked from another device is refused within a second', async () => {
  const owner = await api.member()
  const phone = api.browser()
  await api.signIn(phone, owner.account)
  const { sessions } = (await owner.client.ask('/auth/listSessions')).body.data
  expect(sessions).toHaveLength(2)
  const other = sessions.find(({ current }) => !current)
  expect(other).toMatchObject({ label: 'Chrome · Android' })

  const revoked = await owner.client.ask('/auth/revokeSession', { sessionId: other!.sessionId })
  const start = performance.now()
  expect(revoked.body.msg).toBe('done.device-signed-out')
  expect((await profile(phone)).http).toBe(401)
  expect(performance.now() - start).toBeLessThan(timeLimit(1_000))
  expect((await profile(owner.client)).body.status).toBe(1)
})

test('a member cannot revoke another member’s session', async () => {
  const owner = await api.member()
  const stranger = await api.member()
  const { sessions } = (await owner.client.ask('/auth/listSessions')).body.data
  const reply = await stranger.client.ask('/auth/revokeSession', { sessionId: sessions[0]!.sessionId })
  expect(reply.body.msg).toBe('request.not-found')
  expect((await profile(owner.client)).body.status).toBe(1)
})

test('signing out all other devices ends and counts their sessions', async () => {
  const owner = await api.member()
  const others = [api.browser(), api.browser()]
  for (const client of others) await api.signIn(client, owner.account)
  const reply = await owner.client.ask('/auth/revokeOtherSessions')
  expect(reply.body.data).toEqual({ revoked: 2 })
  for (const client of others) expect((await profile(client)).http).toBe(401)
  expect((await profile(owner.client)).body.status).toBe(1)
})

test('signing out ends the session and keeps the browser known', async () => {
  const { client, account } = await api.member()
  expect((await client.ask('/auth/signOut')).body.msg).toBe('done.sign-out')
  expect([...client.cookies.keys()]).toEqual(['__Host-device'])
  expect((await profile(client)).http).toBe(401)
  expect((await api.signIn(client, account)).body.msg).toBe('done.login')
})

test('a sixth device signs out the least recently used one', async () => {
  const first = await api.member()
  const clients = [first.client]
  for (let device = 0; device < 5; device++) {
    api.clock.advance(60_000)
    clients.push(api.browser())
    await api.signIn(clients.at(-1)!, first.account)
  }
  expect((await profile(clients[0]!)).http).toBe(401)
  for (const client of clients.slice(1)) expect((await profile(client)).body.status).toBe(1)
})

test('a session ends after 12 hours even when in use', async () => {
  const { client } = await api.member()
  for (let minutes = 0; minutes < 12 * 60 - 20; minutes += 20) {
    api.clock.advance(20 * 60_000)
    expect((await profile(client)).body.status).toBe(1)
  }
  api.clock.advance(20 * 60_000)
  expect((await profile(client)).http).toBe(401)
})

test('a session ends after 30 idle minutes and a call extends it', async () => {
  const { client } = await api.member()
  api.clock.advance(29 * 60_000)
  expect((await profile(client)).body.status).toBe(1)
  api.clock.advance(29 * 60_000)
  expect((await profile(client)).body.status).toBe(1)
  api.clock.advance(30 * 60_000)
  expect((await profile(client)).http).toBe(401)
})

test('a call just before the idle limit extends the session', async () => {
  const { client } = await api.member()
  api.clock.advance(29 * 60_000 + 59_000)
  await profile(client)
  api.clock.advance(29 * 60_000)
  expect((await profile(client)).body.status).toBe(1)
})

test('orders extend the sessions of their members', async () => {
  // The route of orders uses a cached session.
  const gate = openSessionGate(api.db)
  const members = await Promise.all([api.member(), api.member(), api.member()])
  for (let minutes = 0; minutes < 90; minutes += 20) {
    const now = api.clock.now()
    for (const { client } of members) {
      const presented = { token: client.session!.token, bind: client.cookies.get('__Host-bind')! }
      const context = { requestId: 'request-0001', now, ip: client.ip, userAgent: '' }
      expect(await gate.authenticate(presented, context, true)).toMatchObject({ ok: true })
    }
    await until('the uses to be written', async () => {
      const written = await api.reader.query(
        'SELECT FROM app.sessions WHERE member_id = ANY($1::uuid[]) AND last_seen_at = $2',
        [members.map(({ memberId }) => memberId), now],
      )
      return written.length === members.length
    })
    api.clock.advance(20 * 60_000)
  }
})

test('signing in needs the agreement in force', async () => {
  const { account } = await api.register()
  const signIn = (agreementVersion: string) =>
    api.browser().ask('/auth/signIn', { account, password: goodPassword, agreementVersion })
  expect((await signIn('')).body).toMatchObject({ status: 400, msg: 'input.agreement-required' })
  expect((await signIn('older')).body).toMatchObject({ status: 409, msg: 'auth.agreement-changed' })
  expect((await signIn(api.agreement)).body.msg).toBe('done.login')
})

test('empty fields at sign-in are named', async () => {
  const signIn = (body: object) =>
    api.browser().ask('/auth/signIn', { agreementVersion: api.agreement, ...body })
  expect((await signIn({ account: '', password: 'x' })).body).toMatchObject({
    msg: 'input.required',
    field: 'account',
  })
  expect((await signIn({ account: '0912345678', password: '' })).body).toMatchObject({
    msg: 'input.required',
    field: 'password',
  })
})

test('an outdated password hash is replaced at sign-in', async () => {
  const { account, memberId } = await api.register()
  const { openPasswordHasher } = await import('../../apps/server/src/features/auth/index.ts')
  const older = await openPasswordHasher(api.config, { memoryKiB: 19_456 })
  const stored = await older.make(goodPassword)
  await api.db.query(`UPDATE app.credentials SET password_hash = $2 WHERE member_id = $1`, [
    memberId,
    stored!.passwordHash,
  ])
  expect((await api.signIn(api.browser(), account)).body.msg).toBe('done.login')
  const [row] = await api.reader.query<{ hash: string }>(
    `SELECT password_hash AS hash FROM app.credentials WHERE member_id = $1`,
    [memberId],
  )
  expect(row!.hash).toMatch(/m=47104/)
  expect((await api.signIn(api.browser(), account)).body.msg).toBe('done.login')
})
