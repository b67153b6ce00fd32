import { generateKeyPairSync } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { goodPassword, type Member, type MemberApi, startMemberApi } from './support/member-api.ts'
import { turnTwoStepOn } from './support/soft-authenticator.ts'
import { SoftPasskey, type Tampering } from './support/soft-passkey.ts'
import { testOrigin } from './support/test-config.ts'

let api: MemberApi
beforeAll(async () => {
  api = await startMemberApi()
})
afterEach(() => api.assertInvariants())
afterAll(() => api.stop())

async function addPasskey(
  { client }: Member,
  passkey = new SoftPasskey(testOrigin),
  tampering: Tampering = {},
) {
  const begun = await client.ask('/auth/beginPasskey', { password: goodPassword })
  const { ceremonyId, options } = begun.body.data
  const saved = await client.ask('/auth/finishPasskey', {
    ceremonyId,
    response: passkey.create(options, tampering),
    name: 'My phone',
  })
  return { passkey, saved }
}

async function signInBy(passkey: SoftPasskey, tampering: Tampering = {}, challengeId?: string) {
  const client = api.browser()
  const begun = await client.ask('/auth/beginPasskeySignIn', challengeId === undefined ? {} : { challengeId })
  const { ceremonyId, options } = begun.body.data
  const answer = {
    ceremonyId,
    response: passkey.get(options, tampering),
    agreementVersion: api.agreement,
  }
  const reply = await client.ask('/auth/finishPasskeySignIn', answer)
  if (reply.body.status === 1) client.session = reply.body.data.session
  return { client, reply, answer, options }
}

test('a passkey signs in without a typed account', async () => {
  const member = await api.member()
  const { passkey, saved } = await addPasskey(member)
  expect(saved.body).toMatchObject({
    status: 1,
    msg: 'done.passkey-added',
    data: { name: 'My phone', lastUsedAt: null },
  })
  const { client, reply, options } = await signInBy(passkey)
  expect(reply.body).toMatchObject({ msg: 'done.login', data: { session: { account: member.account } } })
  expect(options).toMatchObject({ userVerification: 'required', rpId: 'localhost' })
  expect(options.allowCredentials ?? []).toEqual([])
  expect((await client.ask('/auth/listPasskeys')).body.data.passkeys[0]!.lastUsedAt).not.toBeNull()
})

test.each<[string, Tampering]>([
  ['from another origin', { origin: 'https://fairlot.example' }],
  ['over another challenge', { challenge: Buffer.from('guess').toString('base64url') }],
  ['for another site', { rpId: 'example.com' }],
  ['without user verification', { userVerified: false }],
  ['signed by another key', { signWith: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }],
  ['with a counter that went back', { counter: 1 }],
])('an answer %s is refused', async (_what, tampering) => {
  const { passkey } = await addPasskey(await api.member())
  await signInBy(passkey)
  const { reply } = await signInBy(passkey, tampering)
  expect(reply.body).toMatchObject({ status: 409, msg: 'auth.passkey-refused' })
})

test('enrolment without user verification or from another origin is refused', async () => {
  const member = await api.member()
  for (const tampering of [{ userVerified: false }, { origin: 'https://fairlot.example' }]) {
    const { saved } = await addPasskey(member, new SoftPasskey(testOrigin), tampering)
    expect(saved.body.msg).toBe('auth.passkey-refused')
  }
})

test('an answer sent a second time is refused', async () => {
  const { passkey } = await addPasskey(await api.member())
  const { answer } = await signInBy(passkey)
  const again = await api.browser().ask('/auth/finishPasskeySignIn', answer)
  expect(again.body.msg).toBe('auth.challenge-expired')
})

test('an unknown passkey and a malformed answer are refused', async () => {
  const stranger = new SoftPasskey(testOrigin)
  expect((await signInBy(stranger)).reply.body.msg).toBe('auth.passkey-refused')
  const client = api.browser()
  const { ceremonyId } = (await client.ask('/auth/beginPasskeySignIn', {})).body.data
  const nonsense = { ceremonyId, response: { id: 7 }, agreementVersion: api.agreement }
  expect((await client.ask('/auth/finishPasskeySignIn', nonsense)).body.msg).toBe('auth.passkey-refused')
})

