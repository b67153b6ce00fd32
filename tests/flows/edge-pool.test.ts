// More calls at once than the pool has connections: a signed-in read is still answered within a second, and no route
// hashes or asks for a second connection inside its transaction.

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { timeLimit } from '@fairlot/testkit/until'
import { openPasswordHasher } from '../../apps/server/src/features/auth/index.ts'
import { openDb } from './support/open-db.ts'
import { cardForm, type FundHarness, fundPassword, openFundHarness } from './support/fund-harness.ts'
import { agreementVersion, newAccount, type TestMember } from './support/start-test-api.ts'

const pool = 3
const calls = 8

let harness: FundHarness
let members: TestMember[]
let cards: string[]
let reader: TestMember
let channelId: string
let version: string

beforeAll(async () => {
  harness = await openFundHarness(undefined, { DATABASE_POOL: String(pool) })
  members = []
  for (let at = 0; at < 4; at++) members.push(await harness.member())
  reader = await harness.api.member()
  cards = []
  for (const member of members) cards.push(await harness.card(member))
  channelId = await harness.channel({ password: 'open sesame' })
  version = await agreementVersion(harness.api.client())
})
afterAll(() => harness.stop())

/** Two calls each: five wrong attempts at once would lock a fund password. */
const memberAt = (at: number): TestMember => members[at % members.length]!

type Send = (at: number) => Promise<{ readonly http: number; readonly body: { readonly msg: string } }>

const routes: readonly (readonly [path: string, send: Send, expected: readonly string[]])[] = [
  [
    '/auth/registerMember',
    () => {
      const password = `Quartzy-${randomUUID().slice(0, 8)}`
      return harness.api.client().call(
        '/auth/registerMember',
        {
          account: newAccount(),
          password,
          confirmPassword: password,
          invitationCode: 'FAIRLOT',
          agreementVersion: version,
        },
        { key: true },
      )
    },
    ['done.registration'],
  ],
  [
    '/auth/signIn',
    () =>
      harness.api
        .client()
        .call('/auth/signIn', { account: newAccount(), password: 'not-this-one', agreementVersion: version }),
    ['account.wrong-credentials'],
  ],
  [
    '/withdrawals/create',
    (at) =>
      memberAt(at).client.call(
        '/withdrawals/create',
        {
          withdrawalId: randomUUID(),
          bankAccountId: cards[at % cards.length],
          amount: '200000',
          fundPassword,
        },
        { key: true },
      ),
    ['done.withdrawal', 'order.pending-review-exists'],
  ],
  [
    '/bank-accounts/add',
    (at) => memberAt(at).client.call('/bank-accounts/add', cardForm(), { key: true }),
    ['done.bank-account-added', 'card.full'],
  ],
  [
    '/day-trading/apply',
    (at) => memberAt(at).client.call('/day-trading/apply', { read: true, fundPassword }, { key: true }),
    ['done.day-trading-passed', '', 'order.pending-review-exists'],
  ],
  [
    '/deposits/create',
    (at) =>
      memberAt(at).client.call(
        '/deposits/create',
        { channelId, amount: '500000', receipt: randomUUID(), channelPassword: 'open sesame' },
        { key: true },
      ),
    ['upload.not-found', 'order.pending-review-exists', 'order.fund-operation-in-progress'],
  ],
]

describe('more calls than connections', () => {
  test.each(routes)('%s leaves a read under a second', async (_path, send, expected) => {
    const sending = Promise.all(Array.from({ length: calls }, (_, at) => send(at)))
    let isOver = false
    void sending.finally(() => (isOver = true))
    const times: number[] = []
    while (!isOver) {
      const start = performance.now()
      expect((await reader.client.call('/positions/account')).http).toBe(200)
      times.push(performance.now() - start)
    }
    for (const { body } of await sending) expect(expected).toContain(body.msg)
    expect(Math.max(...times)).toBeLessThan(timeLimit(1_000))
  })
})

test('a second connection inside a transaction is refused', async () => {
  const db = openDb({ url: harness.api.config.databaseUrl, poolSize: 2, applicationName: 'test' })
  const nested = /asked for a second connection inside a transaction/
  await expect(db.transaction(() => db.query('SELECT 1'))).rejects.toThrow(nested)
  await expect(db.transaction(() => db.transaction(async () => undefined))).rejects.toThrow(nested)
  let later: Promise<unknown> | undefined
  await db.transaction(async () => {
    later = new Promise((resolve) => setTimeout(resolve, 20)).then(() => db.query('SELECT 1'))
  })
  await expect(later).resolves.toHaveLength(1)
  await db.close()
})

test('a password is never hashed inside a transaction', async () => {
  const db = openDb({ url: harness.api.config.databaseUrl, poolSize: 2, applicationName: 'test' })
  const hasher = await openPasswordHasher(harness.api.config)
  await expect(db.transaction(() => hasher.make('Quartzy-19'))).rejects.toThrow(/inside a transaction/)
  await expect(db.transaction(() => hasher.check(undefined, 'Quartzy-19'))).rejects.toThrow(
    /inside a transaction/,
  )
  await db.close()
})
