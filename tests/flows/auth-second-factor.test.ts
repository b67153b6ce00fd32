import { webcrypto } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { goodPassword, type Member, type MemberApi, startMemberApi } from './support/member-api.ts'
import { codeAt, turnTwoStepOn, type TwoStep } from './support/soft-authenticator.ts'

let api: MemberApi
beforeAll(async () => {
  api = await startMemberApi()
})
afterEach(() => api.assertInvariants())
afterAll(() => api.stop())

async function memberWithTwoStep(): Promise<Member & { twoStep: TwoStep }> {
  const member = await api.member()
  return { ...member, twoStep: await turnTwoStepOn(api, member.client) }
}

const finish = (client: Member['client'], challengeId: string, code: string, method = 'authenticator') =>
  client.ask('/auth/finishSignIn', { challengeId, method, code })

test('the password alone gives a challenge, not a session', async () => {
  const { account, twoStep } = await memberWithTwoStep()
  const client = api.browser()
  const reply = await api.signIn(client, account)
  expect(reply.body.data).toMatchObject({
    step: 'second-factor',
    methods: ['authenticator', 'recovery-code'],
  })
  expect(client.cookies.size).toBe(0)
  const done = await finish(client, reply.body.data.challengeId, twoStep.freshCode())
  expect(done.body).toMatchObject({ status: 1, msg: 'done.login', data: { step: 'signed-in' } })
  client.session = done.body.data.session
  expect((await client.ask('/members/profile')).body.data.account).toBe(account)
})

test('an authenticator code works only once', async () => {
  const { account, twoStep } = await memberWithTwoStep()
  const code = twoStep.freshCode()
  const [first, second] = [api.browser(), api.browser()]
  const one = (await api.signIn(first, account)).body.data.challengeId
  const two = (await api.signIn(second, account)).body.data.challengeId
  const replies = await Promise.all([finish(first, one, code), finish(second, two, code)])
  expect(replies.map(({ body }) => body.msg).sort()).toEqual(['auth.wrong-code', 'done.login'])
  const again = (await api.signIn(api.browser(), account)).body.data.challengeId
  expect((await finish(api.browser(), again, code)).body.msg).toBe('auth.wrong-code')
})

test('a code older than one already used is refused', async () => {
  const { account, twoStep } = await memberWithTwoStep()
  const older = codeAt(twoStep.secret, api.clock.now())
  const newer = twoStep.freshCode()
  const first = (await api.signIn(api.browser(), account)).body.data.challengeId
  expect((await finish(api.browser(), first, newer)).body.msg).toBe('done.login')
  const second = (await api.signIn(api.browser(), account)).body.data.challengeId
  expect((await finish(api.browser(), second, older)).body.msg).toBe('auth.wrong-code')
})

test('a finished challenge cannot be used again', async () => {
  const { account, twoStep } = await memberWithTwoStep()
  const client = api.browser()
  const { challengeId } = (await api.signIn(client, account)).body.data
  await finish(client, challengeId, twoStep.freshCode())
  expect((await finish(client, challengeId, twoStep.freshCode())).body.msg).toBe('auth.challenge-expired')
})

test('a challenge expires after five minutes', async () => {
  const { account, twoStep } = await memberWithTwoStep()
  const client = api.browser()
  const late = (await api.signIn(client, account)).body.data.challengeId
  api.clock.advance(5 * 60_000)
  expect((await finish(client, late, codeAt(twoStep.secret, api.clock.now()))).body.msg).toBe(
    'auth.challenge-expired',
  )
})

test('five wrong codes lock the device, and recovery codes still work', async () => {
  const { account, twoStep } = await memberWithTwoStep()
  const client = api.browser()
  const { challengeId } = (await api.signIn(client, account)).body.data
  for (let wrong = 0; wrong < 5; wrong++) {
    expect((await finish(client, challengeId, '000000')).body.msg).toBe('auth.wrong-code')
  }
  expect((await finish(client, challengeId, twoStep.freshCode())).body.msg).toBe('auth.challenge-expired')
  const next = (await api.signIn(client, account)).body.data.challengeId
  expect((await finish(client, next, twoStep.freshCode())).body).toMatchObject({
    status: 429,
    msg: 'auth.locked',
    rule: 'login.lock.minutes',
  })
  const saved = await finish(client, next, twoStep.recoveryCodes[0]!, 'recovery-code')
  expect(saved.body.msg).toBe('done.login')
})

test('a recovery code works once, in any spelling', async () => {
  const { account, client: owner, twoStep } = await memberWithTwoStep()
  const code = twoStep.recoveryCodes[3]!
  expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{6}-){3}[0-9A-HJKMNP-TV-Z]{6}$/)
  const [first, second] = [api.browser(), api.browser()]
  const one = (await api.signIn(first, account)).body.data.challengeId
  const two = (await api.signIn(second, account)).body.data.challengeId
  const replies = await Promise.all([
    finish(first, one, code.toLowerCase().replaceAll('-', ' '), 'recovery-code'),
    finish(second, two, code, 'recovery-code'),
  ])
  expect(replies.map(({ body }) => body.msg).sort()).toEqual(['auth.wrong-code', 'done.login'])
  expect((await owner.ask('/auth/securityOverview')).body.data.recoveryCodesLeft).toBe(7)
})

