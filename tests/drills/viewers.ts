// npm run drill -- viewers [--viewers 20000] [--members 12] [--seconds 20]: guests watch prices on three gateways while
// members trade; one gateway is killed. All are back soon, no member has to sign in again, and orders stay fast.

import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { seededRandom } from '@fairlot/testkit'
import { until } from '@fairlot/testkit/until'
import { WebSocket } from 'ws'
import { waitBefore } from '../../apps/member/src/shell/live/line.ts'
import { openLoadBalancer } from '../faults/support/load-balancer.ts'
import { closedConnection, type LoadedMember, type MemberAnswer } from '../faults/support/member-load.ts'
import { openTradingOn } from '../faults/support/trading-stack.ts'
import { logFaults } from '../faults/support/venue-log.ts'
import { compile } from './support/compile.ts'
import { type Fleet, openFleet } from './support/fleet.ts'
import { startNode } from './support/node.ts'
import { quantile } from './support/reader.ts'
import { type DrillContext, type DrillResult, runDrill } from './support/run-drill.ts'
import { judgeTrading } from './support/trading.ts'
import { cpuSeconds, megabytesOf } from './support/usage.ts'

const seed = 20_261_118
const gateways = ['live 1', 'live 2', 'live 3'] as const
const openedPerSecond = 500
const limits = { backMs: 30_000, latencyTimes: 2 }
const watched = ['2330', '2317']

/** A line of support/viewers.c. */
interface Counted {
  readonly ms: number
  readonly open: number
  readonly priced: number
  readonly bytes: number
  readonly frames: number
  readonly connects: number
  readonly failures: number
  readonly losses: number
  readonly of: readonly number[]
}

interface Viewers {
  readonly pid: number
  last(): Counted
  stop(): Promise<void>
}

function startViewers(program: string, count: number, ports: readonly number[]): Viewers {
  const watch = JSON.stringify({ t: 'watch', rows: watched, detail: [], idx: false })
  const args = [count, openedPerSecond, watch, ...ports].map(String)
  const child: ChildProcess = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  let last: Counted = {
    ms: 0,
    open: 0,
    priced: 0,
    bytes: 0,
    frames: 0,
    connects: 0,
    failures: 0,
    losses: 0,
    of: [],
  }
  createInterface({ input: child.stdout! }).on('line', (line) => (last = JSON.parse(line) as Counted))
  const ended = new Promise<void>((resolve) => void child.once('exit', () => resolve()))
  return {
    pid: child.pid!,
    last: () => last,
    stop() {
      child.stdin!.end()
      return ended
    },
  }
}

interface Phone {
  /** Signed in on the live socket, with prices. */
  isIn(): boolean
  readonly signInsNeeded: number
  stop(): void
}

/** A member's phone on the live socket: a ticket of the session each time, and the next gateway after a loss. */
function openPhone({ client }: LoadedMember, ports: readonly number[], first: number): Phone {
  let at = first
  let tries = 0
  let isIn = false
  let signInsNeeded = 0
  let stopped = false
  let socket: WebSocket | undefined
  const again = (): void => {
    if (!stopped) setTimeout(() => void enter(), waitBefore(tries++, Math.random))
  }
  const enter = async (): Promise<void> => {
    const answer = await client.call('/market/openFeed').catch(() => undefined)
    if (stopped) return
    if (answer?.http !== 200 || answer.body.status !== 1) {
      if (String(answer?.body.msg).startsWith('session.')) signInsNeeded += 1
      return again()
    }
    socket = new WebSocket(`ws://127.0.0.1:${ports[at++ % ports.length]}/live`, { perMessageDeflate: false })
    socket.on('open', () => {
      socket!.send(JSON.stringify({ t: 'hello', ticket: answer.body.data.ticket }))
      socket!.send(JSON.stringify({ t: 'watch', rows: watched, detail: [], idx: false }))
    })
    socket.on('message', (data) => {
      const text = (data as Buffer).toString()
      if (!text.startsWith('{"t":"hello"')) return
      if ((JSON.parse(text) as { member: boolean }).member) {
        isIn = true
        tries = 0
      } else signInsNeeded += 1
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      isIn = false
      again()
    })
  }
  void enter()
  return {
    isIn: () => isIn,
    get signInsNeeded() {
      return signInsNeeded
    },
    stop() {
      stopped = true
      socket?.terminate()
    },
  }
}

