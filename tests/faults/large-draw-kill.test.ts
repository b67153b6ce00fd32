// Many applications: sent to the real api in the last minute before the close, and a hundred thousand with their holds on
// the ledger that are drawn and refunded by workers of which one is killed in the middle. A normal run takes few of
// each; FAIRLOT_PROVE=1 takes all and writes evidence/draws.json.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { requestBreaches } from '@fairlot/testkit/invariants/requests'
import { until } from '@fairlot/testkit/until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningBeacon, startBeacon } from '../../apps/practice/src/beacon/serve.ts'
import { reconcile } from '../../apps/server/src/features/funds/index.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { captureLog } from '../flows/support/captured-log.ts'
import { writeEvidencePart } from '../flows/support/evidence.ts'
import { fundPassword } from '../flows/support/fund-harness.ts'
import {
  beaconEnvironment,
  newBeaconKey,
  type OfferHarness,
  openOfferHarness,
  type TestOffer,
} from '../flows/support/offer-harness.ts'
import { testEnvironment } from '../flows/support/test-config.ts'
import { type Applicant, applyInBulk, manyApplicants } from './support/many-applicants.ts'
import { spawnChild, type TradingChild } from './support/spawn-child.ts'

const isWhole = process.env['FAIRLOT_PROVE'] === '1'
const inLastMinute = isWhole ? 5_000 : 60
const drawn = isWhole ? 100_000 : 1_200
const places = isWhole ? 1_200 : 30
const minute = 60_000