test('new recovery codes replace the old ones', async () => {
  const { account, client, twoStep } = await memberWithTwoStep()
  const renewed = await client.ask('/auth/renewRecoveryCodes', { code: twoStep.freshCode() })
  expect(renewed.body.data.recoveryCodes).toHaveLength(8)
  const { challengeId } = (await api.signIn(api.browser(), account)).body.data
  expect(
    (await finish(api.browser(), challengeId, twoStep.recoveryCodes[0]!, 'recovery-code')).body.msg,
  ).toBe('auth.wrong-code')
  expect(
    (await finish(api.browser(), challengeId, renewed.body.data.recoveryCodes[0]!, 'recovery-code')).body.msg,
  ).toBe('done.login')
})

test('adding an authenticator needs the password and a right code', async () => {
  const { client } = await api.member()
  expect((await client.ask('/auth/beginAuthenticator', { password: '' })).body).toMatchObject({
    msg: 'input.required',
    field: 'password',
  })
  expect((await client.ask('/auth/beginAuthenticator', { password: 'wrong8pass' })).body.msg).toBe(
    'auth.wrong-password',
  )
  expect((await client.ask('/auth/confirmAuthenticator', { code: '123456' })).body.msg).toBe(
    'auth.challenge-expired',
  )
  await client.ask('/auth/beginAuthenticator', { password: goodPassword })
  expect((await client.ask('/auth/confirmAuthenticator', { code: '000000' })).body.msg).toBe(
    'auth.wrong-code',
  )
  expect((await client.ask('/auth/securityOverview')).body.data.authenticator).toBe(false)
  await turnTwoStepOn(api, client)
  expect((await client.ask('/auth/beginAuthenticator', { password: goodPassword })).body.msg).toBe(
    'auth.second-factor-exists',
  )
})

test('removing the authenticator needs password and code', async () => {
  const { client, twoStep } = await memberWithTwoStep()
  const remove = (password: string, code: string) =>
    client.ask('/auth/removeAuthenticator', { password, code })
  expect((await remove('wrong8pass', twoStep.freshCode())).body.msg).toBe('auth.wrong-password')
  expect((await remove(goodPassword, '000000')).body.msg).toBe('auth.wrong-code')
  expect((await remove(goodPassword, twoStep.freshCode())).body.msg).toBe('done.second-factor-off')
  const overview = (await client.ask('/auth/securityOverview')).body.data
  expect(overview).toMatchObject({ authenticator: false, recoveryCodesLeft: 0 })
  expect(new Date(overview.withdrawalCoolDownUntil!).getTime() - api.clock.now().getTime()).toBe(
    24 * 3_600_000,
  )
  expect((await remove(goodPassword, twoStep.freshCode())).body.msg).toBe('auth.second-factor-missing')
})

test('a recovery code removes the authenticator', async () => {
  const { client, twoStep } = await memberWithTwoStep()
  const body = { password: goodPassword, code: twoStep.recoveryCodes[0]! }
  expect((await client.ask('/auth/removeAuthenticator', body)).body.msg).toBe('done.second-factor-off')
})

test('the database does not contain the seed in clear text', async () => {
  const { memberId, twoStep } = await memberWithTwoStep()
  const [row] = await api.reader.query<{ text: string }>(
    `SELECT a::text || (SELECT string_agg(c::text, '') FROM app.challenges c WHERE c.member_id = a.member_id) AS text
     FROM app.authenticators a WHERE member_id = $1`,
    [memberId],
  )
  expect(row!.text).not.toContain(twoStep.secret)
})

test('enrolling a device key needs a second factor and its signature', async () => {
  const { client, memberId, twoStep } = await memberWithTwoStep()
  const pair = await webcrypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'sign',
    'verify',
  ])
  const publicKey = Buffer.from(await webcrypto.subtle.exportKey('spki', pair.publicKey)).toString(
    'base64url',
  )
  const sign = async (text: string) =>
    Buffer.from(
      await webcrypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, pair.privateKey, Buffer.from(text)),
    ).toString('base64url')
  const signature = await sign(`fairlot-device-key:${memberId}:${publicKey}`)
  const enrol = (changes: object) =>
    client.ask('/auth/enrolDeviceKey', { publicKey, signature, code: '000000', ...changes })

  expect((await enrol({ signature: await sign('something else') })).body.msg).toBe('auth.device-key-refused')
  expect((await enrol({})).body.msg).toBe('auth.wrong-code')
  expect((await enrol({ code: twoStep.freshCode() })).body.msg).toBe('done.device-key-on')
  expect((await client.ask('/auth/securityOverview')).body.data.deviceKey).toBe(true)
  expect((await enrol({ code: twoStep.freshCode() })).body.msg).toBe('done.device-key-on')
  expect((await client.ask('/auth/removeDeviceKey')).body.msg).toBe('done.device-key-off')
  expect((await client.ask('/auth/removeDeviceKey')).body.msg).toBe('request.not-found')
})

test('device keys and recovery codes need two-step verification', async () => {
  const { client } = await api.member()
  const offer = { publicKey: 'x', signature: 'x', code: '000000' }
  expect((await client.ask('/auth/enrolDeviceKey', offer)).body.msg).toBe('auth.second-factor-missing')
  expect((await client.ask('/auth/renewRecoveryCodes', { code: '000000' })).body.msg).toBe(
    'auth.second-factor-missing',
  )
})
