// The gate before every handler: session, account, XSRF pair, restrictions, rate limit. The test has its own routes and
// gate.

import { type TestDatabase, openTestDatabase } from '@fairlot/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { capabilities } from '../../packages/contract/src/route.ts'
import { defineRoute } from '../../packages/contract/src/route.ts'
import { blockedBy, type Bar } from '../../packages/rules/src/members/index.ts'
import { issueXsrf } from '../../apps/server/src/platform/http/xsrf.ts'
import { bindRoutes } from '../../apps/server/src/platform/http/routes.ts'
import { makeSecretsFile, openSecrets } from '../../apps/server/src/platform/secrets.ts'
import { done, refuse } from '../../apps/server/src/platform/outcome.ts'
import { type PlatformHttp, startPlatformHttp } from './support/platform-http.ts'

const route = (name: string, capability: (typeof capabilities)[number], more = {}) =>
  defineRoute({
    path: `/test/${name}`,
    feature: 'test',
    summary: name,
    capability,
    rateLimit: 'write',
    body: z.object({}),
    data: z.object({ member: z.string() }),
    refusals: ['favourites.exists'],
    ...more,
  } as const)

let database: TestDatabase
let http: PlatformHttp
let bars: Bar[] = []
let ran = 0

beforeAll(async () => {
  database = await openTestDatabase()
  http = await startPlatformHttp(
    database,
    () => [
      ...capabilities.map((capability) => ({
        route: route(capability, capability),
        handle: async (_body: unknown, context: { caller?: object }) => {
          ran++
          return done({ member: (context.caller as { memberId: string } | undefined)?.memberId ?? 'guest' })
        },
      })),
      { route: route('unlisted', 'public'), handle: async () => refuse('favourites.full') },
      { route: route('listed', 'public'), handle: async () => refuse('favourites.exists') },
      { route: route('wrongShape', 'public'), handle: async () => done({ member: 1 }) },
      { route: route('tooMuch', 'public'), handle: async () => done({ member: 'a', secret: 'b' }) },
      ...bindRoutes(
        { cookies: route('cookies', 'public') },
        {
          cookies: async (_body, { setCookie, deviceCookie }) => {
            setCookie('bind', 'aaa', 60)
            setCookie('XSRF-TOKEN', 'bbb', 60)
            setCookie('device', null)
            return done({ member: deviceCookie })
          },
        },
      ),
    ],
    { bars: () => bars, environment: { RATE_LIMIT_FACTOR: '100' } },
  )
})
afterAll(async () => {
  await http.stop()
  await database.close()
})
beforeEach(() => {
  bars = []
  ran = 0
})

test('a valid session passes and the handler receives the member', async () => {
  const reply = await http.client('alice').call('/test/read-own')
  expect(reply.body).toEqual({ status: 1, msg: '', data: { member: 'alice' } })
})

describe('signed out', () => {
  test.each(capabilities.filter((capability) => capability !== 'public'))(
    '%s answers 401',
    async (capability) => {
      const reply = await http.client().call(`/test/${capability}`)
      expect([reply.http, reply.body.msg, ran]).toEqual([401, 'session.expired', 0])
    },
  )

  test('a token without its bind cookie is refused', async () => {
    const client = http.client('alice')
    client.cookies.delete('__Host-bind')
    expect((await client.call('/test/read-own')).http).toBe(401)
    client.cookies.set('__Host-bind', 'bind-bob')
    expect((await client.call('/test/read-own')).http).toBe(401)
  })

  test.each([undefined, '', 'bob', 'ALICE', 'alice '])(
    'the account header %j passes only for the owner of the token',
    async (account) => {
      const before = http.mismatches.length
      const reply = await http.client('alice').call('/test/read-own', {}, { headers: { account } })
      // Header values are trimmed on the wire, so the last value is the owner after all.
      const isOwner = account?.trim() === 'alice'
      expect(reply.http).toBe(isOwner ? 200 : 401)
      expect(http.mismatches.length - before).toBe(isOwner ? 0 : 1)
    },
  )
})

