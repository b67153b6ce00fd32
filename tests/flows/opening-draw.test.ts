// The draw that decides between equal prices at the opening: its list closes when the opening is due, its round appears
// after that, and anyone can check the seed.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createHash, randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fixedClock, type TestClock } from '@fairlot/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type RunningBeacon, startBeacon } from '../../apps/practice/src/beacon/serve.ts'
import { loadClosures, schedulePhases } from '../../apps/server/src/features/calendar/index.ts'
import { openBeaconClient } from '../../apps/server/src/features/draws/index.ts'
import { loadSecurities } from '../../apps/server/src/features/instruments/index.ts'
import { shards, subjectsOf } from '../../packages/contract/src/venue/index.ts'
import { beaconPublicKey, randomnessOf } from '../../packages/proof/src/beacon.ts'
import {
  isOpeningDraw,
  openingRound,
  practiceChain,
  type ReadRandomness,
} from '../../packages/proof/src/index.ts'
import { captureLog } from './support/captured-log.ts'
import { type Db, openDb } from './support/open-db.ts'
import { startTestApi, type TestApi } from './support/start-test-api.ts'

const folder = mkdtempSync(join(tmpdir(), 'fairlot-opening-'))
const key = new Uint8Array(randomBytes(32))
key[0] = 1
const chain = practiceChain(beaconPublicKey(key))
const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()
const tools = {
  sha256,
  randomness: ((of, round) => randomnessOf(sha256, of, round)) satisfies ReadRandomness,
}
const taipei = (text: string): Date => new Date(`${text.replace(' ', 'T')}+08:00`)

let beacon: RunningBeacon
let api: TestApi
let worker: Db
let clock: TestClock

const opening = taipei('2026-02-11 09:00')
const later = (seconds: number): Date => new Date(opening.getTime() + 1_000 * seconds)

beforeAll(async () => {
  const keyFile = join(folder, 'beacon.key')
  writeFileSync(keyFile, Buffer.from(key).toString('hex'))
  const settings = { port: 0, keyFile, metricsPort: 0, logLevel: 'silent' }
  clock = fixedClock(taipei('2026-02-11 08:30'))
  beacon = await startBeacon(settings, captureLog('beacon').log, () => clock.now().getTime())
  // The first round loads the curve on both sides, which takes seconds on a busy machine.
  await randomnessOf(sha256, chain, (await practice().client.fetchRound(chain, 1))!)
})
afterAll(async () => {
  await beacon.stop()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  clock = fixedClock(taipei('2026-02-11 08:30'))
  api = await startTestApi({ clock })
  worker = openDb({ url: api.database.workerUrl, poolSize: 4, applicationName: 'test-worker' })
  await api.db.transaction(async (tx) => [await loadSecurities(tx), await loadClosures(tx)])
})
afterEach(async () => {
  await worker.close()
  await api.stop()
})

const practice = () => ({ chain, client: openBeaconClient([`http://127.0.0.1:${beacon.port}`]) })
const silent = {
  chain: practiceChain(beaconPublicKey(new Uint8Array(32).fill(7))),
  client: openBeaconClient([]),
}

/** What the worker's calendar does at this time. */
async function schedule(
  now: Date,
  openingBeacon = practice(),
  openingFallback?: ReturnType<typeof practice>,
) {
  clock.set(now)
  return schedulePhases(
    {
      db: worker,
      bus: api.api.runtime.bus,
      subjects: subjectsOf(api.config.natsNamespace),
      calendar: 'twse',
      listNew: () => Promise.resolve(0),
      passExDates: () => Promise.resolve(true),
      openingBeacon,
      openingFallback,
    },
    now,
  )
}

/** Asks again as the worker does: on a busy machine a relay may answer after its time. */
async function open(now: Date): Promise<number> {
  const { submitted, isWaiting } = await schedule(now)
  return isWaiting ? open(now) : submitted
}

/** The seeds that came with the command to open, by shard. */
async function opened(): Promise<(string | undefined)[]> {
  const rows = await api.db.query<{ seed: string | null }>(
    `SELECT command::json ->> 'seed' AS seed FROM exchange.queue WHERE command::json ->> 'phase' = 'continuous' ORDER BY shard`,
  )
  return rows.map(({ seed }) => seed ?? undefined)
}
const listed = async (): Promise<any> =>
  (await api.client().call('/draws/openings', {})).body.data.openings[0]

