// npm run drill -- nats [--kills 15]: an exchange process, readers of its log and three NATS servers with TLS and a user
// per process. One server after another is killed under orders. No event may be missing at a reader or come twice, and
// each user is refused what its process does not need. Writes evidence/drill-nats.json.

import { readFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { natsRightsOf, type NatsUser, natsUsers, subjectsOf } from '@fairlot/contract/venue'
import { migrate } from '@fairlot/database'
import { openNats } from '@fairlot/process/nats'
import { cloneDatabase, startTestCluster } from '@fairlot/testkit/cluster'
import { until } from '@fairlot/testkit/until'
import { connect } from '@nats-io/transport-node'
import { openBus } from '../../apps/server/src/platform/bus.ts'
import { openDb } from '../../apps/server/src/platform/db.ts'
import { logBeginning, readEventLog } from '../../apps/server/src/platform/event-log.ts'
import { openLog } from '../../apps/server/src/platform/log.ts'
import { makeMetrics } from '../../apps/server/src/platform/metrics.ts'
import { writeEvidence } from '../../scripts/evidence.ts'
import { spawnExchange } from '../faults/support/exchange-process.ts'
import { submitAll } from '../faults/support/load.ts'
import { createOrderFlow } from '../faults/support/order-flow.ts'
import { logFaults, openVenueLog } from '../faults/support/venue-log.ts'
import { type NatsCluster, nodes, startNatsCluster } from './support/nats-cluster.ts'

const root = resolve(import.meta.dirname, '../..')
const { values } = parseArgs({
  options: { kills: { type: 'string', default: '15' }, port: { type: 'string', default: '27000' } },
})
const kills = Number(values.kills)
const namespace = 'fairlot'
const shard = 1
const log = openLog({ role: 'drill', level: 'silent' })
const folder = mkdtempSync(join(tmpdir(), 'fairlot-drill-nats-'))
const stops: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true, force: true })]

/** A reader as settlement and quotes have it: its own NATS user, its own database role. */
function openReader(user: 'settlement' | 'quotes', url: string, nats: NatsCluster) {
  const metrics = makeMetrics(user)
  const bus = openBus(nats.addressOf(user), user, log, metrics)
  const db = openDb({ url, poolSize: 2, applicationName: `drill-${user}` })
  const events: number[] = []
  const reader = readEventLog({
    db,
    bus,
    subjects: subjectsOf(namespace),
    shard,
    from: logBeginning,
    apply: (batch) => void events.push(...batch.events.map(({ event }) => event)),
    log,
    metrics,
  })
  stops.unshift(async () => {
    await reader.stop()
    await bus.close()
    await db.close()
  })
  return { user, events, isConnected: bus.isConnected }
}

/** What NATS answers to a user that publishes or subscribes: the refusal, or undefined. */
async function refusalOf(
  nats: NatsCluster,
  user: NatsUser,
  action: 'publish' | 'subscribe',
  subject: string,
): Promise<string | undefined> {
  const { passwordFile, caFile, url } = nats.addressOf(user)
  const connection = await connect({
    servers: url.split(','),
    user,
    pass: readFileSync(passwordFile, 'utf8'),
    tls: { caFile },
  })
  const refused: string[] = []
  void (async () => {
    for await (const status of connection.status())
      if (status.type === 'error') refused.push(status.error.message)
  })()
  if (action === 'publish') connection.publish(subject, '{}')
  else connection.subscribe(subject, { callback: () => undefined })
  // The server answers in order: after the flush a refusal has arrived.
  await connection.flush()
  await connection.flush()
  await connection.close()
  return refused[0]
}

/** Every user against every subject of the others. */
async function tryRights(nats: NatsCluster): Promise<{ allowed: number; refused: number; wrong: string[] }> {
  const rights = natsRightsOf(namespace)
  const subjects = [
    ...new Set(Object.values(rights).flatMap(({ publish, subscribe }) => [...publish, ...subscribe])),
  ]
  let allowed = 0
  let refused = 0
  const wrong: string[] = []
  for (const user of natsUsers) {
    for (const action of ['publish', 'subscribe'] as const) {
      for (const subject of subjects) {
        const isAllowed = rights[user][action].includes(subject)
        const answer = await refusalOf(nats, user, action, subject.replace('*', '1'))
        if (isAllowed !== (answer === undefined))
          wrong.push(`${user} ${action} ${subject}: ${answer ?? 'accepted'}`)
        if (answer === undefined) allowed += 1
        else refused += 1
      }
    }
  }
  return { allowed, refused, wrong }
}

