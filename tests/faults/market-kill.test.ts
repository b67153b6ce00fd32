// Random kill -9 under load of every process between the exchange and a phone: the exchange, quotes, the live gateway,
// NATS (also with its store deleted or one bit flipped), PostgreSQL. Trading continues without NATS; in the end quotes
// and candles match the exchange's events and the phone shows the same prices.
// FAIRLOT_PROVE=1 kills 40 times and writes evidence/market-kill.json.

import { shards } from '@fairlot/contract/venue'
import { seededRandom } from '@fairlot/testkit'
import { candleBreaches, isQuotesThrough } from '@fairlot/testkit/candle-breaches'
import { findFreePort } from '@fairlot/testkit/services/process'
import { openSql, type Sql } from '@fairlot/testkit/sql'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '@fairlot/testkit/until'
import { median, writeEvidence } from '../flows/support/evidence.ts'
import { type RoleProcess, spawnRole } from '../flows/support/role-process.ts'
import { openReturningPhone, type ReturningPhone } from './support/returning-phone.ts'
import { type ExchangeProcess, spawnExchange } from './support/exchange-process.ts'
import { startLoad, submitAll } from './support/load.ts'
import { createOrderFlow, symbolsOf } from './support/order-flow.ts'
import { openOwnServices, type OwnServices } from './support/own-services.ts'

const isWhole = process.env['FAIRLOT_PROVE'] === '1'
const victims = ['quotes', 'live', 'nats', 'exchange', 'nats-store', 'postgres', 'nats-bit'] as const
const kills = isWhole ? 40 : 6
const perSecond = isWhole ? 300 : 150
const seed = 20_261_116
const symbolsPerShard = 8

let own: OwnServices
let sql: Sql
const quotes: RoleProcess[] = []
let live: RoleProcess | undefined
let phone: ReturningPhone | undefined
const exchanges: ExchangeProcess[] = []

beforeAll(async () => {
  own = await openOwnServices()
  sql = openSql(own.database.ownerUrl)
})
afterAll(async () => {
  phone?.close()
  await Promise.all([...quotes, ...exchanges, ...(live ? [live] : [])].map((one) => one.kill()))
  await sql.close()
  await own.stop()
})

/** Returns undefined while PostgreSQL is down. */
const ask = async <Row>(text: string): Promise<Row | undefined> => {
  try {
    return (await sql.query<Row>(text))[0]
  } catch {
    return undefined
  }
}
const applied = async (): Promise<number> =>
  Number((await ask<{ sum: string }>('SELECT sum(sequence) FROM exchange.shards'))?.sum ?? -1)
const counted = async (): Promise<number> =>
  Number((await ask<{ sum: string }>('SELECT sum(sequence) FROM market.cursors'))?.sum ?? -1)

it(`quotes count every trade once over ${kills} kills`, { timeout: 1_800_000 }, async () => {
  const { database, natsUrl } = own
  const random = seededRandom(seed)
  const away = { NATS_URL: natsUrl, NATS_MONITOR_URL: undefined }
  const startQuotes = (): RoleProcess => spawnRole('quotes', database, away)
  const livePort = await findFreePort()
  const startLive = (): RoleProcess => spawnRole('live', database, { ...away, PORT: String(livePort) })
  const startExchange = (site: string): Promise<ExchangeProcess> =>
    spawnExchange({
      databaseUrl: database.exchangeUrl,
      natsUrl,
      namespace: database.name,
      shards: site,
      env: { SNAPSHOT_COMMANDS: '300', PRUNE_SECONDS: '1' },
    })
  const sites = ['0,1', '2,3']
  for (const site of sites) exchanges.push(await startExchange(site))
  quotes.push(startQuotes(), startQuotes())
  live = startLive()
  const watched = shards.flatMap((shard) => symbolsOf(shard, symbolsPerShard))
  phone = openReturningPhone(livePort, watched)
  // A process that is still starting exits when PostgreSQL is killed, and nothing restarts it here.
  const untilConnected = (times: number) =>
    until('the phone to be connected', () => phone!.connects() >= times)
  await untilConnected(1)
  const flow = createOrderFlow({ seed, symbols: symbolsPerShard, quotes: 15 })
  await submitAll(database.ownerUrl, flow.opening())
  const nats = { url: natsUrl, namespace: database.name }
  const load = startLoad({ databaseUrl: database.ownerUrl, flow, perSecond, nats })

  const struck: Record<string, number> = {}
  const strike = async (victim: (typeof victims)[number]): Promise<void> => {
    const place = Math.floor(random() * 2)
    if (victim === 'quotes') {
      await quotes[place]!.kill()
      quotes[place] = startQuotes()
    } else if (victim === 'live') {
      const connects = phone!.connects()
      await live!.kill()
      live = startLive()
      await untilConnected(connects + 1)
    } else if (victim === 'exchange') {
      await exchanges[place]!.kill()
      exchanges[place] = await startExchange(sites[place]!)
    } else if (victim === 'postgres') {
      await own.killPostgres()
      await own.startPostgres()
    } else {
      await own.killNats()
      const before = await applied()
      // One outage of the full run lasts as long as a minute's commands.
      const missed = isWhole && struck.nats === 1 && victim === 'nats' ? 60 * perSecond : 20
      await until('trading without NATS', async () => (await applied()) > before + missed)
      if (victim === 'nats-store') own.deleteNatsStore()
      if (victim === 'nats-bit') own.flipBit(random)
      await own.startNats()
    }
  }

  const behindMs: number[] = []
  for (let kill = 0; kill < kills; kill += 1) {
    const moment = (await counted()) + 30 + random() * 90
    await until('ordinary work', async () => (await counted()) > moment)
    // Each kind once in turn, then at random.
    const victim = victims[kill < victims.length ? kill : Math.floor(random() * victims.length)]!
    struck[victim] = (struck[victim] ?? 0) + 1
    await strike(victim)
    const began = performance.now()
    const at = await applied()
    await until(`quotes after ${victim}`, async () => at >= 0 && (await counted()) >= at)
    behindMs.push(performance.now() - began)
  }
  await load.stop()
  await until(
    'the queue to empty',
    async () => (await ask<{ left: string }>('SELECT count(*) AS left FROM exchange.queue'))?.left === '0',
  )
  await until('quotes to be through', () => isQuotesThrough(sql))
  expect(await candleBreaches(database)).toEqual([])
  // After every connection was cut and every process replaced, the phone shows the stored state.
  await until('the phone to have the stored prices', async () => {
    const stored = await sql.query<{ symbol: string; last: number | null; volume: string }>(
      'SELECT symbol, last, volume::text FROM market.quotes',
    )
    return stored.every(({ symbol, last, volume }) => {
      const shown = phone!.newest.get(symbol)
      return shown !== undefined && shown.p === last && shown.v === Number(volume)
    })
  })
  const trades = await ask<{ trades: string }>('SELECT sum(trades) AS trades FROM market.day_candles')
  expect(Number(trades!.trades)).toBeGreaterThan(kills * 10)

  if (isWhole)
    writeEvidence('market-kill', {
      kills,
      struck,
      commandsPerSecond: perSecond,
      trades: Number(trades!.trades),
      breaches: 0,
      phoneReconnects: phone.connects() - 1,
      millisecondsUntilQuotesCaughtUp: { median: median(behindMs), max: Math.round(Math.max(...behindMs)) },
      seed,
    })
})