let folder: string
let beacon: RunningBeacon
let harness: OfferHarness
let environment: Readonly<Record<string, string>>
let applicants: readonly Applicant[]

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairlot-large-draw-'))
  const key = newBeaconKey()
  const keyFile = join(folder, 'beacon.key')
  writeFileSync(keyFile, Buffer.from(key).toString('hex'))
  const settings = { port: 0, keyFile, metricsPort: 0, logLevel: 'silent' }
  beacon = await startBeacon(settings, captureLog('beacon').log, () => harness.clock.now().getTime())
  environment = {
    ...beaconEnvironment(key, `http://127.0.0.1:${beacon.port}`),
    SECRETS_FILE: join(folder, 'secrets.json'),
    RATE_LIMIT_FACTOR: '1000',
  }
  harness = await openOfferHarness({ key, environment })
  applicants = await manyApplicants(harness, drawn)
}, 1_800_000)
afterAll(async () => {
  await harness?.stop()
  await beacon?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const spawnPart = (part: string, more: Readonly<Record<string, string>> = {}): TradingChild =>
  spawnChild(part, {
    ...testEnvironment(harness.api.database, environment),
    DATABASE_URL: part === 'api' ? harness.api.database.apiUrl : harness.api.database.workerUrl,
    CHILD_NOW: String(harness.clock.now().getTime()),
    ...more,
  })

const count = async (what: string, values: readonly unknown[]): Promise<number> =>
  Number((await harness.api.db.query<{ n: bigint }>(`SELECT count(*) AS n FROM ${what}`, values))[0]!.n)
const rounded = (value: number): number => Math.round(value * 10) / 10

/** Returns how many seconds a reconciliation took. */
async function booksAgree(): Promise<number> {
  expect(await requestBreaches(harness.api.database)).toEqual([])
  const began = performance.now()
  const { broken } = await harness.worker.transaction((tx) =>
    reconcile(tx, harness.clock.now(), 'minute', 600_000),
  )
  expect(broken).toEqual([])
  return rounded((performance.now() - began) / 1_000)
}

test('applications of the last minute are on the list, each once', { timeout: 1_200_000 }, async () => {
  const offer = await harness.offer({ price: '100', lots: 50 })
  const senders = applicants.slice(0, inLastMinute)
  // The last ones are sent while the list closes.
  const spreadMs = isWhole ? minute + 500 : 4_400
  const closesIn = isWhole ? minute : 4_000
  harness.clock.set(new Date(offer.closesAt.getTime() - closesIn).toISOString())
  const api = spawnPart('api', { CHILD_CLOCK: 'running' })
  const port = await api.port()
  const from = harness.clock.now().getTime()
  const began = performance.now()
  const passed = (): number => performance.now() - began
  const acknowledged = new Set<string>()
  const refused: Record<string, number> = {}
  let retries = 0
  const sends = senders.map(async ({ phone }, n) => {
    await new Promise((resolve) => setTimeout(resolve, (spreadMs * n) / senders.length))
    const client = phone(port)
    const body = { applicationId: newId(), offerId: offer.offerId, shares: 1_000, fundPassword }
    const key = newId()
    // Without an answer a phone sends the same request again.
    const send = async () => {
      for (;;) {
        const reply = await client.call('/new-shares/apply', body, { key }).catch(() => undefined)
        if (reply !== undefined && reply.http < 500) return reply
        retries += 1
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
    }
    // Every tenth phone sends it twice at once, every twentieth again afterwards.
    const replies = await Promise.all(n % 10 === 0 ? [send(), send()] : [send()])
    if (n % 20 === 0) replies.push(await send())
    for (const { http, body: answer } of replies) {
      if (http === 200) acknowledged.add(answer.data.application.applicationId)
      else refused[answer.msg] = (refused[answer.msg] ?? 0) + 1
    }
  })
  // The worker closes the list while applications still arrive.
  let isSending = true
  const closing = (async () => {
    while (isSending) {
      harness.clock.set(new Date(from + passed()).toISOString())
      await harness.advance()
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  })()
  const ended = await Promise.allSettled(sends)
  const seconds = passed() / 1_000
  isSending = false
  await closing
  await api.kill()
  expect(ended.filter(({ status }) => status === 'rejected')).toEqual([])
  harness.clock.set(new Date(Math.max(offer.closesAt.getTime(), from + passed())).toISOString())
  await harness.advance()

  const listed = await harness.api.db.query<{ reference: string }>(
    `SELECT t.reference FROM app.offers o JOIN audit.trees r ON r.kind = 'draws' AND r.asset = o.draw_id::text
     JOIN audit.tree_leaves l ON l.tree = r.id
     JOIN app.draw_tickets t ON t.draw_id = o.draw_id AND encode(t.id, 'hex') = l.subject WHERE o.id = $1`,
    [offer.offerId],
  )
  const references = listed.map(({ reference }) => reference)
  expect(references.toSorted()).toEqual([...acknowledged].toSorted())
  expect(Object.keys(refused).filter((code) => code !== 'subscription.closed')).toEqual([])
  expect(acknowledged.size).toBeGreaterThan(0)
  await booksAgree()
  if (isWhole)
    writeEvidencePart('draws', {
      lastMinute: {
        members: senders.length,
        acknowledged: acknowledged.size,
        listed: references.length,
        refusedAfterTheClose: refused['subscription.closed'] ?? 0,
        retries,
        seconds: rounded(seconds),
      },
    })
})

/** A worker runs the loop to its end in a process of its own. */
async function measured(loop: string) {
  const child = spawnPart(loop)
  expect(await child.exited, child.said()).toBe(0)
  const [, ms, kb] = /worked (\d+) ms, (\d+) kB/.exec(child.said())!
  return { seconds: Number(ms) / 1_000, memoryMb: Math.round(Number(kb) / 1024) }
}

const walBytes = async (): Promise<bigint> => {
  const [row] = await harness.api.db.query<{ at: bigint }>(
    `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint AS at`,
  )
  return row!.at
}

test.runIf(isWhole)(
  'a large draw is booked once, one of its workers killed',
  { timeout: 2_400_000 },
  async () => {
    const offer: TestOffer = await harness.offer({ price: '100', lots: places })
    await applyInBulk(harness, offer, applicants)
    await harness.api.db.query('ANALYZE')
    const reconcileOpenSeconds = await booksAgree()
    const figures: Record<string, object> = {}
    const phase = async (name: string, run: () => Promise<object>): Promise<void> => {
      const before = await walBytes()
      const result = await run()
      figures[name] = { ...result, walMb: Math.round(Number((await walBytes()) - before) / 1024 ** 2) }
    }
    harness.clock.set(offer.closesAt.toISOString())
    await phase('close', () => measured('offers-advance'))
    await harness.voteRelease(await harness.drawOf(offer.offerId))
    await harness.execute()
    harness.clock.set(new Date(offer.drawsAt.getTime() + minute).toISOString())
    await phase('decide', () => measured('draws'))

    const waiting = () =>
      count(`app.subscriptions WHERE offer_id = $1 AND state = 'waiting'`, [offer.offerId])
    await phase('book', async () => {
      // In a normal run after the first batch, otherwise when half is done.
      const child = spawnPart('offers-advance', isWhole ? {} : { FAIRLOT_CRASH_AT: 'offer.book.after' })
      const began = performance.now()
      if (isWhole)
        await until('half of the draw to be booked', async () => (await waiting()) <= drawn / 2, 1_200_000)
      else await child.endedByItself()
      await child.kill()
      const left = await waiting()
      const killedMs = performance.now() - began
      expect(left).toBeGreaterThan(0)
      const rest = await measured('offers-advance')
      return {
        killedWith: left,
        seconds: rounded(killedMs / 1_000 + rest.seconds),
        memoryMb: rest.memoryMb,
      }
    })

    expect(
      await harness.api.db.query(
        'SELECT state, count(*)::integer AS n FROM app.subscriptions WHERE offer_id = $1 GROUP BY state ORDER BY state',
        [offer.offerId],
      ),
    ).toEqual([
      { state: 'not-won', n: drawn - places },
      { state: 'payment-due', n: places },
    ])
    const notices = `app.notices WHERE params ->> 'symbol' = $1`
    expect(await count(notices, [offer.symbol])).toBe(drawn)
    await harness.api.db.query('ANALYZE')
    const reconcileSeconds = await booksAgree()
    if (isWhole)
      writeEvidencePart('draws', {
        withHolds: {
          applications: drawn,
          places,
          ...figures,
          reconcileOpenSeconds,
          reconcileSeconds,
          load: rounded(loadavg()[0]!),
        },
      })
  },
)
