import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { goodPassword, type Member, type MemberApi, startMemberApi } from './support/member-api.ts'
import { codeAt, turnTwoStepOn, type TwoStep } from './support/soft-authenticator.ts'
import { SoftPasskey } from './support/soft-passkey.ts'
import { testOrigin } from './support/test-config.ts'

let api: MemberApi
beforeAll(async () => {
  api = await startMemberApi()
})
afterEach(() => api.assertInvariants())
afterAll(() => api.stop())

const newPassword = 'harbour7lights'

async function secured(): Promise<Member & { twoStep: TwoStep }> {
  const member = await api.member()
  return { ...member, twoStep: await turnTwoStepOn(api, member.client) }
}

const begin = async (account: string, client = api.browser()) =>
  (await client.ask('/auth/beginRecovery', { account })).body.data

const finish = (recoveryId: string, proof: object, changes: object = {}) =>
  api.browser().ask('/auth/finishRecovery', {
    recoveryId,
    newPassword,
    confirmPassword: newPassword,
    proof,
    ...changes,
  })

test.each(['authenticator', 'recovery-code'] as const)('a password is recovered by %s', async (way) => {
  const { account, client, twoStep } = await secured()
  const { recoveryId } = await begin(account)
  const code = way === 'authenticator' ? twoStep.freshCode() : twoStep.recoveryCodes[0]!
  expect((await finish(recoveryId, { way, code })).body.msg).toBe('done.password-recovered')

  expect((await client.ask('/members/profile')).http).toBe(401)
  expect((await api.signIn(api.browser(), account)).body.msg).toBe('account.wrong-credentials')
  const fresh = api.browser()
  const step = await api.signIn(fresh, account, newPassword)
  const second = {
    challengeId: step.body.data.challengeId,
    method: 'authenticator',
    code: twoStep.freshCode(),
  }
  fresh.session = (await fresh.ask('/auth/finishSignIn', second)).body.data.session
  const { withdrawalCoolDownUntil } = (await fresh.ask('/auth/securityOverview')).body.data
  expect(new Date(withdrawalCoolDownUntil!).getTime()).toBeGreaterThan(
    api.clock.now().getTime() + 23 * 3_600_000,
  )
})

test('a password is recovered by passkey', async () => {
  const { account, client } = await api.member()
  const passkey = new SoftPasskey(testOrigin)
  const enrolment = (await client.ask('/auth/beginPasskey', { password: goodPassword })).body.data
  await client.ask('/auth/finishPasskey', {
    ceremonyId: enrolment.ceremonyId,
    response: passkey.create(enrolment.options),
    name: 'Phone',
  })
  const begun = await begin(account)
  expect(begun.passkey.options.allowCredentials ?? []).toEqual([])
  const proof = {
    way: 'passkey',
    ceremonyId: begun.passkey.ceremonyId,
    response: passkey.get(begun.passkey.options),
  }
  expect((await finish(begun.recoveryId, proof)).body.msg).toBe('done.password-recovered')
  expect((await api.signIn(api.browser(), account, newPassword)).body.msg).toBe('done.login')
  expect((await finish(begun.recoveryId, proof)).body.msg).toBe('auth.challenge-expired')
})

test('a passkey does not recover the account of another member', async () => {
  const { client } = await api.member()
  const victim = await api.register()
  const passkey = new SoftPasskey(testOrigin)
  const enrolment = (await client.ask('/auth/beginPasskey', { password: goodPassword })).body.data
  await client.ask('/auth/finishPasskey', {
    ceremonyId: enrolment.ceremonyId,
    response: passkey.create(enrolment.options),
    name: 'Phone',
  })
  const begun = await begin(victim.account)
  const proof = {
    way: 'passkey',
    ceremonyId: begun.passkey.ceremonyId,
    response: passkey.get(begun.passkey.options),
  }
  expect((await finish(begun.recoveryId, proof)).body.msg).toBe('auth.recovery-refused')
  expect((await api.signIn(api.browser(), victim.account)).body.msg).toBe('done.login')
})

test('a recovery code works only once for recovery', async () => {
  const { account, twoStep } = await secured()
  const proof = { way: 'recovery-code', code: twoStep.recoveryCodes[0]! }
  expect((await finish((await begin(account)).recoveryId, proof)).body.msg).toBe('done.password-recovered')
  expect((await finish((await begin(account)).recoveryId, proof)).body.msg).toBe('auth.recovery-refused')
})

test('five wrong authenticator codes lock recovery, but not recovery codes', async () => {
  const { account, twoStep } = await secured()
  for (let wrong = 0; wrong < 5; wrong++) {
    const { recoveryId } = await begin(account)
    expect((await finish(recoveryId, { way: 'authenticator', code: '000000' })).body.msg).toBe(
      'auth.recovery-refused',
    )
  }
  api.clock.advance(23 * 3_600_000)
  const locked = await begin(account)
  const right = { way: 'authenticator', code: codeAt(twoStep.secret, api.clock.now()) }
  expect((await finish(locked.recoveryId, right)).body.msg).toBe('auth.recovery-refused')
  expect(
    (await finish(locked.recoveryId, { way: 'recovery-code', code: twoStep.recoveryCodes[0]! })).body.msg,
  ).toBe('done.password-recovered')
})

