// npm run drill -- nats [--kills 15] [--members 8]: members trade over three NATS servers with TLS and a user per process. One
// server after another is killed. No event may be missing at a reader or come twice, a fill is on the member's phone soon, and
// each user is refused what its process does not need.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { natsRightsOf, type NatsUser, natsUsers, shardOf, subjectsOf } from '@fairlot/contract/venue'
import { seededRandom } from '@fairlot/testkit'
import { openSql } from '@fairlot/testkit/sql'
import { until } from '@fairlot/testkit/until'
import { connect } from '@nats-io/transport-node'
import { openBus } from '../../apps/server/src/platform/bus.ts'
import { openDb } from '../../apps/server/src/platform/db.ts'
import { logBeginning, readEventLog } from '../../apps/server/src/platform/event-log.ts'
import { openLog } from '../../apps/server/src/platform/log.ts'
import { makeMetrics } from '../../apps/server/src/platform/metrics.ts'
import { openLoadBalancer } from '../faults/support/load-balancer.ts'
import { closedConnection, type MemberLoad } from '../faults/support/member-load.ts'
import { openTradingOn } from '../faults/support/trading-stack.ts'
import { logFaults, openVenueLog } from '../faults/support/venue-log.ts'
import { type FleetMember, openFleet } from './support/fleet.ts'
import { openLivePhone } from './support/live-phone.ts'
import { type NatsCluster, nodes, startNatsCluster } from './support/nats-cluster.ts'
import { type DatabaseNode, startNode } from './support/node.ts'
import { type DrillContext, type DrillResult, runDrill } from './support/run-drill.ts'
import { judgeTrading } from './support/trading.ts'

const namespace = 'fairlot'
const watched = ['2330', '2317']
const shard = shardOf('2330')
const seed = 20_261_119
/** From the kill; the server stays away. */
const awayMs = 4_000
/** CI shares its processors with other machines. */
const phoneLimitMs = process.env['CI'] === '1' ? 20_000 : 2_000
const untilSeenMs = 2_000
const log = openLog({ role: 'drill', level: 'silent' })

