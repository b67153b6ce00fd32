// Repeated kill -9 of exchange processes under load, with and without a standby. Every command reported as committed is
// in the log exactly once, the replay of every shard gives its previous state, and the stream is complete or shows its
// gap. FAIRLOT_PROVE=1 kills 40 times and writes evidence/exchange-kill.json.

import { openTestDatabase, seededRandom, type TestDatabase, testServices } from '@fairlot/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '@fairlot/testkit/until'
import { verify } from '../../apps/exchange/src/verify.ts'
import { median, writeEvidence } from '../flows/support/evidence.ts'
import { type ExchangeProcess, spawnExchange } from './support/exchange-process.ts'
import { startLoad, submitAll } from './support/load.ts'
import { createOrderFlow } from './support/order-flow.ts'
import { compareLog, logFaults, openVenueLog, type VenueLog } from './support/venue-log.ts'

const isWhole = process.env['FAIRLOT_PROVE'] === '1'
const kills = isWhole ? 40 : 6
const perSecond = isWhole ? 400 : 200
const seed = 20_261_115

let database: TestDatabase
let log: VenueLog
const running: ExchangeProcess[] = []

beforeAll(async () => {
  database = await openTestDatabase()
  log = openVenueLog(database.ownerUrl)
})
afterAll(async () => {
  await Promise.all(running.map((exchange) => exchange.kill()))
  await log.close()
  await database.close()
})

/** Two processes with two shards each, and one standby for all four: a kill leads to a restart or a takeover. */
const sites = ['0,1', '2,3', '0,1,2,3'] as const

it(`the exchange loses no command over ${kills} kills`, { timeout: 600_000 }, async () => {
  const random = seededRandom(seed)
  const flow = createOrderFlow({ seed, symbols: 10, quotes: 10 })
  const opening = flow.opening()
  await submitAll(database.ownerUrl, opening)

  const nats = { url: testServices().natsUrl, namespace: database.name }
  const spawnAt = (site: number): Promise<ExchangeProcess> =>
    spawnExchange({
      databaseUrl: database.exchangeUrl,
      natsUrl: nats.url,
      namespace: nats.namespace,
      shards: sites[site]!,
      // Short, so that snapshots and pruning happen between the kills as well.
      env: { SNAPSHOT_COMMANDS: '100', SNAPSHOT_SECONDS: '1', PRUNE_SECONDS: '1' },
    })
  for (let site = 0; site < sites.length; site += 1) running[site] = await spawnAt(site)
  await log.untilApplied()

  const load = startLoad({ databaseUrl: database.ownerUrl, flow, perSecond, nats })
  const sequences = async (): Promise<number> => {
    const [row] = await log.sql.query<{ applied: string }>(
      'SELECT sum(sequence) AS applied FROM exchange.shards',
    )
    return Number(row!.applied)
  }
  const downMs: number[] = []
  for (let kill = 0; kill < kills; kill += 1) {
    // At a random moment of normal work, not right after a start.
    const moment = (await sequences()) + 20 + random() * 60
    await until('ordinary work', async () => (await sequences()) > moment)
    const site = Math.floor(random() * sites.length)
    await running[site]!.kill()
    const began = performance.now()
    const at = await sequences()
    running[site] = await spawnAt(site)
    await until('work after the kill', async () => (await sequences()) > at)
    downMs.push(performance.now() - began)
  }
  await load.stop()
  await log.untilApplied()
  expect(load.unknown).toEqual([])
  const prunedCommands = async (): Promise<number> => {
    const [row] = await log.sql.query<{ commands: string | null }>(
      'SELECT sum(commands) AS commands FROM exchange.pruned',
    )
    return Number(row!.commands)
  }
  await until('pruning behind a snapshot', async () => (await prunedCommands()) > 0)

  const quotes = load.committed.filter((text) => text.includes('"kind":"quote"'))
  const rest = load.committed.filter((text) => !text.includes('"kind":"quote"'))
  // Quotes behind a snapshot are pruned by now: a quote is in the log at most once, every other command exactly once.
  const compared = await compareLog(log, [...opening.map(({ text }) => text), ...rest], quotes)
  expect(compared).toEqual({ lost: [], repeated: [], strange: [] })

  // The sequences show that no quote is missing: each shard has as many as were sent to it.
  const timed = (await log.commands()).filter(({ command }) => command === '{"kind":"time"}').length
  expect(await sequences()).toBe(opening.length + load.committed.length + timed)

  await Promise.all(running.map((exchange) => exchange.stop()))
  expect(await logFaults(database.exchangeUrl)).toEqual([])
  // After an orderly stop each shard kept its state; the replay must give the same.
  const reports = await verify(database.exchangeUrl)
  const kept = await log.sql.query<{ shard: number; state_hash: string }>(
    `SELECT DISTINCT ON (shard) shard, state_hash FROM exchange.snapshots ORDER BY shard, sequence DESC`,
  )
  expect(reports.map(({ shard, stateHash }) => ({ shard, state_hash: stateHash }))).toEqual(kept)
  if (isWhole)
    writeEvidence('exchange-kill', {
      kills,
      commandsPerSecond: perSecond,
      committed: load.committed.length,
      lost: compared.lost.length,
      repeated: compared.repeated.length,
      stateHashesEqual: true,
      prunedCommands: await prunedCommands(),
      millisecondsToNextBatch: { median: median(downMs), max: Math.round(Math.max(...downMs)) },
      seed,
    })
})