async function run(context: DrillContext): Promise<DrillResult> {
  const count = context.option('viewers', 20_000)
  const seconds = context.option('seconds', 20)
  const program = compile('viewers', 'program', context.folder)
  const node = await startNode(context)
  const all: MemberAnswer[] = []
  const stack = await openTradingOn(node, {
    env: { DATABASE_PATIENCE: '1' },
    members: context.option('members', 12),
    load: { answerMs: 15_000, onAnswer: (answer) => all.push(answer) },
  })
  context.atEnd(() => stack.stop())
  const balancer = await openLoadBalancer()
  context.atEnd(() => balancer.close())
  const fleet = openFleet(stack, balancer, context)
  for (const role of ['settlement', 'worker', 'quotes', 'exchange', 'api'] as const)
    await fleet.start(role, role)
  for (const name of gateways) await fleet.start(name, 'live')
  await stack.untilMarketIsOpen()
  const load = await stack.startTrading(balancer.base, seededRandom(seed), 400)
  context.atEnd(() => load.stop())
  const began = performance.now()
  const ports = gateways.map((name) => fleet.find(name).port)
  const p99Of = (from: number, to: number): number =>
    Math.round(
      quantile(
        all
          .filter(({ at, path }) => at > from && at < to && /placeOrder|closePosition/.test(path))
          .map(({ ms }) => ms),
        0.99,
      ),
    )
  const emptyMegabytes = memoryOf(fleet)
  await pause(seconds * 1_000)
  const withoutP99Ms = p99Of(began, performance.now())

  const viewers = startViewers(program, count, ports)
  context.atEnd(() => viewers.stop())
  const phones = load.members.map((member, at) => openPhone(member, ports, at))
  context.atEnd(async () => phones.forEach((phone) => phone.stop()))
  const areAllIn = () => viewers.last().priced === count && phones.every((phone) => phone.isIn())
  await until('every viewer to have prices', areAllIn).catch((error: unknown) => {
    throw new Error(`${String(error)}: ${JSON.stringify(viewers.last())}`)
  })
  context.say(`${count} viewers have prices: ${JSON.stringify(viewers.last())}`)

  const cpuOf = (): number => gateways.reduce((sum, name) => sum + cpuSeconds(fleet.find(name).pid), 0)
  const from = { at: performance.now(), cpu: cpuOf(), own: cpuSeconds(viewers.pid), counted: viewers.last() }
  await pause(seconds * 1_000)
  const to = { at: performance.now(), cpu: cpuOf(), own: cpuSeconds(viewers.pid), counted: viewers.last() }
  const beforeP99Ms = p99Of(from.at, to.at)
  const took = (to.at - from.at) / 1_000
  const counted = (to.counted.ms - from.counted.ms) / 1_000
  const perViewer = {
    bytesPerSecond: Math.round((to.counted.bytes - from.counted.bytes) / counted / count),
    framesPerSecond: Math.round(((to.counted.frames - from.counted.frames) / counted / count) * 100) / 100,
    gatewayCpuMicrosecondsPerSecond: Math.round(((to.cpu - from.cpu) / took / count) * 1e6),
    gatewayKilobytes: Math.round(((memoryOf(fleet) - emptyMegabytes) * 1_024) / count),
  }
  context.say(`each viewer: ${JSON.stringify(perViewer)}`)

  const killedAt = performance.now()
  const lostBefore = viewers.last().losses
  const watchedThere = viewers.last().of[2]!
  await fleet.find('live 3').kill()
  await until(
    'the viewers of the killed gateway to notice',
    () => viewers.last().losses >= lostBefore + watchedThere,
  )
  await until('every viewer to be back', areAllIn)
  const backMs = Math.round(performance.now() - killedAt)
  context.say(`all back after ${backMs} ms`)
  await pause(Math.max(0, killedAt + limits.backMs - performance.now()))
  const meanwhileP99Ms = p99Of(killedAt, killedAt + limits.backMs)
  const after = viewers.last()
  const signInsNeeded = phones.reduce((sum, phone) => sum + phone.signInsNeeded, 0)
  for (const phone of phones) phone.stop()
  await viewers.stop()
  const { problems, ...figures } = await judgeTrading(stack, load, began, new RegExp(`^${closedConnection}$`))
  for (const { name } of fleet.members()) if (name !== 'live 3') await fleet.find(name).stop()
  return {
    figures: {
      ...figures,
      viewers: count,
      gateways: gateways.length,
      backMs,
      lostByTheKill: watchedThere,
      failedTries: after.failures,
      signInsNeeded,
      orderP99Ms: { withoutViewers: withoutP99Ms, before: beforeP99Ms, meanwhile: meanwhileP99Ms },
      perViewer,
      viewersOwnCores: Math.round(((to.own - from.own) / took) * 100) / 100,
      gatewayCores: Math.round(((to.cpu - from.cpu) / took) * 100) / 100,
      limits,
    },
    problems: [
      ...problems,
      ...(await logFaults(node.database.exchangeUrl)),
      ...(backMs > limits.backMs ? [`all were back after ${backMs} ms, above ${limits.backMs}`] : []),
      ...(signInsNeeded > 0 ? [`members had to sign in ${signInsNeeded} times`] : []),
      ...(meanwhileP99Ms > limits.latencyTimes * beforeP99Ms
        ? [`the 99th of a hundred orders took ${meanwhileP99Ms} ms meanwhile and ${beforeP99Ms} ms before`]
        : []),
    ],
  }
}

const memoryOf = (fleet: Fleet): number =>
  gateways.reduce((sum, name) => sum + megabytesOf(fleet.find(name).pid), 0)

await runDrill({ name: 'viewers', kind: 'viewers', options: ['viewers', 'members', 'seconds'], run })