describe('the XSRF pair', () => {
  const cases: [string, (value: string) => { cookie?: string; header?: string }][] = [
    ['no header', (value) => ({ cookie: value })],
    ['no cookie', (value) => ({ header: value })],
    ['neither', () => ({})],
    ['cookie and header differ', (value) => ({ cookie: value, header: `${value}x` })],
    ['both made up', () => ({ cookie: 'aaaa.bbbb', header: 'aaaa.bbbb' })],
    ['no dot', () => ({ cookie: 'aaaa', header: 'aaaa' })],
    ['the HMAC of another value', (value) => ({ cookie: `x${value}`, header: `x${value}` })],
    ['a third part', (value) => ({ cookie: `${value}.a`, header: `${value}.a` })],
  ]
  test.each(cases)('%s: 403 and the handler does not run', async (_name, make) => {
    const client = http.client('alice')
    const { cookie, header } = make(client.cookies.get('__Host-XSRF-TOKEN')!)
    if (cookie === undefined) client.cookies.delete('__Host-XSRF-TOKEN')
    else client.cookies.set('__Host-XSRF-TOKEN', cookie)
    const reply = await client.call('/test/read-own', {}, { headers: { 'x-xsrf-token': header } })
    expect([reply.http, reply.body.msg, ran]).toEqual([403, 'request.forbidden', 0])
  })

  test('of another session is refused', async () => {
    const client = http.client('alice')
    client.cookies.set('__Host-XSRF-TOKEN', issueXsrf(http.config.secrets, 'session-bob'))
    expect((await client.call('/test/read-own')).http).toBe(403)
  })

  test('made with another key is refused', async () => {
    const client = http.client('alice')
    client.cookies.set('__Host-XSRF-TOKEN', issueXsrf(openSecrets(makeSecretsFile()), 'session-alice'))
    expect((await client.call('/test/read-own')).http).toBe(403)
  })
})

describe('restrictions', () => {
  const kinds: Bar[] = ['frozen', 'frozen-by-law', 'login-banned', 'disabled', 'no-trading', 'no-withdrawal']
  const pairs = kinds.flatMap((bar) => capabilities.map((capability) => [bar, capability] as const))
  test.each(pairs)('%s against %s follows the rules', async (bar, capability) => {
    bars = [bar]
    const expected = capability === 'public' ? undefined : blockedBy(capability, [bar])
    const reply = await http.client('alice').call(`/test/${capability}`)
    expect(reply.http).toBe(expected === undefined ? 200 : 403)
    expect(reply.body.msg).toBe(expected ?? '')
    expect(ran).toBe(expected === undefined ? 1 : 0)
  })
})

describe('the response contract in tests and development', () => {
  test.each(['unlisted', 'wrongShape', 'tooMuch'])(
    'a handler that breaks the contract (%s) answers 500',
    async (name) => {
      const reply = await http.client().call(`/test/${name}`)
      expect([reply.http, reply.body.msg]).toEqual([500, 'system.something-wrong'])
    },
  )
  test('a listed refusal passes', async () => {
    const reply = await http.client().call('/test/listed')
    expect([reply.http, reply.body.msg]).toEqual([409, 'favourites.exists'])
  })
})

test('cookies are __Host-, Secure and Strict; scripts read only the XSRF cookie', async () => {
  const client = http.client()
  client.cookies.set('__Host-device', 'known')
  const reply = await client.call('/test/cookies')
  expect(reply.body.data.member).toBe('known')
  expect(reply.headers.getSetCookie()).toEqual([
    '__Host-bind=aaa; Path=/; Secure; SameSite=Strict; HttpOnly; Max-Age=60',
    '__Host-XSRF-TOKEN=bbb; Path=/; Secure; SameSite=Strict; Max-Age=60',
    '__Host-device=; Path=/; Secure; SameSite=Strict; HttpOnly; Max-Age=0',
  ])
})
