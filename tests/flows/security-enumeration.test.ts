// A stranger cannot find out which accounts exist: not from a response, its size, or its time.

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { anyAccount, type Member, type MemberApi, startMemberApi } from './support/member-api.ts'
import { turnTwoStepOn } from './support/soft-authenticator.ts'
import type { Answer } from './support/browser.ts'
import { median, noiseOfMedian, writeEvidence } from './support/evidence.ts'

let api: MemberApi
const members: Member[] = []
const isProof = process.env['FAIRLOT_PROVE'] === '1'
const pairs = isProof ? 500 : 20
const limitMs = isProof ? 1_800_000 : 120_000

beforeAll(async () => {
  api = await startMemberApi({ environment: { PASSWORD_COST: 'full' } })
  for (let count = 0; count < pairs / 2; count++) members.push(await api.register())
}, limitMs)
afterEach(() => api.assertInvariants())
afterAll(() => api.stop())

/** What a stranger can see of a response: everything except ids and times, which differ each time anyway. */
const seen = ({ http, body }: Answer<unknown>) => ({
  http,
  body: JSON.stringify(body)
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>')
    .replace(/"challenge":"[\w-]+"/, '<challenge>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<at>')
    .replace(/RV-[A-Z2-9]{10}/, '<reference>'),
})

async function compare(name: string, ask: (account: string) => Promise<Answer<unknown>>) {
  const times = { existing: [] as number[], absent: [] as number[] }
  const answers = new Set<string>()
  const differences: number[] = []
  const timed = async (which: keyof typeof times, account: string) => {
    const start = performance.now()
    const reply = await ask(account)
    times[which].push(performance.now() - start)
    answers.add(JSON.stringify(seen(reply)))
  }
  for (let warm = 0; warm < 10; warm++) await ask(anyAccount())
  for (let pair = 0; pair < pairs; pair++) {
    const existing = members[pair % members.length]!.account
    // In alternating order, so that neither side always pays for the other's leftovers.
    const order = pair % 2 === 0 ? (['existing', 'absent'] as const) : (['absent', 'existing'] as const)
    for (const which of order) await timed(which, which === 'existing' ? existing : anyAccount())
    differences.push(times.existing.at(-1)! - times.absent.at(-1)!)
    // Moves past any lock: this test is about single responses.
    api.clock.advance(61 * 60_000)
  }
  const figures = {
    pairs,
    existingMedianMs: median(times.existing),
    absentMedianMs: median(times.absent),
    differenceMs: Math.abs(median(differences)),
    // Other work on the machine makes the timing noisy; the proof runs on a quiet one.
    allowedMs: 5 + (isProof ? 0 : noiseOfMedian(differences)),
    differentAnswers: answers.size,
  }
  if (isProof) writeEvidence(`enumeration-${name}`, figures)
  return figures
}

test(
  'sign-in answers known and unknown accounts alike in equal time',
  async () => {
    const figures = await compare('sign-in', (account) => api.signIn(api.browser(), account, 'wrong8pass'))
    expect(figures.differentAnswers).toBe(1)
    expect(figures.differenceMs).toBeLessThan(figures.allowedMs)
  },
  limitMs,
)

test.each(['signIn', 'beginRecovery'] as const)(
  '%s runs the same statements for known and unknown accounts',
  async (way) => {
    const workFor = async (account: string) => {
      api.statements.length = 0
      const runs = api.deps.hasher.runs()
      if (way === 'signIn') await api.signIn(api.browser(), account, 'wrong8pass')
      else await api.browser().ask('/auth/beginRecovery', { account })
      return { statements: [...api.statements], hashes: api.deps.hasher.runs() - runs }
    }
    const { account } = await api.register()
    const existing = await workFor(account)
    expect(existing.hashes).toBe(way === 'signIn' ? 1 : 0)
    expect(existing.statements.length).toBeGreaterThan(2)
    expect(await workFor(anyAccount())).toEqual(existing)
  },
)

test(
  'recovery answers known and unknown accounts alike in equal time',
  async () => {
    const figures = await compare('recovery', (account) =>
      api.browser().ask('/auth/beginRecovery', { account }),
    )
    expect(figures.differentAnswers).toBe(1)
    expect(figures.differenceMs).toBeLessThan(figures.allowedMs)
  },
  limitMs,
)

test('a wrong recovery code fails alike with and without an account', async () => {
  const plain = await api.register()
  const secured = await api.member()
  await turnTwoStepOn(api, secured.client)
  const answers = new Set<string>()
  for (const account of [plain.account, secured.account, anyAccount()]) {
    for (const way of ['authenticator', 'recovery-code']) {
      const client = api.browser()
      const { recoveryId } = (await client.ask('/auth/beginRecovery', { account })).body.data
      for (let tries = 0; tries < 6; tries++) {
        const reply = await client.ask('/auth/finishRecovery', {
          recoveryId,
          newPassword: 'another8word',
          confirmPassword: 'another8word',
          proof: { way, code: '000000' },
        })
        answers.add(`${way} ${tries} ${JSON.stringify(seen(reply))}`)
      }
    }
  }
  expect(answers.size).toBe(12)
})

test('a recovery review request answers alike for any account', async () => {
  const { account } = await api.register()
  const answers = new Set<string>()
  for (const each of [account, anyAccount()]) {
    const client = api.browser()
    const { recoveryId } = (await client.ask('/auth/beginRecovery', { account: each })).body.data
    const body = {
      recoveryId,
      contact: '0987654321',
      statement: 'I lost my phone and the card with the codes.',
      key: '4H7K2M-9PQR3T-5VWXYZ-0ABCDE',
    }
    answers.add(JSON.stringify(seen(await client.ask('/auth/requestRecoveryReview', body, { key: true }))))
  }
  expect(answers.size).toBe(1)
})

test('unknown accounts are locked after five failures like known ones', async () => {
  const { account } = await api.register()
  const answers = new Set<string>()
  for (const each of [account, anyAccount()]) {
    for (let tries = 0; tries < 7; tries++) {
      answers.add(`${tries} ${JSON.stringify(seen(await api.signIn(api.browser(), each, 'wrong8pass')))}`)
    }
  }
  expect(answers.size).toBe(7)
})
