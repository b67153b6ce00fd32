// Locks that stop a thief and not the owner.

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { goodPassword, type MemberApi, startMemberApi } from './support/member-api.ts'

let api: MemberApi
beforeAll(async () => {
  api = await startMemberApi()
})
afterEach(() => api.assertInvariants())
afterAll(() => api.stop())

const failFrom = async (client: ReturnType<MemberApi['browser']>, account: string, times: number) => {
  for (let wrong = 0; wrong < times; wrong++) {
    expect((await api.signIn(client, account, 'wrong8pass')).body.msg).toBe('account.wrong-credentials')
  }
}

test('five failures lock sign-in for 15 minutes and show the time', async () => {
  const { account } = await api.register()
  const client = api.browser()
  await failFrom(client, account, 5)
  const locked = await api.signIn(client, account)
  expect(locked.body).toMatchObject({
    status: 429,
    msg: 'auth.locked',
    params: { minutes: 15 },
    rule: 'login.lock.minutes',
  })
  expect(locked.http).toBe(429)
  api.clock.advance(15 * 60_000 - 1)
  expect((await api.signIn(client, account)).body).toMatchObject({
    msg: 'auth.locked',
    params: { minutes: 1 },
  })
  api.clock.advance(1)
  expect((await api.signIn(client, account)).body.msg).toBe('done.login')
})

test('the owner signs in from a known browser during a lock', async () => {
  const { account, client } = await api.member()
  await client.ask('/auth/signOut')
  for (let round = 0; round < 5; round++) await api.signIn(api.browser(), account, 'wrong8pass')
  expect((await api.signIn(api.browser(), account)).body.msg).toBe('auth.locked')
  expect((await api.signIn(client, account)).body.msg).toBe('done.login')
})

test('a sign-in by the owner does not unlock other browsers', async () => {
  const { account, client } = await api.member()
  const stranger = api.browser()
  await failFrom(stranger, account, 5)
  await api.signIn(client, account)
  expect((await api.signIn(stranger, account, 'wrong8pass')).body.msg).toBe('auth.locked')
})

test('five failures in a known browser lock only that browser', async () => {
  const { account, client } = await api.member()
  await failFrom(client, account, 5)
  expect((await api.signIn(client, account)).body.msg).toBe('auth.locked')
  expect((await api.signIn(api.browser(), account)).body.msg).toBe('done.login')
})

test('a device cookie of another member does not bypass the lock', async () => {
  const { account } = await api.member()
  const thief = await api.member()
  await failFrom(api.browser(), account, 5)
  await thief.client.ask('/auth/signOut')
  expect((await api.signIn(thief.client, account)).body.msg).toBe('auth.locked')
})

test('a browser shared by two members is known for both', async () => {
  const first = await api.member()
  const second = await api.register()
  await api.signIn(first.client, second.account)
  for (const account of [first.account, second.account]) {
    for (let wrong = 0; wrong < 5; wrong++) await api.signIn(api.browser(), account, 'wrong8pass')
    expect((await api.signIn(first.client, account)).body.msg).toBe('done.login')
  }
})

test('a made-up device cookie is replaced', async () => {
  const { account } = await api.register()
  const client = api.browser()
  const planted = Buffer.alloc(32, 7).toString('base64url')
  client.cookies.set('__Host-device', planted)
  await api.signIn(client, account)
  expect(client.cookies.get('__Host-device')).toMatch(/^[\w-]{43}$/)
  expect(client.cookies.get('__Host-device')).not.toBe(planted)
})

test('a successful sign-in resets the failure count', async () => {
  const { account } = await api.register()
  const client = api.browser()
  await failFrom(client, account, 4)
  expect((await api.signIn(client, account)).body.msg).toBe('done.login')
  await failFrom(client, account, 4)
  expect((await api.signIn(client, account)).body.msg).toBe('done.login')
})

test('the member’s sign-in list shows failures and one lock entry', async () => {
  const { account, client } = await api.member()
  const stranger = api.browser()
  await failFrom(stranger, account, 5)
  for (let more = 0; more < 3; more++) await api.signIn(stranger, account, 'wrong8pass')
  const { signIns } = (await client.ask('/auth/listSignIns', {})).body.data
  const outcomes = signIns.map(({ outcome }) => outcome)
  expect(outcomes.filter((outcome) => outcome === 'wrong-password')).toHaveLength(5)
  expect(outcomes.filter((outcome) => outcome === 'locked')).toHaveLength(1)
  expect(signIns.every(({ network }) => network.endsWith('.0/24'))).toBe(true)
})

test('five wrong passwords lock the password change in a session', async () => {
  const { client } = await api.member()
  const change = (oldPassword: string) =>
    client.ask('/auth/changePassword', {
      oldPassword,
      newPassword: 'other9bridge',
      confirmPassword: 'other9bridge',
    })
  for (let wrong = 0; wrong < 5; wrong++)
    expect((await change('wrong8pass')).body.msg).toBe('password.wrong-old')
  expect((await change(goodPassword)).body.msg).toBe('auth.locked')
})
