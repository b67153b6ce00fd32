// The page of the system: who lives, who is lost, what waits; passkeys of operators; and the clock a vote may name.

import { openTestDatabase } from '@fairlot/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openReview } from '../../apps/server/src/features/operators/index.ts'
import { drillFrom, recordDrill } from '../../apps/server/src/features/status/index.ts'
import { openDb } from '../../apps/server/src/platform/db.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { version } from '../../apps/server/src/roles/version.ts'
import { startExchange } from '../../apps/exchange/src/exchange.ts'
import {
  type ConsoleDesk,
  consoleOrigin,
  operatorPassword,
  startConsoleDesk,
  type TestOperator,
} from './support/console-desk.ts'
import { SoftPasskey } from './support/soft-passkey.ts'
import { until } from './support/until.ts'

let desk: ConsoleDesk
let auditor: TestOperator

beforeAll(async () => {
  desk = await startConsoleDesk()
  auditor = await desk.operator('auditor')
}, 60_000)
afterAll(() => desk.stop())

const system = async () => {
  const { http, body } = await auditor.browser.ask('/status/system')
  expect(http, JSON.stringify(body)).toBe(200)
  return body.data
}
const processOf = async (name: string) => (await system()).processes.find((each) => each.name === name)

/** As the heartbeat of that process would, from its own database role. */
const beatAs = async (role: string, process: string, instance: string, isLast = false) => {
  const db = openDb({
    url: desk.database.ownerUrl.replace(/\/\/\w+@/, `//${role}@`),
    poolSize: 1,
    applicationName: 't',
  })
  try {
    await db.query(`SELECT status.beat($1, $2, 'elsewhere', 7, '9.9.9', now(), '{"p99Ms": 12}', $3)`, [
      instance,
      process,
      isLast,
    ])
  } finally {
    await db.close()
  }
}

test('every process beats, by its own role and for nobody else', async () => {
  const console_ = await until('the console beats', () => processOf('console'))
  expect(console_).toMatchObject({ versions: [version], copies: [{ isHeard: true, pid: process.pid }] })
  expect((await processOf('worker'))?.state).toBe('missing')
  // The practice market is there only where it is wanted.
  expect(await processOf('practice')).toBeUndefined()

  const worker = await desk.startWorker()
  await until('the worker beats', async () => ((await processOf('worker'))?.copies.length ?? 0) > 0)
  const exchange = await startExchange({
    databaseUrl: desk.database.exchangeUrl,
    natsUrl: desk.config.natsUrl,
    namespace: desk.config.natsNamespace,
    shards: [0],
    logLevel: 'silent',
  })
  await until('the exchange beats', async () => (await processOf('exchange'))?.copies[0]?.isHeard)
  await exchange.stop()
  expect((await processOf('exchange'))?.state).toBe('missing')

  await expect(beatAs('fairlot_console', 'worker', newId())).rejects.toThrow(/is not worker/)
  await worker.stop()
  // It said goodbye: nobody is lost, nobody is there.
  expect(await processOf('worker')).toMatchObject({ state: 'missing', copies: [] })
}, 60_000)

test('one that falls silent is lost within fifteen seconds, until another takes its place', async () => {
  const instance = newId()
  await beatAs('fairlot_quotes', 'quotes', instance)
  const from = Date.now()
  expect(await processOf('quotes')).toMatchObject({ state: 'well', versions: ['9.9.9'], p99Ms: 12 })
  await until('it is lost', async () => (await processOf('quotes'))?.state === 'lost', 15_000)
  expect(Date.now() - from).toBeGreaterThan(9_000)
  await beatAs('fairlot_quotes', 'quotes', newId())
  expect(await processOf('quotes')).toMatchObject({ state: 'well', copies: [{ isHeard: true }] })
  // Word from the one that was thought lost: both are heard.
  await beatAs('fairlot_quotes', 'quotes', instance)
  expect((await processOf('quotes'))?.copies).toHaveLength(2)
  await beatAs('fairlot_quotes', 'quotes', instance, true)
  expect((await processOf('quotes'))?.copies).toHaveLength(1)
}, 30_000)

test('what cannot be carried out, what lags and what was drilled is on the page', async () => {
  const memberId = await desk.member()
  const opened = await desk.owner.transaction((tx) =>
    openReview(tx, {
      kind: 'bank-account',
      memberId,
      subject: newId(),
      payload: {},
      now: desk.clock.now(),
      requestId: newId(),
    }),
  )
  if (!opened.ok) throw new Error('not opened')
  await desk.owner.query(
    `UPDATE app.reviews SET state = 'decided', decision = 'reject', decided_at = now(), trouble = 'no such row', tries = 3
     WHERE id = $1`,
    [opened.reviewId],
  )
  await desk.owner.query(
    `INSERT INTO exchange.queue (shard, command, submitted_at) VALUES (0, '{}', now() - interval '9 seconds')`,
  )
  const { stuck, waiting, drills } = await system()
  expect(stuck).toEqual([
    expect.objectContaining({
      number: opened.number,
      kind: 'bank-account',
      trouble: 'no such row',
      tries: 3,
    }),
  ])
  const of = (name: string) => waiting.find((each) => each.name === name)
  expect(of('reviews-stuck')).toMatchObject({ amount: 1, isLate: true })
  expect(of('exchange-queue')).toMatchObject({ amount: 1, isLate: true })
  expect(of('exchange-queue')!.waitedMs).toBeGreaterThan(8_000)
  expect(of('settlement')).toMatchObject({ amount: 0, isLate: false })
  expect(drills.every(({ last, isDue }) => last === null && isDue)).toBe(true)

  expect(drillFrom(['backup', 'perhaps', '1'])).toBeUndefined()
  await recordDrill(desk.owner, drillFrom(['backup', 'ok', '660', 'to', 'the', 'vault'])!, desk.clock.now())
  await recordDrill(desk.owner, drillFrom(['restore', 'failed', '12'])!, desk.clock.now())
  const after = (await system()).drills
  expect(after.find(({ kind }) => kind === 'backup')).toMatchObject({
    isDue: false,
    last: { ok: true, seconds: 660, note: 'to the vault' },
  })
  expect(after.find(({ kind }) => kind === 'restore')).toMatchObject({ isDue: true, last: { ok: false } })
})

