import type { Capability } from '@fairlot/contract'
import { restrictionKinds, type RestrictionKind, type RestrictionReason } from '@fairlot/contract/members'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { liftRestriction, setRestriction } from '../../apps/server/src/features/members/index.ts'
import { blockedBy } from '../../packages/rules/src/members/index.ts'
import { openSessionGate } from '../../apps/server/src/features/auth/index.ts'
import { goodPassword, type Member, type MemberApi, startMemberApi } from './support/member-api.ts'

let api: MemberApi
beforeAll(async () => {
  api = await startMemberApi()
})
afterEach(() => api.assertInvariants())
afterAll(() => api.stop())

const order = (member: Member, kind: RestrictionKind, reason: RestrictionReason = 'identity-doubt') => ({
  memberId: member.memberId,
  kind,
  reason,
  operators: ['op-1', 'op-2'] as [string, string],
  now: api.clock.now(),
  requestId: 'request-0001',
})

async function restrict(member: Member, kind: RestrictionKind, reason?: RestrictionReason): Promise<string> {
  const outcome = await api.db.transaction((tx) => setRestriction(tx, order(member, kind, reason)))
  if (!outcome.ok) throw new Error(outcome.msg)
  return outcome.data.restrictionId
}

const lift = (
  restrictionId: string,
  operators: [string, string] = ['op-3', 'op-1'],
  reason = 'documents arrived',
) =>
  api.db.transaction((tx) =>
    liftRestriction(tx, {
      restrictionId,
      operators,
      reason,
      now: api.clock.now(),
      requestId: 'request-0002',
    }),
  )

test('the profile shows account, verification and join date', async () => {
  const { account, memberId, client } = await api.member()
  expect((await client.ask('/members/profile')).body.data).toMatchObject({
    memberId,
    account,
    kind: 'member',
    verification: 'unverified',
    joinedAt: api.clock.now().toISOString(),
    restrictions: [],
  })
})

/** The combined answer of the gate and the table, also for capabilities that have no route yet. */
async function answerFor({ client }: Member, capability: Capability) {
  const presented = { token: client.session!.token, bind: client.cookies.get('__Host-bind')! }
  const context = { requestId: 'request-0003', now: api.clock.now(), ip: client.ip, userAgent: '' }
  const admitted = await openSessionGate(api.db).authenticate(presented, context)
  return admitted.ok ? blockedBy(capability, admitted.bars) : admitted.msg
}

describe.each(restrictionKinds)('while %s', (kind) => {
  test('an open session loses exactly the restricted capabilities', async () => {
    const member = await api.member()
    await restrict(member, kind)
    const msg = `restriction.${kind}`
    const stopsAll = kind === 'login-banned' || kind === 'disabled'
    const expected = { 'read-own': stopsAll, 'secure-own': stopsAll, 'edit-own': stopsAll, close: stopsAll }
    for (const [capability, isStopped] of Object.entries(expected)) {
      expect(await answerFor(member, capability as Capability)).toBe(isStopped ? msg : undefined)
    }
    const stopsTrade = stopsAll || kind === 'frozen' || kind === 'no-trading'
    expect(await answerFor(member, 'trade')).toBe(stopsTrade ? msg : undefined)
    const stopsMoney = stopsAll || kind === 'frozen' || kind === 'no-withdrawal'
    expect(await answerFor(member, 'move-money')).toBe(stopsMoney ? msg : undefined)

    const reply = await member.client.ask('/members/profile')
    expect(reply.http).toBe(stopsAll ? 403 : 200)
    expect(reply.body.msg).toBe(stopsAll ? msg : '')
  })

  test('sign-in shows the restriction only after the right password', async () => {
    const member = await api.register()
    await restrict(member, kind)
    const wrong = await api.signIn(api.browser(), member.account, 'wrong8pass')
    expect(wrong.body.msg).toBe('account.wrong-credentials')
    const right = await api.signIn(api.browser(), member.account)
    const isStopped = kind === 'login-banned' || kind === 'disabled'
    expect(right.body.msg).toBe(isStopped ? `restriction.${kind}` : 'done.login')
  })
})

test('a frozen member can change the password and close the account', async () => {
  const member = await api.member()
  await restrict(member, 'frozen')
  expect(await answerFor(member, 'close')).toBeUndefined()
  const changed = await member.client.ask('/auth/changePassword', {
    oldPassword: goodPassword,
    newPassword: 'harbour7lights',
    confirmPassword: 'harbour7lights',
  })
  expect(changed.body.msg).toBe('done.password-changed')
})

test('a member frozen by court order cannot close the account', async () => {
  const member = await api.member()
  await restrict(member, 'frozen', 'court-order')
  expect(await answerFor(member, 'close')).toBe('restriction.frozen')
})

test('a restriction shows its reason, operators and review day until lifted', async () => {
  const member = await api.member()
  const restrictionId = await restrict(member, 'no-trading', 'market-conduct')
  const shown = async () => (await member.client.ask('/members/profile')).body.data.restrictions
  const [restriction] = await shown()
  expect(restriction).toMatchObject({
    restrictionId,
    kind: 'no-trading',
    reason: 'market-conduct',
    since: api.clock.now().toISOString(),
    setBy: ['op-1', 'op-2'],
    appealedAt: null,
  })
  const inTaipei = new Date(api.clock.now().getTime() + (8 + 30 * 24) * 3_600_000).toISOString().slice(0, 10)
  expect(restriction!.reviewOn).toBe(inTaipei)

  expect((await lift(restrictionId)).ok).toBe(true)
  expect(await shown()).toEqual([])
  expect(await lift(restrictionId)).toMatchObject({ msg: 'request.not-found' })
})

