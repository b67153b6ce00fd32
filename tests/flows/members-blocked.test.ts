// The appeal of a member who cannot sign in: the ticket of the refused sign-in, what it opens, and what it does not.

import { memberRoutes } from '../../packages/contract/src/routes.ts'
import type { Route } from '../../packages/contract/src/route.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  issueAppealTicket,
  liftRestriction,
  setRestriction,
} from '../../apps/server/src/features/members/index.ts'
import { rateLimits } from '../../apps/server/src/platform/rate-limits.ts'
import { makeSecretsFile, openSecrets } from '../../apps/server/src/platform/secrets.ts'
import type { Browser } from './support/browser.ts'
import {
  anyAccount,
  goodPassword,
  type Member,
  type MemberApi,
  startMemberApi,
} from './support/member-api.ts'
import { turnTwoStepOn } from './support/soft-authenticator.ts'
import { SoftPasskey } from './support/soft-passkey.ts'
import { testOrigin } from './support/test-config.ts'

let api: MemberApi
beforeAll(async () => {
  api = await startMemberApi()
})
afterEach(() => api.assertInvariants())
afterAll(() => api.stop())

type Kind = Parameters<typeof setRestriction>[1]['kind']
const quarterHour = 15 * 60_000
const statement = 'It was me: I have had a new phone since Friday.'
const over = { status: 409, msg: 'auth.challenge-expired' }

async function restrict({ memberId }: Member, kind: Kind): Promise<string> {
  const outcome = await api.db.transaction((tx) =>
    setRestriction(tx, {
      memberId,
      kind,
      reason: 'suspected-takeover',
      operators: ['op-1', 'op-2'],
      now: api.clock.now(),
      requestId: 'request-0001',
    }),
  )
  if (!outcome.ok) throw new Error(outcome.msg)
  return outcome.data.restrictionId
}

async function ticketOf({ account }: Member): Promise<string> {
  const { body } = await api.signIn(api.browser(), account)
  expect(body.msg).toMatch(/^restriction\.(login-banned|disabled)$/)
  return String(body.params!['ticket'])
}

async function blocked(kind: Kind = 'login-banned') {
  const member = await api.register()
  const restrictionId = await restrict(member, kind)
  return { member, restrictionId, ticket: await ticketOf(member) }
}

const show = (ticket: string, client: Browser = api.browser()) => client.ask('/members/showBlock', { ticket })
const appeal = (ticket: string, restrictionId: string) =>
  api.browser().ask('/members/appealBlock', { ticket, restrictionId, statement }, { key: true })
const appealsOf = ({ memberId }: Member) =>
  api.db.query<{ state: string }>('SELECT state FROM app.appeals WHERE member_id = $1', [memberId])

test.each(['login-banned', 'disabled'] as const)(
  'a %s member gets a ticket only after the right password',
  async (kind) => {
    const { member } = await blocked(kind)
    const answers = new Set<string>()
    for (const account of [member.account, anyAccount()]) {
      const { http, body } = await api.signIn(api.browser(), account, 'wrong8pass')
      answers.add(JSON.stringify({ http, body: { ...body, requestId: null } }))
    }
    expect([...answers]).toEqual([expect.stringContaining('account.wrong-credentials')])
    const right = await api.signIn(api.browser(), member.account)
    expect(right.body).toMatchObject({ status: 403, msg: `restriction.${kind}`, data: null })
    expect(Object.keys(right.body.params!)).toEqual(['ticket'])
    expect(right.headers.getSetCookie()).toEqual([])
  },
)

test('a frozen member signs in and gets no ticket', async () => {
  const member = await api.register()
  await restrict(member, 'frozen')
  expect((await api.signIn(api.browser(), member.account)).body).toMatchObject({ msg: 'done.login' })
})