test('an opening waits for a round that appears after it was due', async () => {
  await schedule(taipei('2026-02-11 08:30'))
  expect(await schedule(opening)).toMatchObject({ isWaiting: true })
  expect(await opened()).toEqual([])
  expect(await open(later(4))).toBe(shards.length)

  const { draw, ...rest } = await listed()
  expect(rest).toMatchObject({ date: '2026-02-11', opensAt: opening.toISOString(), source: 'beacon' })
  expect(draw.round).toBe(openingRound(chain, opening.getTime()))
  expect(await opened()).toEqual(shards.map(() => draw.seed))
  expect(await isOpeningDraw(tools, { ...rest, opensAtMs: opening.getTime(), ...draw })).toBe(true)
})

test('the opening of one day is asked by its date', async () => {
  await schedule(taipei('2026-02-11 08:30'))
  await open(later(4))
  const ask = async (date: string): Promise<any> =>
    (await api.client().call('/draws/openings', { date })).body
  expect((await ask('2026-02-11')).data).toEqual({ openings: [await listed()] })
  expect((await ask('2026-02-12')).data).toEqual({ openings: [] })
  expect((await ask('0000-01-01')).msg).toBe('input.invalid')
})

test('a changed round, signature, seed or chain does not verify', async () => {
  await schedule(taipei('2026-02-11 08:30'))
  await open(later(4))
  const { draw, date } = await listed()
  const right = { date, opensAtMs: opening.getTime(), ...draw }
  const other = { ...draw, ...(await practice().client.fetchRound(chain, draw.round - 1)) }
  for (const wrong of [
    { date: '2026-02-12' },
    { opensAtMs: later(-60).getTime() },
    { round: draw.round - 1, signature: other.signature },
    { signature: other.signature },
    { seed: 'ab'.repeat(32) },
    { chain: { ...chain, name: 'quicknet' } },
    { chain: silent.chain },
  ])
    expect([Object.keys(wrong), await isOpeningDraw(tools, { ...right, ...wrong })]).toEqual([
      Object.keys(wrong),
      false,
    ])
})

test('a silent beacon leaves the opening to the fallback after ten seconds', async () => {
  await schedule(taipei('2026-02-11 08:30'))
  expect(await schedule(later(9), silent, practice())).toMatchObject({ isWaiting: true })
  expect(await schedule(later(10), silent, practice())).toMatchObject({ isWaiting: false })
  const { draw, source } = await listed()
  expect([source, draw.chain.publicKey]).toEqual(['fallback', chain.publicKey])
  expect(await opened()).toEqual(shards.map(() => draw.seed))
})

test('without a beacon the time of entry decides and is recorded', async () => {
  await schedule(taipei('2026-02-11 08:30'))
  await schedule(later(10), silent)
  expect(await opened()).toEqual(shards.map(() => undefined))
  expect(await listed()).toMatchObject({ source: 'none', draw: null })
  // A round that comes later changes nothing.
  await schedule(later(20))
  expect(await listed()).toMatchObject({ source: 'none', draw: null })
})

test('a worker cannot open with another seed, round or record', async () => {
  await schedule(taipei('2026-02-11 08:30'))
  const command = (seed: string) =>
    JSON.stringify({ kind: 'phase', date: '2026-02-11', phase: 'continuous', seed })
  const send = (seed: string) =>
    worker.query(`SELECT exchange.submit_phase(0, '2026-02-11', 'continuous', $1)`, [command(seed)])
  await expect(send('ab'.repeat(32))).rejects.toThrow('does not have the seed of its draw')
  await open(later(4))
  await expect(send('ab'.repeat(32))).rejects.toThrow('does not have the seed of its draw')

  const copy = (changed: string, value: string) =>
    worker.query(
      `INSERT INTO app.opening_draws
       SELECT (jsonb_populate_record(d, jsonb_build_object('date', '2026-02-12', '${changed}', ${value}))).* FROM app.opening_draws d`,
    )
  await expect(copy('round', 'd.round + 1')).rejects.toThrow('opening_draws_')
  await expect(copy('seed', `'\\x' || repeat('ab', 32)`)).rejects.toThrow('opening_draws_seed')
  await expect(copy('randomness', `'\\x' || repeat('ab', 32)`)).rejects.toThrow('opening_draws_randomness')
  for (const change of [`UPDATE app.opening_draws SET round = 1`, 'DELETE FROM app.opening_draws'])
    await expect(worker.query(change)).rejects.toThrow('permission denied')
})
