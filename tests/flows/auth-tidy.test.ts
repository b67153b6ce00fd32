import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { tidyAuth } from '../../apps/server/src/features/auth/index.ts'
import { type Db, openDb } from './support/open-db.ts'
import { anyAccount, type MemberApi, startMemberApi } from './support/member-api.ts'
import { turnTwoStepOn } from './support/soft-authenticator.ts'

let api: MemberApi
let worker: Db
beforeAll(async () => {
  api = await startMemberApi()
  worker = openDb({ url: api.database.workerUrl, poolSize: 2, applicationName: 'test-worker' })
})
afterEach(() => api.assertInvariants())
afterAll(async () => {
  await worker.close()
  await api.stop()
})

const count = async (table: string): Promise<number> =>
  Number((await api.reader.query<{ count: bigint }>(`SELECT count(*) FROM ${table}`))[0]!.count)

test('tidying removes what has run out, and nothing that still means something', async () => {
  const { account, client } = await api.member()
  await turnTwoStepOn(api, client)
  await api.signIn(api.browser(), account)
  for (let wrong = 0; wrong < 5; wrong++) await api.signIn(api.browser(), account, 'wrong8pass')
  const unknown = (await api.browser().ask('/auth/beginRecovery', { account: anyAccount() })).body.data
    .recoveryId
  const known = (await api.browser().ask('/auth/beginRecovery', { account })).body.data.recoveryId
  for (const recoveryId of [unknown, known]) {
    const body = {
      recoveryId,
      contact: 'me@example.com',
      statement: 'I have lost everything I had.',
      key: '4H7K2M-9PQR3T-5VWXYZ-0ABCDE',
    }
    await api.browser().ask('/auth/requestRecoveryReview', body, { key: true })
  }

  expect(await tidyAuth(worker, api.clock.now())).toBe(0)
  expect((await api.signIn(api.browser(), account)).body.msg).toBe('auth.locked')

  api.clock.advance(100 * 86_400_000)
  expect(await tidyAuth(worker, api.clock.now())).toBeGreaterThan(5)
  for (const table of ['app.challenges', 'app.sessions', 'app.credential_failures']) {
    expect(await count(table), table).toBe(0)
  }
  // The request of a real member waits for its operators, however long; the other was only a decoy.
  expect(await count('app.recovery_requests')).toBe(1)
  expect(await count('app.known_devices')).toBe(1)
  expect(await count('app.authenticators')).toBe(1)
})

test('tidying makes room for the sign-ins of the months ahead', async () => {
  api.clock.set('2028-02-15T00:00:00Z')
  await tidyAuth(worker, api.clock.now())
  await tidyAuth(worker, api.clock.now())
  const partitions = await api.reader.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relname LIKE 'sign\\_ins\\_2028\\___' AND relkind = 'r' ORDER BY 1`,
  )
  expect(partitions.map(({ name }) => name)).toEqual([
    'sign_ins_2028_02',
    'sign_ins_2028_03',
    'sign_ins_2028_04',
    'sign_ins_2028_05',
  ])
})
