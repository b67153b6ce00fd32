// A list of stolen passwords, tried from many addresses over many accounts. One in a hundred is right.

import { seededRandom, testServices } from '@fairlot/testkit'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  anyAccount,
  goodPassword,
  type Member,
  type MemberApi,
  startMemberApi,
} from './support/member-api.ts'
import { turnTwoStepOn } from './support/soft-authenticator.ts'
import { writeEvidence } from './support/evidence.ts'

const isProof = process.env['FAIRLOT_PROVE'] === '1'
const attempts = isProof ? 2_000 : 300
const addresses = isProof ? 500 : 75
const existing = isProof ? 40 : 8
const absent = isProof ? 60 : 8

let api: MemberApi
const members: Member[] = []
beforeAll(async () => {
  // Its own Redis database: one test empties it.
  api = await startMemberApi({ environment: { REDIS_URL: `${testServices().redisUrl}/7` } })
  for (let count = 0; count < existing; count++) {
    const member = await api.member()
    await turnTwoStepOn(api, member.client)
    members.push(member)
  }
})
afterEach(() => api.assertInvariants())
afterAll(() => api.stop())

test(
  `${attempts} stolen passwords from ${addresses} addresses open no session`,
  async () => {
    const random = seededRandom(20_261_115)
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!
    const accounts = [...members.map(({ account }) => account), ...Array.from({ length: absent }, anyAccount)]
    const networks = Array.from({ length: addresses }, (_, at) => `198.18.${at >> 8}.${at & 255}`)
    const sessionsBefore = await countSessions()
    const runsBefore = api.deps.hasher.runs()
    const answers = new Map<string, number>()

    let sent = 0
    const attacker = async () => {
      while (sent < attempts) {
        sent += 1
        const client = api.browser()
        client.ip = pick(networks)
        const password = random() < 0.01 ? goodPassword : `guess${Math.floor(random() * 1e9)}a`
        const { body } = await api.signIn(client, pick(accounts), password)
        const answer = body.status === 1 ? body.data.step : body.msg
        answers.set(answer, (answers.get(answer) ?? 0) + 1)
        expect(client.session).toBeUndefined()
      }
    }
    await Promise.all(Array.from({ length: 8 }, attacker))

    const figures = {
      attempts,
      addresses,
      accounts: accounts.length,
      answers: Object.fromEntries(answers),
      sessionsOpened: (await countSessions()) - sessionsBefore,
      argon2Runs: api.deps.hasher.runs() - runsBefore,
      argon2Bound: accounts.length * 10,
    }
    if (isProof) writeEvidence('stuffing', figures)
    expect(figures.sessionsOpened).toBe(0)
    expect(figures.argon2Runs).toBeLessThanOrEqual(figures.argon2Bound)
    expect(
      [...answers.keys()].every((answer) =>
        ['account.wrong-credentials', 'auth.locked', 'second-factor', 'system.busy'].includes(answer),
      ),
    ).toBe(true)

    // The owners were signed in from their own browsers all the time, and can still sign in there.
    const owner = members[0]!
    const reply = await api.signIn(owner.client, owner.account)
    expect(reply.body.data).toMatchObject({ step: 'second-factor' })
  },
  isProof ? 1_800_000 : 120_000,
)

test('an account allows at most ten password checks an hour', async () => {
  const { account } = await api.register()
  const before = api.deps.hasher.runs()
  for (let minute = 0; minute < 60; minute++) {
    for (let each = 0; each < 2; each++) await api.signIn(api.browser(), account, 'wrong8pass')
    api.clock.advance(60_000)
  }
  expect(api.deps.hasher.runs() - before).toBe(10)
})

test('fifty parallel guesses get at most five password checks', async () => {
  const { account } = await api.register()
  const before = api.deps.hasher.runs()
  const replies = await Promise.all(
    Array.from({ length: 50 }, () => api.signIn(api.browser(), account, 'wrong8pass')),
  )
  expect(api.deps.hasher.runs() - before).toBe(5)
  expect(replies.filter(({ body }) => body.msg === 'auth.locked')).toHaveLength(45)
})

test('emptying Redis does not lift a lock', async () => {
  const { account } = await api.register()
  for (let wrong = 0; wrong < 5; wrong++) await api.signIn(api.browser(), account, 'wrong8pass')
  const redis = new Redis(api.config.redisUrl)
  await redis.flushdb()
  await redis.quit()
  expect((await api.signIn(api.browser(), account)).body.msg).toBe('auth.locked')
})

const countSessions = async (): Promise<number> =>
  Number((await api.reader.query<{ count: bigint }>('SELECT count(*) FROM app.sessions'))[0]!.count)