test('the second factor comes before restriction and ticket', async () => {
  const member = await api.member()
  const twoStep = await turnTwoStepOn(api, member.client)
  await restrict(member, 'disabled')
  const begin = async () => {
    const { body } = await api.signIn(api.browser(), member.account)
    expect(body).toMatchObject({ status: 1, data: { step: 'second-factor' } })
    return body.data.challengeId
  }
  const finish = (challengeId: string, method: string, code: string) =>
    api.browser().ask('/auth/finishSignIn', { challengeId, method, code })

  const challengeId = await begin()
  const wrong = await finish(challengeId, 'authenticator', '000000')
  expect(wrong.body).toMatchObject({ msg: 'auth.wrong-code', field: 'code' })
  expect(wrong.body.params).toBeUndefined()
  for (const [id, method, code] of [
    [challengeId, 'authenticator', twoStep.freshCode()],
    [await begin(), 'recovery-code', twoStep.recoveryCodes[0]!],
  ] as const) {
    const right = await finish(id, method, code)
    expect(right.body.msg).toBe('restriction.disabled')
    expect((await show(String(right.body.params!['ticket']))).body.data.restrictions).toHaveLength(1)
    expect((await finish(id, method, code)).body).toMatchObject(over)
  }
})

test('a passkey of a blocked member gets a ticket', async () => {
  const member = await api.member()
  const passkey = new SoftPasskey(testOrigin)
  const added = await member.client.ask('/auth/beginPasskey', { password: goodPassword })
  const { ceremonyId, options } = added.body.data
  await member.client.ask('/auth/finishPasskey', {
    ceremonyId,
    response: passkey.create(options),
    name: 'My phone',
  })
  await restrict(member, 'login-banned')
  const client = api.browser()
  const begun = (await client.ask('/auth/beginPasskeySignIn')).body.data
  const { body } = await client.ask('/auth/finishPasskeySignIn', {
    ceremonyId: begun.ceremonyId,
    response: passkey.get(begun.options),
    agreementVersion: api.agreement,
  })
  expect(body.msg).toBe('restriction.login-banned')
  expect((await show(String(body.params!['ticket']))).http).toBe(200)
})

test('a ticket shows reason, date and operators of every restriction', async () => {
  const { member, restrictionId, ticket } = await blocked()
  await restrict(member, 'no-trading')
  const { restrictions } = (await show(ticket)).body.data
  expect(restrictions.map(({ kind }) => kind).toSorted()).toEqual(['login-banned', 'no-trading'])
  expect(restrictions.find((one) => one.restrictionId === restrictionId)).toMatchObject({
    reason: 'suspected-takeover',
    since: api.clock.now().toISOString(),
    setBy: ['op-1', 'op-2'],
    appealedAt: null,
    rejectedAt: null,
  })
})

test('a ticket is no session', async () => {
  const { member, restrictionId, ticket } = await blocked()
  const routes: readonly Route[] = [memberRoutes.auth, memberRoutes.members, memberRoutes.funds].flatMap(
    (table) => Object.values<Route>(table),
  )
  const closed = routes.filter(({ capability }) => capability !== 'public')
  expect(closed.length).toBeGreaterThan(20)
  const headers = { token: ticket, account: member.account, 'x-xsrf-token': ticket }
  for (const { path } of closed) {
    const client = api.browser()
    for (const name of ['bind', 'XSRF-TOKEN']) client.cookies.set(`__Host-${name}`, ticket)
    const reply = await client.call(path, { ticket, restrictionId, statement }, { key: true, headers })
    expect([reply.http, reply.body.msg], path).toEqual([401, 'session.expired'])
  }
})

const anotherKey = openSecrets(makeSecretsFile())
type Blocked = Awaited<ReturnType<typeof blocked>>

test.each<[string, (own: Blocked) => string | Promise<string>]>([
  [
    'of another member’s id',
    async ({ ticket }) => ticket.replace(/^[^.]+/, (await blocked()).member.memberId),
  ],
  ['with a later expiry', ({ ticket }) => ticket.replace(/\.(\d+)\./, (_, at) => `.${Number(at) + 1}.`)],
  ['of another key', ({ member }) => issueAppealTicket(anotherKey, member.memberId, api.clock.now())],
  [
    'signed for another purpose',
    ({ member: { memberId } }) => {
      const expiresAt = api.clock.now().getTime() + quarterHour
      const { mac } = api.config.secrets.hmac('xsrf', `${memberId}|${expiresAt}`)
      return `${memberId}.${expiresAt}.${mac.toString('base64url')}`
    },
  ],
  ['without a signature', ({ ticket }) => ticket.replace(/[^.]+$/, '')],
  ['with a further part', ({ ticket }) => `${ticket}.x`],
  ['of plain text', () => 'appeal'],
])('a ticket %s is refused', async (_what, forge) => {
  const own = await blocked()
  const forged = await forge(own)
  expect(forged).not.toBe(own.ticket)
  expect((await show(forged)).body).toMatchObject(over)
  expect((await appeal(forged, own.restrictionId)).body).toMatchObject(over)
  expect(await appealsOf(own.member)).toEqual([])
  expect((await show(own.ticket)).http).toBe(200)
})

