// npm run drill -- degrade [--seconds 15] [--members 24]: the disk of PostgreSQL is full, then slow; the network is
// slow; the clocks of single processes are five minutes off. Members trade all the while. Nothing is lost, and each
// fault looks as docs/architecture/failure.md says.

import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readdirSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { seededRandom } from '@fairlot/testkit'
import { openSql } from '@fairlot/testkit/sql'
import { until } from '@fairlot/testkit/until'
import { openLoadBalancer } from '../faults/support/load-balancer.ts'
import { closedConnection, type MemberAnswer, type MemberLoad } from '../faults/support/member-load.ts'
import { openTradingOn, type TradingStack } from '../faults/support/trading-stack.ts'
import { logFaults } from '../faults/support/venue-log.ts'
import { ask } from './support/cluster.ts'
import { compile } from './support/compile.ts'
import { openDelayingProxy } from './support/delaying-proxy.ts'
import { type Fleet, openFleet } from './support/fleet.ts'
import { type DatabaseNode, startNode } from './support/node.ts'
import { isAlive } from './support/processes.ts'
import { quantile, startReader } from './support/reader.ts'
import { type DrillContext, type DrillResult, runDrill } from './support/run-drill.ts'
import { judgeTrading } from './support/trading.ts'

const seed = 20_261_118
const diskMegabytes = 900
const syncDelayMs = 200
const networkDelayMs = 50
const clockSeconds = 300
const healLimitMs = 30_000
const answerLimitMs = 6_000
const roles = ['settlement', 'worker', 'quotes', 'exchange', 'api'] as const

/** One way to suffer. */
interface Fault {
  readonly name: string
  /** Whether orders must be accepted meanwhile. */
  readonly trades: boolean
  begin(): Promise<unknown>
  /** Called all the while, as a supervisor looks after the processes. */
  watch?(): void
  end(): Promise<unknown>
}

interface Suffered {
  readonly accepted: number
  readonly answers: Readonly<Record<string, number>>
  readonly slowestAnswerMs: number
  readonly reads: { readonly answers: number; readonly failed: number; readonly p99Ms: number }
  /** The repair itself: a process is started. */
  readonly endedMs: number
  readonly healedMs: number
}

interface Stage {
  readonly context: DrillContext
  readonly stack: TradingStack<DatabaseNode>
  readonly fleet: Fleet
  readonly load: MemberLoad
  readonly all: readonly MemberAnswer[]
}

async function suffer(
  { context, stack, load, all }: Stage,
  fault: Fault,
  seconds: number,
): Promise<Suffered> {
  const wanted = load.accepted.size + 20
  await until('ordinary work', () => load.accepted.size >= wanted)
  const reader = startReader(load)
  const began = performance.now()
  await fault.begin()
  // What was under way when the fault began is not its effect.
  const since = performance.now()
  while (performance.now() - since < seconds * 1_000) {
    fault.watch?.()
    await pause(100)
  }
  const ended = performance.now()
  await reader.stop()
  await fault.end()
  const over = performance.now()
  await stack.untilNextIsSettled(load, over, `the end of ${fault.name}`)
  const healedMs = Math.round(performance.now() - over)
  const meanwhile = all.filter(({ at }) => at > began && at < ended)
  const answers: Record<string, number> = {}
  for (const { http } of meanwhile) answers[http] = (answers[http] ?? 0) + 1
  const { reads } = reader
  const suffered = {
    accepted: [...load.accepted.values()].filter((at) => at > since && at < ended).length,
    answers,
    slowestAnswerMs: Math.round(Math.max(0, ...meanwhile.map(({ ms }) => ms))),
    reads: {
      answers: reads.length,
      failed: reads.filter(({ http }) => http !== 200).length,
      p99Ms: Math.round(
        quantile(
          reads.map(({ ms }) => ms),
          0.99,
        ),
      ),
    },
    endedMs: Math.round(over - ended),
    healedMs,
  }
  context.say(`${fault.name}: ${JSON.stringify(suffered)}`)
  return suffered
}