test('wrong guesses elsewhere do not lock recovery from a known browser', async () => {
  const { account, client, twoStep } = await secured()
  for (let wrong = 0; wrong < 6; wrong++) {
    await finish((await begin(account)).recoveryId, { way: 'authenticator', code: '000000' })
  }
  const { recoveryId } = await begin(account, client)
  expect((await finish(recoveryId, { way: 'authenticator', code: twoStep.freshCode() })).body.msg).toBe(
    'done.password-recovered',
  )
})

test('a recovery expires after 15 minutes', async () => {
  const { account, twoStep } = await secured()
  const late = await begin(account)
  api.clock.advance(15 * 60_000)
  const proof = { way: 'recovery-code', code: twoStep.recoveryCodes[0]! }
  expect((await finish(late.recoveryId, proof)).body.msg).toBe('auth.challenge-expired')
})

test('a recovery ends after five wrong proofs', async () => {
  const { account, twoStep } = await secured()
  const proof = { way: 'recovery-code', code: twoStep.recoveryCodes[0]! }
  const worn = await begin(account)
  for (let wrong = 0; wrong < 5; wrong++) {
    await finish(worn.recoveryId, { way: 'recovery-code', code: 'WRONG0-WRONG0-WRONG0-WRONG0' })
  }
  expect((await finish(worn.recoveryId, proof)).body.msg).toBe('auth.challenge-expired')
})

test.each([
  [{ newPassword: '' }, 'newPassword', 'input.required'],
  [{ newPassword: 'short7a' }, 'newPassword', 'input.password-length'],
  [{ newPassword: 'onlyletters' }, 'newPassword', 'input.password-composition'],
  [{ newPassword: 'password1' }, 'newPassword', 'input.password-common'],
  [{ confirmPassword: 'harbour7light' }, 'confirmPassword', 'account.passwords-differ'],
])('a recovery with %j is refused at %s with %s', async (changes, field, msg) => {
  const { account, twoStep } = await secured()
  const { recoveryId } = await begin(account)
  const proof = { way: 'recovery-code', code: twoStep.recoveryCodes[0]! }
  expect((await finish(recoveryId, proof, changes)).body).toMatchObject({ msg, field })
  expect((await finish(recoveryId, proof)).body.msg).toBe('done.password-recovered')
})

test.each([
  ['', 'input.required'],
  ['A912345678', 'input.account-uppercase'],
  ['王912345678', 'input.account-chinese'],
  ['12345', 'input.account-not-ten-digits'],
])('a recovery for %j is refused with %s', async (account, msg) => {
  expect((await api.browser().ask('/auth/beginRecovery', { account })).body).toMatchObject({
    msg,
    field: 'account',
  })
})

test('a recovery review needs two different operators and seals its text', async () => {
  const { account, memberId } = await api.register()
  const { recoveryId } = await begin(account)
  const ask = (body: object, key: string | true = true) =>
    api.browser().ask('/auth/requestRecoveryReview', { recoveryId, ...body }, { key })
  const plea = {
    contact: 'owner@example.com',
    statement: 'I lost my phone and the card with the codes.',
    key: '4H7K2M-9PQR3T-5VWXYZ-0ABCDE',
  }
  expect((await ask({ ...plea, contact: ' ' })).body).toMatchObject({
    msg: 'input.required',
    field: 'contact',
  })
  expect((await ask({ ...plea, statement: 'please' })).body).toMatchObject({
    msg: 'input.text-length',
    params: { min: 10, max: 500 },
  })
  expect((await ask({ ...plea, key: 'short' })).body).toMatchObject({ msg: 'input.invalid', field: 'key' })
  const sent = await ask(plea)
  expect(sent.body).toMatchObject({ msg: 'done.recovery-requested' })
  expect(sent.body.data.reference).toMatch(/^RV-[A-Z2-9]{10}$/)

  const rows = await api.reader.query<{ text: string; state: string; id: string }>(
    `SELECT id, state, r::text AS text FROM app.recovery_requests r WHERE member_id = $1`,
    [memberId],
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]!.state).toBe('pending')
  expect(rows[0]!.text).not.toMatch(/owner@example|lost my phone/)
  const decide = (first: string, second: string | null) =>
    api.asOwner(
      `UPDATE app.recovery_requests SET state = 'passed', decided_at = now(), decided_by_first = $2,
         decided_by_second = $3 WHERE id = $1`,
      [rows[0]!.id, first, second],
    )
  await expect(decide('op-1', 'op-1')).rejects.toThrow(/recovery_requests_decided_by_two/)
  await expect(decide('op-1', null)).rejects.toThrow(/recovery_requests_decided_complete/)
  await decide('op-1', 'op-2')
})