/** A reader as settlement and quotes have it: its own NATS user, its own database role. */
function openReader(context: DrillContext, user: 'settlement' | 'quotes', url: string, nats: NatsCluster) {
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
  context.atEnd(async () => {
    await reader.stop()
    await bus.close()
    await db.close()
  })
  return { events, isConnected: bus.isConnected }
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

/** When each order's first fill was on its member's phone, by this machine's clock. */
function openPhones(
  context: DrillContext,
  { members }: MemberLoad,
  port: number,
): ReadonlyMap<string, number> {
  const seen = new Map<string, number>()
  const note = (orderId: string): void => {
    if (!seen.has(orderId)) seen.set(orderId, Date.now())
  }
  const onFrame = (text: string): void => {
    if (!text.includes('"executed"') && !text.includes('"order.filled"')) return
    const frame = JSON.parse(text) as {
      executed?: readonly { orderId: string }[]
      own?: readonly { kind: string; data?: { orderId: string } }[]
    }
    for (const { orderId } of frame.executed ?? []) note(orderId)
    for (const { kind, data } of frame.own ?? []) if (kind === 'order.filled') note(data!.orderId)
  }
  const phones = members.map((member) => openLivePhone(member, [port], 0, watched, onFrame))
  context.atEnd(async () => phones.forEach((phone) => phone.stop()))
  return seen
}

interface Delays {
  readonly fills: number
  readonly longestOnPhoneMs: number
  /** Fills that no phone was told of. */
  readonly unseen: number
  readonly longestAtVenueMs: number
  readonly longestSettledMs: number
}

/** Of the orders whose first fill came while a server was away. */
async function delaysOf(ownerUrl: string, from: number, seen: ReadonlyMap<string, number>): Promise<Delays> {
  const sql = openSql(ownerUrl)
  try {
    const [begin, end] = [new Date(from), new Date(from + awayMs)]
    const fills = await sql.query<{ id: string; at: Date; settledMs: number }>(
      `SELECT order_id AS id, min(traded_at) AS at, max(extract(epoch FROM settled_at - traded_at) * 1000)::float8 AS "settledMs"
       FROM app.fills GROUP BY order_id HAVING min(traded_at) >= $1 AND min(traded_at) < $2`,
      [begin, end],
    )
    const [venue] = await sql.query<{ ms: number }>(
      `SELECT coalesce(max(extract(epoch FROM accepted_at - placed_at) * 1000), 0)::float8 AS ms FROM app.orders
       WHERE placed_at >= $1 AND placed_at < $2 AND accepted_at IS NOT NULL`,
      [begin, end],
    )
    const onPhone = fills.map(({ id, at }) => (seen.get(id) ?? Number.NaN) - at.getTime())
    const longest = (values: readonly number[]): number =>
      Math.round(Math.max(0, ...values.filter((value) => !Number.isNaN(value))))
    return {
      fills: fills.length,
      longestOnPhoneMs: longest(onPhone),
      unseen: onPhone.filter(Number.isNaN).length,
      longestAtVenueMs: longest([venue!.ms]),
      longestSettledMs: longest(fills.map(({ settledMs }) => settledMs)),
    }
  } finally {
    await sql.close()
  }
}

async function openStage(context: DrillContext, nats: NatsCluster) {
  const node = await startNode(context)
  const own: DatabaseNode = { ...node, natsUrl: nats.urls }
  const stack = await openTradingOn(own, {
    // Nothing is pruned: the readers' events are compared with all that were written.
    env: { DATABASE_PATIENCE: '1', PRUNE_SECONDS: '3600' },
    members: context.option('members', 8),
    load: { answerMs: 15_000 },
  })
  context.atEnd(() => stack.stop())
  const balancer = await openLoadBalancer()
  context.atEnd(() => balancer.close())
  const fleet = openFleet(stack, balancer, context)
  const start = (role: FleetMember['role']): Promise<FleetMember> => {
    const { passwordFile, caFile } = nats.addressOf(role)
    const files = { NATS_PASSWORD_FILE: passwordFile, NATS_CA_FILE: caFile }
    return fleet.start(role, role, { env: { NATS_USER: role, NATS_NAMESPACE: namespace, ...files } })
  }
  for (const role of ['settlement', 'worker', 'quotes', 'exchange', 'api'] as const) await start(role)
  const { port } = await start('live')
  await stack.untilMarketIsOpen()
  const load = await stack.startTrading(balancer.base, seededRandom(seed), 200)
  context.atEnd(() => load.stop())
  return { database: node.database, stack, load, livePort: port }
}

async function run(context: DrillContext): Promise<DrillResult> {
  const kills = context.option('kills', 15)
  const nats = await startNatsCluster(join(context.folder, 'tls'), context.option('port', 27_000))
  context.atEnd(() => nats.stop())
  const { database, stack, load, livePort } = await openStage(context, nats)
  const began = performance.now()
  const seen = openPhones(context, load, livePort)
  const readers = [
    openReader(context, 'settlement', database.settlementUrl, nats),
    openReader(context, 'quotes', database.quotesUrl, nats),
  ]
  await until('both readers to be connected', () => readers.every((reader) => reader.isConnected()))
  await until('a fill on a phone', () => seen.size > 0)

  const times: { readonly node: number; readonly from: number }[] = []
  for (let number = 0; number < kills; number += 1) {
    const node = nodes[number % nodes.length]!
    const from = Date.now()
    await nats.kill(node)
    await pause(awayMs + untilSeenMs)
    await nats.start(node)
    context.say(`kill ${number + 1} of ${kills}: node ${node}`)
    times.push({ node, from })
  }

  // Whatever is late has come by now.
  await pause(untilSeenMs)
  const struck: ({ readonly node: number } & Delays)[] = []
  for (const { node, from } of times)
    struck.push({ node, ...(await delaysOf(database.ownerUrl, from, seen)) })
  context.say(JSON.stringify(struck))
  const { problems, ...figures } = await judgeTrading(stack, load, began, new RegExp(`^${closedConnection}$`))
  const venue = openVenueLog(database.ownerUrl)
  context.atEnd(() => venue.close())
  const { event: last } = await venue.place(shard)
  await until('both readers to have read', () => readers.every(({ events }) => events.at(-1) === last))
  const missing = readers.map(({ events }) => last - new Set(events).size)
  const doubled = readers.map(({ events }) => events.length - new Set(events).size)
  const rights = await tryRights(nats)
  const strangers = await tryStrangers(nats)
  const longest = (of: (delays: Delays) => number): number => Math.max(0, ...struck.map(of))
  const longestOnPhoneMs = longest((delays) => delays.longestOnPhoneMs)
  const unseen = struck.reduce((sum, delays) => sum + delays.unseen, 0)
  return {
    figures: {
      ...figures,
      kills: struck.length,
      members: load.members.length,
      events: last,
      missingAtReaders: Math.max(...missing),
      doubledAtReaders: Math.max(...doubled),
      fillsWhileAway: struck.reduce((sum, { fills }) => sum + fills, 0),
      longestOnPhoneMs,
      unseenOnPhone: unseen,
      longestAtVenueMs: longest((delays) => delays.longestAtVenueMs),
      longestSettledMs: longest((delays) => delays.longestSettledMs),
      rights: { accepted: rights.allowed, refused: rights.refused, wrong: rights.wrong },
      strangersAccepted: strangers,
      struck,
      limits: { phoneMs: phoneLimitMs },
    },
    problems: [
      ...problems,
      ...(await logFaults(database.exchangeUrl)),
      ...missing.filter((count) => count > 0).map((count) => `a reader lacks ${count} events`),
      ...doubled.filter((count) => count > 0).map((count) => `a reader read ${count} events twice`),
      ...(longestOnPhoneMs > phoneLimitMs
        ? [`a fill was on the phone after ${longestOnPhoneMs} ms, above ${phoneLimitMs}`]
        : []),
      ...(unseen > 0 ? [`${unseen} fills did not reach the phone`] : []),
      ...rights.wrong,
      ...strangers.map((what) => `NATS accepted a client with ${what}`),
    ],
  }
}

await runDrill({ name: 'nats', kind: 'nats', options: ['kills', 'members'], run })