/** Fills the disk to the last byte. What the file has already stays: nothing may become free in between. */
function fill(file: string): void {
  const handle = openSync(file, 'a')
  try {
    for (let size = 2 ** 22; size >= 4_096; size /= 2) {
      const piece = Buffer.alloc(size)
      try {
        for (;;) if (writeSync(handle, piece) < size) break
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    }
  } finally {
    closeSync(handle)
  }
}

/** PostgreSQL's own disk, small enough to fill. */
function mountDisk(context: DrillContext): string {
  if (process.getuid?.() !== 0) throw new Error('this drill mounts a small disk: run it as root')
  const disk = join(context.folder, 'disk')
  mkdirSync(disk, { mode: 0o700 })
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m,mode=0700`, 'tmpfs', disk])
  context.atEnd(async () => void execFileSync('umount', ['--lazy', disk]))
  return disk
}

/** New segments until PostgreSQL finds no place for one, and stops. */
async function useUpWal({ database }: DatabaseNode): Promise<void> {
  const next = `SELECT pg_logical_emit_message(true, 'drill', 'x'), pg_switch_wal()`
  await until('PostgreSQL to stop for want of WAL', () =>
    ask(database.ownerUrl, next).then(
      () => false,
      // A refused statement is no stop.
      (error: { severity?: string }) => error.severity !== 'ERROR',
    ),
  )
}

/** Its supervisor starts it when it has ended. */
async function untilPostgresAnswers(node: DatabaseNode): Promise<void> {
  await until('PostgreSQL to answer', async () => {
    if (!isAlive(node.postgresPid())) await node.startPostgres()
    return ask(node.database.ownerUrl, 'SELECT 1').then(
      () => true,
      () => false,
    )
  })
}

function findFakeClock(): string {
  const found = readdirSync('/usr/lib')
    .map((folder) => join('/usr/lib', folder, 'faketime/libfaketimeMT.so.1'))
    .find((file) => {
      try {
        closeSync(openSync(file, 'r'))
        return true
      } catch {
        return false
      }
    })
  if (found === undefined) throw new Error('libfaketime is missing: npm run setup -- --ha')
  return found
}

async function run(context: DrillContext): Promise<DrillResult> {
  const seconds = context.option('seconds', 15)
  const clock = findFakeClock()
  const disk = mountDisk(context)
  const delayFile = join(context.folder, 'sync-delay')
  writeFileSync(delayFile, '0')
  let network: { delay(ms: number): void } | undefined
  const node = await startNode(context, {
    postgres: {
      folder: join(disk, 'postgres'),
      env: { LD_PRELOAD: compile('slow-sync', 'library', context.folder), SLOW_SYNC_FILE: delayFile },
      settings: { max_wal_size: '96MB', min_wal_size: '32MB', shared_buffers: '64MB' },
    },
    async between(ports) {
      const [postgres, nats] = [await openDelayingProxy(ports.postgres), await openDelayingProxy(ports.nats)]
      for (const proxy of [postgres, nats]) context.atEnd(() => proxy.close())
      network = { delay: (ms) => [postgres, nats].forEach((proxy) => proxy.delay(ms)) }
      return { postgres: postgres.port, nats: nats.port }
    },
  })
  const all: MemberAnswer[] = []
  const stack = await openTradingOn(node, {
    env: { DATABASE_PATIENCE: '1' },
    members: context.option('members', 24),
    load: { answerMs: 20_000, onAnswer: (answer) => all.push(answer) },
  })
  context.atEnd(() => stack.stop())
  const balancer = await openLoadBalancer()
  context.atEnd(() => balancer.close())
  const fleet = openFleet(stack, balancer, context)
  for (const role of roles) await fleet.start(role, role)
  await fleet.start('api 2', 'api')
  await stack.untilMarketIsOpen()
  const load = await stack.startTrading(balancer.base, seededRandom(seed), 300)
  context.atEnd(() => load.stop())
  const began = performance.now()
  const stage = { context, stack, fleet, load, all }

  const ballast = join(disk, 'ballast')
  const faults: Fault[] = [
    {
      name: 'disk full',
      trades: false,
      begin: async () => fill(ballast),
      watch: () => fill(ballast),
      async end() {
        rmSync(ballast)
        await untilPostgresAnswers(node)
      },
    },
    {
      name: 'no room for WAL',
      trades: false,
      async begin() {
        fill(ballast)
        await useUpWal(node)
      },
      watch: () => fill(ballast),
      async end() {
        rmSync(ballast)
        await untilPostgresAnswers(node)
      },
    },
    {
      name: 'slow disk',
      trades: true,
      begin: async () => writeFileSync(delayFile, String(syncDelayMs)),
      end: async () => writeFileSync(delayFile, '0'),
    },
    {
      name: 'slow network',
      trades: true,
      begin: async () => network!.delay(networkDelayMs),
      end: async () => network!.delay(0),
    },
    ...roles.flatMap((role) =>
      [clockSeconds, -clockSeconds].map((offset) => ({
        name: `clock of ${role} ${offset > 0 ? '+' : ''}${offset} s`,
        trades: true,
        async begin() {
          await fleet.strike(role, { env: offBy(clock, offset) })
          await untilClockIsOff(node, fleet.find(role).pid, offset)
        },
        end: () => fleet.strike(role),
      })),
    ),
  ]
  const suffered: Record<string, Suffered> = {}
  for (const fault of faults) suffered[fault.name] = await suffer(stage, fault, seconds)

  const mayBeAnswered = new RegExp(
    `^(${closedConnection}|status (503 system[.]busy|500 system[.]unconfirmed))$`,
  )
  const { problems, ...figures } = await judgeTrading(stack, load, began, mayBeAnswered)
  await fleet.stopAll()
  return {
    figures: {
      ...figures,
      diskMegabytes,
      syncDelayMs,
      networkDelayMs,
      clockSeconds,
      faults: suffered,
    },
    problems: [
      ...problems,
      ...(await logFaults(node.database.exchangeUrl)),
      ...faults.flatMap(({ name, trades }) => {
        const { accepted, healedMs, slowestAnswerMs } = suffered[name]!
        return [
          ...(trades && accepted === 0 ? [`${name}: no order was accepted`] : []),
          ...(healedMs > healLimitMs ? [`${name}: healed after ${healedMs} ms, above ${healLimitMs}`] : []),
          ...(slowestAnswerMs > answerLimitMs
            ? [`${name}: an answer took ${slowestAnswerMs} ms, above ${answerLimitMs}`]
            : []),
        ]
      }),
    ],
  }
}

/** As the process itself reports it: otherwise the drill would show nothing. */
async function untilClockIsOff({ database }: DatabaseNode, pid: number, seconds: number): Promise<void> {
  const sql = openSql(database.ownerUrl)
  await until(`a clock that is ${seconds} s off`, async () => {
    const [row] = await sql.query<{ ms: number }>(
      'SELECT clock_ms::int AS ms FROM status.heartbeats WHERE pid = $1 ORDER BY started_at DESC LIMIT 1',
      [pid],
    )
    return row !== undefined && Math.abs(row.ms - seconds * 1_000) < 5_000
  })
  await sql.close()
}

/** For one process: its date, not its timers. */
const offBy = (library: string, seconds: number): Readonly<Record<string, string>> => ({
  LD_PRELOAD: library,
  FAKETIME: `${seconds > 0 ? '+' : ''}${seconds}`,
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
})

await runDrill({ name: 'degrade', kind: 'degrade', options: ['seconds', 'members'], run })
