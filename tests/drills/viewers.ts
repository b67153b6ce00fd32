// npm run drill -- viewers [--viewers 20000] [--members 24] [--seconds 30]: guests watch prices on three gateways while
// members trade; one gateway is killed. All are back soon, no member has to sign in again, and orders stay fast.

import { setTimeout as pause } from 'node:timers/promises'
import { seededRandom } from '@fairlot/testkit'
import { until } from '@fairlot/testkit/until'
import { openLoadBalancer } from '../faults/support/load-balancer.ts'
import { closedConnection, type MemberAnswer, type MemberLoad } from '../faults/support/member-load.ts'
import { openTradingOn, type TradingStack } from '../faults/support/trading-stack.ts'
import { logFaults } from '../faults/support/venue-log.ts'
import { compile } from './support/compile.ts'
import { type Fleet, openFleet } from './support/fleet.ts'
import { type LivePhone, openLivePhone } from './support/live-phone.ts'
import { type DatabaseNode, startNode } from './support/node.ts'
import { quantile } from './support/reader.ts'
import { type DrillContext, type DrillResult, runDrill } from './support/run-drill.ts'
import { judgeTrading } from './support/trading.ts'
import { cpuSeconds, megabytesOf } from './support/usage.ts'
import { startViewers, type Viewers } from './support/viewers.ts'

const seed = 20_261_118
const gateways = ['live 1', 'live 2', 'live 3'] as const
const killed = 2
/** Two gateways must have room for the guests of three. */
const room = { LIVE_MAX: '20000', LIVE_MEMBER_RESERVE: '5000' }
const openedPerSecond = 500
const limits = { backMs: 30_000, latencyTimes: 2 }
const watched = ['2330', '2317']
/** About two orders a second of each member. */
const pauseMs = 400

interface Stage {
  readonly context: DrillContext
  readonly node: DatabaseNode
  readonly stack: TradingStack<DatabaseNode>
  readonly fleet: Fleet
  readonly load: MemberLoad
  readonly began: number
  /** The slowest order but one in a hundred, of those answered between two moments. */
  orders(from: number, to: number): { readonly answers: number; readonly p99Ms: number }
}

async function openStage(context: DrillContext): Promise<Stage> {
  const node = await startNode(context)
  const all: MemberAnswer[] = []
  const stack = await openTradingOn(node, {
    env: { DATABASE_PATIENCE: '1' },
    members: context.option('members', 24),
    load: { answerMs: 15_000, onAnswer: (answer) => all.push(answer) },
  })
  context.atEnd(() => stack.stop())
  const balancer = await openLoadBalancer()
  context.atEnd(() => balancer.close())
  const fleet = openFleet(stack, balancer, context)
  for (const role of ['settlement', 'worker', 'quotes', 'exchange', 'api'] as const)
    await fleet.start(role, role)
  for (const name of gateways) await fleet.start(name, 'live', { env: room })
  await stack.untilMarketIsOpen()
  const load = await stack.startTrading(balancer.base, seededRandom(seed), pauseMs)
  context.atEnd(() => load.stop())
  const isOrder = ({ path }: MemberAnswer): boolean => /placeOrder|closePosition/.test(path)
  return {
    context,
    node,
    stack,
    fleet,
    load,
    began: performance.now(),
    orders(from, to) {
      const times = all
        .filter((answer) => isOrder(answer) && answer.at > from && answer.at < to)
        .map(({ ms }) => ms)
      return { answers: times.length, p99Ms: Math.round(quantile(times, 0.99)) }
    },
  }
}

interface Audience {
  readonly viewers: Viewers
  readonly phones: readonly LivePhone[]
  untilAllIn(what: string): Promise<void>
}

function openAudience({ context, fleet, load }: Stage, count: number): Audience {
  const ports = gateways.map((name) => fleet.find(name).port)
  const program = compile('viewers', 'program', context.folder)
  const viewers = startViewers({ program, count, openedPerSecond, watched, ports })
  context.atEnd(() => viewers.stop())
  const phones = load.members.map((member, at) => openLivePhone(member, ports, at, watched))
  context.atEnd(async () => phones.forEach((phone) => phone.stop()))
  return {
    viewers,
    phones,
    async untilAllIn(what) {
      const areAllIn = () => viewers.last().priced === count && phones.every((phone) => phone.isIn())
      await until(what, areAllIn).catch((error: unknown) => {
        const isIn = phones.filter((phone) => phone.isIn()).length
        throw new Error(`${String(error)}: ${JSON.stringify(viewers.last())}, ${isIn} members`)
      })
    },
  }
}