test('a ticket expires after 15 minutes', async () => {
  const { member, restrictionId, ticket } = await blocked()
  api.clock.advance(quarterHour - 1)
  expect((await show(ticket)).http).toBe(200)
  api.clock.advance(1)
  expect((await show(ticket)).body).toMatchObject(over)
  expect((await appeal(ticket, restrictionId)).body).toMatchObject(over)
  expect(await appealsOf(member)).toEqual([])
})

test('a ticket ends when the member can sign in again', async () => {
  const { member, restrictionId, ticket } = await blocked()
  await restrict(member, 'no-trading')
  const lifted = await api.db.transaction((tx) =>
    liftRestriction(tx, {
      restrictionId,
      operators: ['op-3', 'op-4'],
      reason: 'documents arrived',
      now: api.clock.now(),
      requestId: 'request-0002',
    }),
  )
  expect(lifted.ok).toBe(true)
  expect((await show(ticket)).body).toMatchObject(over)
  expect((await api.signIn(api.browser(), member.account)).body.msg).toBe('done.login')
})

test('a blocked member appeals once, and two operators get a review', async () => {
  const { member, restrictionId, ticket } = await blocked('disabled')
  expect((await appeal(ticket, restrictionId)).body.msg).toBe('done.appeal-sent')
  expect((await appeal(ticket, restrictionId)).body.msg).toBe('member.appeal-exists')
  const reviews = await api.db.query(
    `SELECT kind, state, payload ->> 'restrictionId' AS "restrictionId" FROM app.reviews WHERE member_id = $1`,
    [member.memberId],
  )
  expect(reviews).toEqual([{ kind: 'appeal', state: 'waiting', restrictionId }])
  const returned = await show(await ticketOf(member))
  expect(returned.body.data.restrictions).toMatchObject([{ appealedAt: api.clock.now().toISOString() }])
})

test('an appeal sent twice under one key is one appeal', async () => {
  const { member, restrictionId, ticket } = await blocked()
  const client = api.browser()
  const body = { ticket, restrictionId, statement }
  const send = () => client.ask('/members/appealBlock', body, { key: `key-${restrictionId}` })
  expect([(await send()).body.msg, (await send()).body.msg]).toEqual(['done.appeal-sent', 'done.appeal-sent'])
  expect(await appealsOf(member)).toEqual([{ state: 'pending' }])
})

test('a ticket cannot appeal another member’s restriction', async () => {
  const [own, stranger] = [await blocked(), await blocked()]
  expect((await appeal(own.ticket, stranger.restrictionId)).body.msg).toBe('request.not-found')
  expect(await appealsOf(stranger.member)).toEqual([])
})

test('returning with the right password never locks a blocked member', async () => {
  const { member } = await blocked()
  for (let visit = 0; visit < 8; visit++) expect(await ticketOf(member)).toMatch(member.memberId)
})

test('requests with a ticket are limited per network', async () => {
  const limited = await startMemberApi({ environment: { RATE_LIMIT_FACTOR: '1' } })
  const client = limited.browser()
  for (let count = 0; count < rateLimits.credential.network.points; count++)
    expect((await show('guess', client)).http).toBe(409)
  const refused = await show('guess', client)
  expect([refused.http, refused.body.msg]).toEqual([429, 'request.too-frequent'])
  const body = { ticket: 'guess', restrictionId: crypto.randomUUID(), statement }
  expect((await client.ask('/members/appealBlock', body, { key: true })).http).toBe(429)
  await limited.stop()
})