/** Whether NATS turns away a client without password, with a wrong one, and without the CA. */
async function tryStrangers(nats: NatsCluster): Promise<string[]> {
  const servers = nats.urls.split(',')[0]!
  const tls = { caFile: nats.caFile }
  const strangers = {
    'no password': { servers, tls },
    'a wrong password': { servers, tls, user: 'exchange', pass: 'wrong' },
    'no CA': {
      servers,
      tls: {},
      user: 'live',
      pass: readFileSync(nats.addressOf('live').passwordFile, 'utf8'),
    },
  }
  const accepted: string[] = []
  for (const [what, options] of Object.entries(strangers)) {
    const connection = await connect({ ...options, reconnect: false, timeout: 5_000 }).catch(() => undefined)
    if (connection) accepted.push(what)
    await connection?.close()
  }
  return accepted
}

async function run(): Promise<void> {
  const cluster = await startTestCluster({ migrate })
  stops.unshift(cluster.stop)
  const database = await cloneDatabase(cluster)
  const nats = await startNatsCluster(folder, Number(values.port))
  stops.unshift(nats.stop)
  const { passwordFile, caFile, url } = nats.addressOf('exchange')
  const exchange = await spawnExchange({
    databaseUrl: database.exchangeUrl,
    natsUrl: url,
    namespace,
    shards: String(shard),
    env: { NATS_USER: 'exchange', NATS_PASSWORD_FILE: passwordFile, NATS_CA_FILE: caFile },
  })
  stops.unshift(exchange.stop)
  await exchange.untilReady()
  const readers = [
    openReader('settlement', database.settlementUrl, nats),
    openReader('quotes', database.quotesUrl, nats),
  ]
  const wakes: number[] = []
  const live = openNats({ address: nats.addressOf('live'), name: 'live', log })
  stops.unshift(live.close)
  live.subscribe(
    subjectsOf(namespace).allEvents,
    (message) => void wakes.push(message.json<{ last: number }>().last),
  )
  await until(
    'all to be connected',
    () => live.isConnected() && readers.every((reader) => reader.isConnected()),
  )

  const venue = openVenueLog(database.ownerUrl)
  stops.unshift(venue.close)
  const flow = createOrderFlow({ seed: 47, shards: [shard] })
  await submitAll(database.workerUrl, flow.opening())
  const trade = async (count: number) => {
    await submitAll(
      database.ownerUrl,
      Array.from({ length: count }, () => flow.next()),
    )
    await venue.untilApplied()
  }
  const untilRead = async () => {
    const { event } = await venue.place(shard)
    await until('both readers to have read', () => readers.every(({ events }) => events.at(-1) === event))
  }
  const struck: { node: number; readAfterMs: number; wokenAfterMs: number }[] = []
  for (let number = 0; number < kills; number += 1) {
    const node = nodes[number % nodes.length]!
    await trade(20)
    await nats.kill(node)
    const from = performance.now()
    await trade(20)
    await untilRead()
    const readAfterMs = Math.round(performance.now() - from)
    // A wake of a later commit: exchange and listener both have a server again.
    const { sequence } = await venue.place(shard)
    await until('a wake after the kill', async () => {
      await trade(1)
      return (wakes.at(-1) ?? 0) > sequence
    })
    struck.push({ node, readAfterMs, wokenAfterMs: Math.round(performance.now() - from) })
    await nats.start(node)
    console.log(`kill ${number + 1} of ${kills}: node ${node}, read after ${readAfterMs} ms`)
  }
  await trade(20)
  await untilRead()

  const written = (await venue.events()).map(({ event }) => event)
  const missing = readers.map(({ events }) => written.filter((event) => !new Set(events).has(event)).length)
  const doubled = readers.map(({ events }) => events.length - new Set(events).size)
  const faults = await logFaults(database.ownerUrl)
  const rights = await tryRights(nats)
  const strangers = await tryStrangers(nats)
  const result = {
    kills: struck.length,
    events: written.length,
    missingAtReaders: Math.max(...missing),
    doubledAtReaders: Math.max(...doubled),
    logFaults: faults.length,
    longestReadAfterMs: Math.max(...struck.map(({ readAfterMs }) => readAfterMs)),
    longestWokenAfterMs: Math.max(...struck.map(({ wokenAfterMs }) => wokenAfterMs)),
    rights: { accepted: rights.allowed, refused: rights.refused, wrong: rights.wrong },
    strangersAccepted: strangers,
    struck,
  }
  const isGood =
    result.missingAtReaders +
      result.doubledAtReaders +
      faults.length +
      rights.wrong.length +
      strangers.length ===
    0
  console.log(JSON.stringify({ ...result, struck: undefined }, null, 2))
  if (!isGood) throw new Error('the NATS drill failed: read the figures above')
  writeEvidence(root, 'drill-nats', result)
}

try {
  await run()
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  for (const stop of stops) await stop()
}