test('setting or lifting a restriction needs two different operators', async () => {
  const member = await api.member()
  const set = (changes: object) =>
    api.db.transaction((tx) => setRestriction(tx, { ...order(member, 'frozen'), ...changes }))
  expect(await set({ operators: ['op-1', 'op-1'] })).toMatchObject({ msg: 'request.forbidden' })
  expect(await set({ operators: ['op-1', ''] })).toMatchObject({ msg: 'request.forbidden' })
  expect(await set({ memberId: '00000000-0000-7000-8000-000000000000' })).toMatchObject({
    msg: 'account.not-found',
  })
  const restrictionId = await restrict(member, 'frozen')
  expect(await restrict(member, 'frozen')).toBe(restrictionId)
  expect(await lift(restrictionId, ['op-1', 'op-1'])).toMatchObject({ msg: 'request.forbidden' })
  expect(await lift(restrictionId, undefined, ' ')).toMatchObject({ msg: 'input.required' })
})

test('the database enforces the restriction rules without the application', async () => {
  const member = await api.member()
  const restrictionId = await restrict(member, 'frozen')
  const insert = (first: string, second: string, reviewOn: string) =>
    api.asOwner(
      `INSERT INTO app.restrictions (id, member_id, kind, reason, set_by_first, set_by_second, since, review_on)
       VALUES (gen_random_uuid(), $1, 'disabled', 'debt', $2, $3, now(), $4)`,
      [member.memberId, first, second, reviewOn],
    )
  await expect(insert('op-1', 'op-1', '2026-12-01')).rejects.toThrow(/restrictions_set_by_two/)
  await expect(insert('op-1', 'op-2', '2099-01-01')).rejects.toThrow(/restrictions_reviewed_in_time/)
  await expect(
    api.asOwner(`UPDATE app.restrictions SET kind = 'disabled' WHERE id = $1`, [restrictionId]),
  ).rejects.toThrow(/only by being lifted/)
  await lift(restrictionId)
  await expect(
    api.asOwner(`UPDATE app.restrictions SET lifted_at = now() WHERE id = $1`, [restrictionId]),
  ).rejects.toThrow(/lifted already/)
  // The api's own role has no right to try.
  for (const statement of [
    `UPDATE app.restrictions SET reason = 'debt'`,
    `DELETE FROM app.restrictions`,
    `UPDATE app.members SET kind = 'seat'`,
    `DELETE FROM app.members`,
    `UPDATE directory.accounts SET account = '0000000000'`,
    `UPDATE app.appeals SET state = 'passed'`,
    `UPDATE app.sessions SET token_hash = token_hash`,
    `DELETE FROM app.sessions`,
    `DELETE FROM app.credential_failures`,
    `DELETE FROM app.sign_ins`,
    `UPDATE app.recovery_requests SET state = 'passed'`,
  ]) {
    await expect(api.asApi.query(statement)).rejects.toThrow(/permission denied/)
  }
})

test('the database refuses to reopen a revoked session', async () => {
  const { client, memberId } = await api.member()
  await client.ask('/auth/signOut')
  await expect(
    api.asOwner(`UPDATE app.sessions SET revoked_at = NULL, revoked_for = NULL WHERE member_id = $1`, [
      memberId,
    ]),
  ).rejects.toThrow(/stays so/)
})

test('a restricted member can appeal each restriction once', async () => {
  const member = await api.member()
  const stranger = await api.member()
  const restrictionId = await restrict(member, 'frozen')
  const appeal = (who: Member, statement: string) =>
    who.client.ask('/members/appealRestriction', { restrictionId, statement }, { key: true })
  expect((await appeal(member, 'no')).body).toMatchObject({
    msg: 'input.text-length',
    field: 'statement',
    params: { min: 10, max: 500 },
  })
  expect((await appeal(stranger, 'This is not mine at all.')).body.msg).toBe('request.not-found')
  expect((await appeal(member, 'I have sent the documents.')).body.msg).toBe('done.appeal-sent')
  expect((await appeal(member, 'I have sent them twice.')).body.msg).toBe('member.appeal-exists')
  const [restriction] = (await member.client.ask('/members/profile')).body.data.restrictions
  expect(restriction!.appealedAt).toBe(api.clock.now().toISOString())
})

test('an appeal sent twice under one key is one appeal', async () => {
  const member = await api.member()
  const restrictionId = await restrict(member, 'frozen')
  const body = { restrictionId, statement: 'I have sent the documents.' }
  const send = () => member.client.ask('/members/appealRestriction', body, { key: 'appeal-key-0001' })
  const replies = [await send(), await send()]
  expect(replies.map((reply) => reply.body.msg)).toEqual(['done.appeal-sent', 'done.appeal-sent'])
})

test('a freeze by court order leaves the member’s assets unchanged', async () => {
  const member = await api.member()
  await restrict(member, 'frozen', 'court-order')
  expect((await member.client.ask('/positions/account')).body.data.total).toBe('1000000000')
})