/** What the gateways spend on each viewer. */
async function measure({ fleet, orders }: Stage, { viewers }: Audience, seconds: number, empty: number) {
  const cpuOf = (): number => gateways.reduce((sum, name) => sum + cpuSeconds(fleet.find(name).pid), 0)
  const now = () => ({
    at: performance.now(),
    cpu: cpuOf(),
    own: viewers.cpuSeconds(),
    counted: viewers.last(),
  })
  const from = now()
  await pause(seconds * 1_000)
  const to = now()
  const took = (to.at - from.at) / 1_000
  const count = to.counted.open
  const each = (sum: number): number => sum / took / count
  return {
    before: orders(from.at, to.at),
    perViewer: {
      bytesPerSecond: Math.round(each(to.counted.bytes - from.counted.bytes)),
      framesPerSecond: Math.round(each(to.counted.frames - from.counted.frames) * 100) / 100,
      gatewayCpuMicrosecondsPerSecond: Math.round(each(to.cpu - from.cpu) * 1e6),
      gatewayKilobytes: Math.round(((memoryOf(fleet) - empty) * 1_024) / count),
    },
    viewersOwnCores: Math.round(((to.own - from.own) / took) * 100) / 100,
    gatewayCores: Math.round(((to.cpu - from.cpu) / took) * 100) / 100,
  }
}

/** Kills one gateway, which stays away, and waits until all its phones are back at the others. */
async function killOne({ context, fleet, orders }: Stage, { viewers, untilAllIn }: Audience) {
  const at = performance.now()
  const { losses } = viewers.last()
  const lostByTheKill = viewers.at(killed)
  await fleet.find(gateways[killed]).kill()
  await until(
    'the viewers of the killed gateway to notice',
    () => viewers.last().losses >= losses + lostByTheKill,
  )
  await untilAllIn('every viewer to be back')
  const backMs = Math.round(performance.now() - at)
  context.say(`all back after ${backMs} ms`)
  await pause(Math.max(0, at + limits.backMs - performance.now()))
  return { backMs, lostByTheKill, meanwhile: orders(at, at + limits.backMs) }
}

async function run(context: DrillContext): Promise<DrillResult> {
  const count = context.option('viewers', 20_000)
  const seconds = context.option('seconds', 30)
  const stage = await openStage(context)
  const { node, stack, fleet, load, began, orders } = stage
  const empty = memoryOf(fleet)
  await pause(seconds * 1_000)
  const withoutViewers = orders(began, performance.now())
  context.say(`without viewers: ${JSON.stringify(withoutViewers)}`)

  const audience = openAudience(stage, count)
  const { viewers, phones } = audience
  const openedAt = performance.now()
  await audience.untilAllIn('every viewer to have prices')
  const inMs = Math.round(performance.now() - openedAt)
  context.say(`${count} viewers have prices after ${inMs} ms: ${JSON.stringify(viewers.last())}`)
  const { before, ...spent } = await measure(stage, audience, seconds, empty)
  context.say(`with viewers: ${JSON.stringify({ before, ...spent })}`)
  const { backMs, lostByTheKill, meanwhile } = await killOne(stage, audience)
  context.say(`after the kill: ${JSON.stringify(meanwhile)}`)

  const { failures, refusals } = viewers.last()
  const signInsNeeded = phones.reduce((sum, phone) => sum + phone.signInsNeeded, 0)
  for (const phone of phones) phone.stop()
  await viewers.stop()
  const { problems, ...figures } = await judgeTrading(stack, load, began, new RegExp(`^${closedConnection}$`))
  for (const { name } of fleet.members()) if (name !== gateways[killed]) await fleet.find(name).stop()
  return {
    figures: {
      ...figures,
      viewers: count,
      members: load.members.length,
      gateways: gateways.length,
      inMs,
      backMs,
      lostByTheKill,
      failedTries: failures,
      refusedAsFull: refusals,
      signInsNeeded,
      orders: { withoutViewers, before, meanwhile },
      ...spent,
      limits,
    },
    problems: [
      ...problems,
      ...(await logFaults(node.database.exchangeUrl)),
      ...(backMs > limits.backMs ? [`all were back after ${backMs} ms, above ${limits.backMs}`] : []),
      ...(signInsNeeded > 0 ? [`members had to sign in ${signInsNeeded} times`] : []),
      ...(meanwhile.p99Ms > limits.latencyTimes * before.p99Ms
        ? [`the 99th of a hundred orders took ${meanwhile.p99Ms} ms meanwhile and ${before.p99Ms} ms before`]
        : []),
    ],
  }
}

const memoryOf = (fleet: Fleet): number =>
  gateways.reduce((sum, name) => sum + megabytesOf(fleet.find(name).pid), 0)

await runDrill({ name: 'viewers', kind: 'viewers', options: ['viewers', 'members', 'seconds'], run })