test('a passkey is a second factor beside the authenticator, and only its own answers count', async () => {
  const operator = await desk.operator('approver')
  const { browser } = operator
  const passkey = new SoftPasskey(consoleOrigin)
  const wrong = await browser.ask('/operators/beginPasskey', { password: 'not my password' })
  expect(wrong.body).toMatchObject({ msg: 'operator.wrong-credentials', field: 'password' })
  const begun = await browser.ask('/operators/beginPasskey', { password: operatorPassword })
  const { ceremonyId, options } = begun.body.data
  // Another's ceremony is none of mine.
  const stranger = await auditor.browser.ask('/operators/finishPasskey', {
    ceremonyId,
    response: passkey.create(options),
    name: '',
  })
  expect(stranger.body.msg).toBe('operator.challenge-expired')
  const added = await browser.ask('/operators/finishPasskey', {
    ceremonyId,
    response: passkey.create(options),
    name: 'Desk key',
  })
  expect(added.body.data).toMatchObject({ name: 'Desk key', lastUsedAt: null })
  expect((await browser.ask('/operators/me')).body.data.passkeys).toBe(1)

  const passwordStep = async (at: ReturnType<ConsoleDesk['browser']>) => {
    const first = await at.ask('/operators/signIn', { login: operator.login, password: operatorPassword })
    expect(first.body.data.methods).toEqual(['authenticator', 'passkey', 'recovery-code'])
    return first.body.data.challengeId
  }
  const fresh = desk.browser()
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
  // Used up: neither the ceremony nor the password step it served opens a second session.
  const again = await desk.browser().ask('/operators/finishPasskeySignIn', {
    ceremonyId: ceremony.ceremonyId,
    response,
  })
  expect(again.body.msg).toBe('operator.challenge-expired')
  const spent = await desk.browser().ask('/operators/beginPasskeySignIn', { challengeId })
  expect(spent.body.msg).toBe('operator.challenge-expired')
  const [signIn] = await desk.owner.query<{ way: string }>(
    `SELECT details ->> 'way' AS way FROM audit.entries WHERE action = 'operators.signed-in'
     AND actor = $1 ORDER BY recorded_at DESC LIMIT 1`,
    [`operator:${operator.operatorId}`],
  )
  expect(signIn!.way).toBe('passkey')

  // Five at most, and whoever takes one away shows his password.
  for (let n = 1; n < 5; n += 1) {
    const next = await fresh.ask('/operators/beginPasskey', { password: operatorPassword })
    const { data } = next.body
    const made = await fresh.ask('/operators/finishPasskey', {
      ceremonyId: data.ceremonyId,
      response: new SoftPasskey(consoleOrigin).create(data.options),
      name: '',
    })
    expect(made.http).toBe(200)
  }
  expect((await fresh.ask('/operators/beginPasskey', { password: operatorPassword })).body).toMatchObject({
    msg: 'operator.passkey-limit',
    params: { max: 5 },
  })
  const { passkeyId } = added.body.data
  const remove = (at: ReturnType<ConsoleDesk['browser']>, password: string) =>
    at.ask('/operators/removePasskey', { passkeyId, password })
  expect((await remove(auditor.browser, operatorPassword)).body.msg).toBe('request.not-found')
  expect((await remove(fresh, 'not my password')).body.msg).toBe('operator.wrong-credentials')
  expect((await remove(fresh, operatorPassword)).http).toBe(200)
  expect((await fresh.ask('/operators/listPasskeys')).body.data.passkeys).toHaveLength(4)
  const left = desk.browser()
  const step = await passwordStep(left)
  const offer = (await left.ask('/operators/beginPasskeySignIn', { challengeId: step })).body.data
  const gone = await left.ask('/operators/finishPasskeySignIn', {
    ceremonyId: offer.ceremonyId,
    response: passkey.get(offer.options),
  })
  expect(gone.body.msg).toBe('operator.passkey-refused')
}, 60_000)

test('a vote a minute away from the database’s clock is refused, whoever says so', async () => {
  const database = await openTestDatabase()
  const owner = openDb({ url: database.ownerUrl, poolSize: 1, applicationName: 'test-owner' })
  try {
    const [bound] = await owner.query<{ seconds: number }>(`SELECT seconds FROM platform.clock_bound`)
    // Tests move their clocks by hours, so their databases are wide; an installation has what the migration wrote.
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