test('signing in by passkey needs the current agreement', async () => {
  const { passkey } = await addPasskey(await api.member())
  const client = api.browser()
  const { ceremonyId, options } = (await client.ask('/auth/beginPasskeySignIn', {})).body.data
  const finish = (agreementVersion: string) =>
    client.ask('/auth/finishPasskeySignIn', { ceremonyId, response: passkey.get(options), agreementVersion })
  expect((await finish('')).body.msg).toBe('input.agreement-required')
  expect((await finish('older')).body.msg).toBe('auth.agreement-changed')
  expect((await finish(api.agreement)).body.msg).toBe('done.login')
})

test('only a passkey of the member counts as second factor', async () => {
  const member = await api.member()
  await turnTwoStepOn(api, member.client)
  const { passkey } = await addPasskey(member)
  const { passkey: others } = await addPasskey(await api.member())
  const { challengeId, methods } = (await api.signIn(api.browser(), member.account)).body.data
  expect(methods).toEqual(['authenticator', 'passkey', 'recovery-code'])
  expect((await signInBy(others, {}, challengeId)).reply.body.msg).toBe('auth.passkey-refused')
  expect((await signInBy(passkey, {}, challengeId)).reply.body.msg).toBe('done.login')
  const over = await api.browser().ask('/auth/beginPasskeySignIn', { challengeId })
  expect(over.body.msg).toBe('auth.challenge-expired')
})

test('a passkey signs in a member whose password is locked', async () => {
  const member = await api.member()
  const { passkey } = await addPasskey(member)
  for (let wrong = 0; wrong < 5; wrong++) await api.signIn(api.browser(), member.account, 'wrong8pass')
  expect((await api.signIn(api.browser(), member.account)).body.msg).toBe('auth.locked')
  expect((await signInBy(passkey)).reply.body.msg).toBe('done.login')
})

test('only its owner renames or removes a passkey', async () => {
  const member = await api.member()
  const stranger = await api.member()
  const { passkey, saved } = await addPasskey(member)
  const { passkeyId } = saved.body.data
  expect((await addPasskey(stranger, passkey)).saved.body.msg).toBe('auth.passkey-exists')

  const rename = (who: Member, name: string) => who.client.ask('/auth/renamePasskey', { passkeyId, name })
  expect((await rename(member, 'Key ring')).body.data.name).toBe('Key ring')
  expect((await rename(member, ' ')).body).toMatchObject({ msg: 'input.required', field: 'name' })
  expect((await rename(stranger, 'Mine now')).body.msg).toBe('request.not-found')

  const remove = (who: Member, password: string) =>
    who.client.ask('/auth/removePasskey', { passkeyId, password })
  expect((await remove(stranger, goodPassword)).body.msg).toBe('request.not-found')
  expect((await remove(member, 'wrong8pass')).body.msg).toBe('auth.wrong-password')
  expect((await remove(member, goodPassword)).body.msg).toBe('done.passkey-removed')
  expect((await member.client.ask('/auth/securityOverview')).body.data.withdrawalCoolDownUntil).not.toBeNull()
  expect((await signInBy(passkey)).reply.body.msg).toBe('auth.passkey-refused')
})

test('a ceremony begun by one member cannot be finished by another', async () => {
  const member = await api.member()
  const stranger = await api.member()
  const { ceremonyId, options } = (await member.client.ask('/auth/beginPasskey', { password: goodPassword }))
    .body.data
  const response = new SoftPasskey(testOrigin).create(options)
  const reply = await stranger.client.ask('/auth/finishPasskey', { ceremonyId, response, name: '' })
  expect(reply.body.msg).toBe('auth.challenge-expired')
})

test('a member saves at most ten passkeys', async () => {
  const member = await api.member()
  for (let count = 0; count < 10; count++) {
    expect((await addPasskey(member)).saved.body.status).toBe(1)
    api.clock.advance(60_000)
  }
  const refused = await member.client.ask('/auth/beginPasskey', { password: goodPassword })
  expect(refused.body).toMatchObject({ msg: 'auth.passkey-limit', params: { max: 10 }, rule: 'passkeys.max' })
})
