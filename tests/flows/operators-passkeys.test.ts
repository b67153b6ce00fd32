// Passkeys of operators, and the clock that a vote may claim.

import { openTestDatabase } from '@fairlot/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDb } from './support/open-db.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import {
  type ConsoleHarness,
  consoleOrigin,
  operatorPassword,
  startConsoleHarness,
  type TestOperator,
} from './support/console-harness.ts'
import { SoftPasskey } from './support/soft-passkey.ts'

let harness: ConsoleHarness
let auditor: TestOperator

beforeAll(async () => {
  harness = await startConsoleHarness()
  auditor = await harness.operator('auditor')
})
afterAll(() => harness.stop())

test('a passkey is a second factor beside the authenticator, and only its own answers count', async () => {
  const operator = await harness.operator('approver')
  const { browser } = operator
  const passkey = new SoftPasskey(consoleOrigin)
  const wrong = await browser.ask('/operators/beginPasskey', { password: 'not my password' })
  expect(wrong.body).toMatchObject({ msg: 'operator.wrong-credentials', field: 'password' })
  const begun = await browser.ask('/operators/beginPasskey', { password: operatorPassword })
  const { ceremonyId, options } = begun.body.data
  // An operator cannot finish another's ceremony.
  const stranger = await auditor.browser.ask('/operators/finishPasskey', {
    ceremonyId,
    response: passkey.create(options),
    name: '',
  })
  expect(stranger.body.msg).toBe('operator.challenge-expired')
  const added = await browser.ask('/operators/finishPasskey', {
    ceremonyId,
    response: passkey.create(options),
    name: 'Harness key',
  })
  expect(added.body.data).toMatchObject({ name: 'Harness key', lastUsedAt: null })
  expect((await browser.ask('/operators/me')).body.data.passkeys).toBe(1)

  const passwordStep = async (at: ReturnType<ConsoleHarness['browser']>) => {
    const first = await at.ask('/operators/signIn', { login: operator.login, password: operatorPassword })
    expect(first.body.data.methods).toEqual(['authenticator', 'passkey', 'recovery-code'])
    return first.body.data.challengeId
  }
  const fresh = harness.browser()
  const challengeId = await passwordStep(fresh)
  const asked = await fresh.ask('/operators/beginPasskeySignIn', { challengeId })
  const ceremony = asked.body.data
  for (const tampering of [
    { origin: 'http://localhost:8080' },
    { challenge: 'c29tZXRoaW5n' },
    { userVerified: false },
  ]) {
    const refused = await fresh.ask('/operators/finishPasskeySignIn', {
      ceremonyId: ceremony.ceremonyId,
      response: passkey.get(ceremony.options, tampering),
    })
    expect(refused.body.msg).toBe('operator.passkey-refused')
  }
  const otherKey = new SoftPasskey(consoleOrigin)
  const unknown = await fresh.ask('/operators/finishPasskeySignIn', {
    ceremonyId: ceremony.ceremonyId,
    response: otherKey.get(ceremony.options),
  })
  expect(unknown.body.msg).toBe('operator.passkey-refused')
  const response = passkey.get(ceremony.options)
  const signedIn = await fresh.ask('/operators/finishPasskeySignIn', {
    ceremonyId: ceremony.ceremonyId,
    response,
  })
  expect(signedIn.body.data).toMatchObject({ login: operator.login, passkeys: 1 })
  expect((await fresh.ask('/operators/queueCounts')).http).toBe(200)
  // Used up: neither the ceremony nor its password step opens a second session.
  const again = await harness.browser().ask('/operators/finishPasskeySignIn', {
    ceremonyId: ceremony.ceremonyId,
    response,
  })
  expect(again.body.msg).toBe('operator.challenge-expired')
  const spent = await harness.browser().ask('/operators/beginPasskeySignIn', { challengeId })
  expect(spent.body.msg).toBe('operator.challenge-expired')
  const [signIn] = await harness.owner.query<{ way: string }>(
    `SELECT details ->> 'way' AS way FROM audit.entries WHERE action = 'operators.signed-in'
     AND actor = $1 ORDER BY recorded_at DESC LIMIT 1`,
    [`operator:${operator.operatorId}`],
  )
  expect(signIn!.way).toBe('passkey')

  // Five at most, and removing one needs the password.
  await harness.owner.query(
    `INSERT INTO app.operator_passkeys (id, operator_id, credential_id, public_key, counter, transports, name, added_at)
     SELECT gen_random_uuid(), operator_id, credential_id || n, public_key, 0, transports, name, added_at
     FROM app.operator_passkeys, generate_series(1, 4) AS n WHERE operator_id = $1`,
    [operator.operatorId],
  )
  expect((await fresh.ask('/operators/beginPasskey', { password: operatorPassword })).body).toMatchObject({
    msg: 'operator.passkey-limit',
    params: { max: 5 },
  })
  const { passkeyId } = added.body.data
  const remove = (at: ReturnType<ConsoleHarness['browser']>, password: string) =>
    at.ask('/operators/removePasskey', { passkeyId, password })
  expect((await remove(auditor.browser, operatorPassword)).body.msg).toBe('request.not-found')
  expect((await remove(fresh, 'not my password')).body.msg).toBe('operator.wrong-credentials')
  expect((await remove(fresh, operatorPassword)).http).toBe(200)
  expect((await fresh.ask('/operators/listPasskeys')).body.data.passkeys).toHaveLength(4)
  const left = harness.browser()
  const step = await passwordStep(left)
  const offer = (await left.ask('/operators/beginPasskeySignIn', { challengeId: step })).body.data
  const gone = await left.ask('/operators/finishPasskeySignIn', {
    ceremonyId: offer.ceremonyId,
    response: passkey.get(offer.options),
  })
  expect(gone.body.msg).toBe('operator.passkey-refused')
})

test('a vote a minute away from the database’s clock is refused, whoever says so', async () => {
  const database = await openTestDatabase()
  const owner = openDb({ url: database.ownerUrl, poolSize: 1, applicationName: 'test-owner' })
  try {
    const [bound] = await owner.query<{ seconds: number }>(`SELECT seconds FROM platform.clock_bound`)
    // Tests move their clocks by hours, so their databases have a wide bound; an installation has the migration's
    // value.
    expect(bound!.seconds).toBeGreaterThan(86_400)
    await owner.query(`UPDATE platform.clock_bound SET seconds = 60`)
    const vote = (at: string) =>
      owner.query(`SELECT app.vote_review($1, $1, $1, 'approve', '', '', NULL, ${at})`, [newId()])
    await expect(vote(`now() - interval '61 seconds'`)).rejects.toThrow(/the time of a vote/)
    await expect(vote(`now() + interval '61 seconds'`)).rejects.toThrow(/the time of a vote/)
    await expect(vote(`NULL`)).rejects.toThrow(/the time of a vote/)
    await expect(vote(`now() + interval '50 seconds'`)).rejects.toThrow(/no open session/)
    const asConsole = openDb({ url: database.consoleUrl, poolSize: 1, applicationName: 'test-console' })
    await expect(asConsole.query(`UPDATE platform.clock_bound SET seconds = 9999`)).rejects.toThrow(
      /permission denied/,
    )
    await asConsole.close()
  } finally {
    await owner.close()
    await database.close()
  }
})
