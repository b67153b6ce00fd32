// The life of one shard in this process: wait for its lock, take a new epoch, rebuild the engine from PostgreSQL, then
// batch after batch. Every failure (a fence, a lost connection, an unanswered commit) ends the same way: the engine is
// dropped and rebuilt from what is committed. Only a log that does not replay as written, or an engine that fails
// without a command to set aside, halts the shard: continuing would be a guess.

import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { Subjects } from '@fairlot/contract/venue'
import { type DatabaseHa, type Mode, NotDurable, RestoreUnfinished } from '@fairlot/process/durability'
import type { Nats } from '@fairlot/process/nats'
import { pause } from '@fairlot/process/pause'
import { BehindPooler } from '@fairlot/process/pooler'
import { isTracing, traceNow, traceOrders } from '@fairlot/process/traces'
import type { Logger } from 'pino'
import type { Announcer } from './announcer.ts'
import { EngineFault, type SealedBatch } from './batch.ts'
import { type BookFeed, createBookFeed } from './books.ts'
import type { Place } from './chain.ts'
import { LogWentBack, type Mark, whyBack } from './mark.ts'
import { MarkFault, type MarkFile } from './mark-file.ts'
import type { Metrics } from './metrics.ts'
import { BrokenLog, type Engines, recover } from './recover.ts'
import { openSession, type Seen, type Session, StoreFault } from './store.ts'
import { memberOrdersIn } from './traced-orders.ts'
import { CommandSetAside, trade } from './trade.ts'
import { createWaker, type Waker } from './waker.ts'

export interface ShardOptions {
  readonly shard: number
  readonly databaseUrl: string
  readonly mode: Mode
  readonly ha: DatabaseHa
  /** Whether to wait for a shard that another process has, or to give up. */
  readonly standby: 'wait' | 'exit'
  readonly markFile: MarkFile
  readonly batchLimit: number
  readonly snapshotCommands: number
  readonly snapshotMs: number
  readonly snapshotsKept: number
  readonly idleSessionMs: number
  readonly now: () => number
  readonly engines: Engines
  readonly nats: Nats
  readonly subjects: Subjects
  readonly announcer: Announcer
  readonly metrics: Metrics
  readonly log: Logger
}

export type ShardState = 'waiting' | 'recovering' | 'running' | 'halted' | 'stopped'
const stateNumbers = { waiting: 0, recovering: 1, running: 2, halted: 3, stopped: 0 } as const

export interface RunningShard {
  readonly shard: number
  state(): ShardState
  /** The position of the shard; undefined before it runs. */
  place(): Place | undefined
  /** Resolves when the shard has stopped or halted. */
  readonly ended: Promise<ShardState>
  stop(): Promise<void>
}

/** Another process has the shard, and this one is configured not to wait. */
class ShardTaken extends Error {}

const lockRetryMs = 250
/** How often a standby confirms what it has seen: it can remember that much less than the process that trades. */
const confirmMs = 1_000
/** How often a halted shard asks whether its log was accepted. */
const acceptPollMs = 2_000
/** A fail-over takes seconds: a longer pause would be added to each. */
const maxPauseMs = 500
const maxTimes = 20_000

/** What all steps of a shard's life know. */
interface Life {
  readonly options: ShardOptions
  readonly log: Logger
  readonly waker: Waker
  readonly books: BookFeed
  readonly stopping: AbortController
  state: ShardState
  place: Place | undefined
  hasRun: boolean
  /** The newest that PostgreSQL has confirmed to this process. */
  mark: Mark | undefined
}

export function runShard(options: ShardOptions): RunningShard {
  const { shard, nats, subjects } = options
  const life: Life = {
    options,
    log: options.log.child({ shard }),
    waker: createWaker(),
    books: createBookFeed(shard, nats, subjects, options.metrics),
    stopping: new AbortController(),
    state: 'waiting',
    place: undefined,
    hasRun: false,
    mark: undefined,
  }
  const { waker, books, stopping } = life
  nats.subscribe(subjects.wakeExchange(shard), waker.wake)
  // Wakes were lost while it was away.
  nats.onConnected(waker.wake)
  nats.subscribe(subjects.askBooks(shard), () => {
    books.askAll()
    waker.wake()
  })
  const ended = live(life)
  return {
    shard,
    state: () => life.state,
    place: () => life.place,
    ended,
    async stop() {
      stopping.abort()
      waker.wake()
      await ended
    },
  }
}

function enter(life: Life, next: ShardState): void {
  const { shard, metrics } = life.options
  life.state = next
  if (next === 'running') life.hasRun = true
  else metrics.epoch.set({ shard }, 0)
  metrics.shardState.set({ shard }, stateNumbers[next])
}

async function live(life: Life): Promise<ShardState> {
  const { options, log, waker, stopping } = life
  let pauseMs = 50
  let lastProblem = ''
  while (!stopping.signal.aborted) {
    if (life.state !== 'halted') enter(life, 'waiting')
    life.place = undefined
    let session: Session | undefined
    try {
      session = await openSession({
        databaseUrl: options.databaseUrl,
        shard: options.shard,
        idleSessionMs: options.idleSessionMs,
        // The current or next query reports it too; this only ends the sleep before it.
        onLost: waker.wake,
      })
      await session.assertDurable(options.mode, options.ha, log)
      await hold(life, session)
      pauseMs = 50
      lastProblem = ''
    } catch (error) {
      if (isFinal(error, life.hasRun)) {
        log.fatal({ err: error }, 'the shard is halted')
        enter(life, 'halted')
        return life.state
      }
      if (error instanceof LogWentBack) {
        if (String(error) !== lastProblem)
          log.fatal({ err: error }, 'the shard is halted until its log is accepted: docs/operating/alerts.md')
        lastProblem = String(error)
        enter(life, 'halted')
        options.metrics.wentBack.set({ shard: options.shard }, 1)
        await session?.close().catch(() => undefined)
        await pause(acceptPollMs, stopping.signal)
        continue
      }
      const isFence = error instanceof StoreFault && error.isFence
      // A shard that ran begins a new outage; the same problem again is the same outage, twice a second.
      const problem = String(error)
      if (life.state === 'running' || problem !== lastProblem)
        log.warn({ err: error, isFence }, 'dropping the engine; its state is read again from PostgreSQL')
      lastProblem = problem
      if (life.state === 'running') pauseMs = 50
      enter(life, 'waiting')
      await waker.sleep(pauseMs)
      pauseMs = Math.min(pauseMs * 2, maxPauseMs)
    } finally {
      // Also releases the lock. Errors of an already broken connection do not matter.
      await session?.close().catch(() => undefined)
    }
  }
  enter(life, 'stopped')
  await options.markFile.flush().catch(() => undefined)
  return life.state
}

/** At the start a missing standby is final; later it is a fail-over, and the shard waits for the next standby. */
const isFinal = (error: unknown, hasRun: boolean): boolean =>
  error instanceof BrokenLog ||
  error instanceof EngineFault ||
  (error instanceof NotDurable && !(hasRun && error.isOnlyStandby)) ||
  error instanceof BehindPooler ||
  error instanceof RestoreUnfinished ||
  error instanceof MarkFault ||
  error instanceof ShardTaken

/** From the lock to the last batch. Returns only when asked to stop. */
async function hold(life: Life, session: Session): Promise<void> {
  const taken = await takeShard(life, session)
  if (!taken) return
  enter(life, 'recovering')
  await session.ensureMonths()
  const bookKey = randomBytes(32).toString('hex')
  await session.keepBookKey(taken.epoch, bookKey)
  life.books.sealWith(bookKey)
  let target: Place | undefined = taken.place
  while (target) target = await work(life, session, taken.epoch, target)
}

async function takeShard(life: Life, session: Session): Promise<{ epoch: number; place: Place } | undefined> {
  const { log, waker, stopping } = life
  const { shard, standby, markFile } = life.options
  let confirmedAt = -confirmMs
  for (let isFirst = true; !stopping.signal.aborted; isFirst = false) {
    const seen = await session.view()
    await assertNotBack(life, session, seen)
    const taken = await session.take()
    if (taken) {
      remember(life, seen, taken.epoch, taken.place)
      // The first write shows whether the directory can be written at all.
      if (!life.hasRun) await markFile.flush()
      return taken
    }
    // A standby on another machine remembers as well, what is confirmed.
    if (performance.now() - confirmedAt >= confirmMs) {
      await session.confirm()
      remember(life, seen, seen.epoch, seen)
      confirmedAt = performance.now()
    }
    if (standby === 'exit') throw new ShardTaken(`shard ${shard} belongs to another process`)
    if (isFirst) log.info('another process holds the shard; standing by')
    await waker.sleep(lockRetryMs)
  }
  return undefined
}

/** Halts the shard for every process when the database does not have what this one knows. */
async function assertNotBack(life: Life, session: Session, seen: Seen): Promise<void> {
  const { shard, markFile, metrics } = life.options
  // Taking the shard fails there.
  if (seen.isReplica) return
  if (seen.openBreak !== undefined) throw new LogWentBack(`shard ${shard} is halted: ${seen.openBreak}`)
  life.mark ??= await markFile.read(seen.installation)
  const known = life.mark
  const why = known && (await whyBack(known, seen, session.linkAt))
  if (known && why !== undefined) {
    // Confirmed like every write: an old primary without a standby cannot halt a shard.
    await session.haltLog(known, hostname(), why)
    throw new LogWentBack(`shard ${shard} is halted: ${why} (${hostname()})`)
  }
  metrics.wentBack.set({ shard }, 0)
  if (life.state === 'halted') {
    life.log.warn({ history: seen.history }, 'the log was accepted as it is')
    enter(life, 'waiting')
  }
}

function remember(
  life: Life,
  { installation, history }: Mark,
  epoch: number,
  place: Pick<Place, 'sequence' | 'hash' | 'kept'>,
): void {
  const { sequence, hash, kept } = place
  const mark = { installation, history, epoch, sequence, hash, kept }
  if (life.mark?.sequence === sequence && life.mark.epoch === epoch && life.mark.history === history) return
  life.mark = mark
  life.options.markFile.keep(mark)
}

/** Builds an engine and trades with it. Returns the position for the next one when a command was set aside. */
async function work(life: Life, session: Session, epoch: number, target: Place): Promise<Place | undefined> {
  const { options, log, books, waker, stopping } = life
  const { shard, metrics, announcer } = options
  enter(life, 'recovering')
  const began = performance.now()
  const recovered = await recover(session, target, options.engines)
  for (const doubt of recovered.doubts) log.error({ doubt }, 'a snapshot was skipped')
  metrics.recoveries.inc({ shard })
  metrics.recoverySeconds.observe({ shard }, (performance.now() - began) / 1_000)
  life.place = recovered.place
  const { sequence } = recovered.place
  // A process that crashed between commit and announcement did not inform readers of its last batch.
  announcer.announce(shard, sequence)
  await session.beginTrading()
  enter(life, 'running')
  metrics.epoch.set({ shard }, epoch)
  const milliseconds = Math.round(performance.now() - began)
  log.info({ epoch, sequence, from: recovered.from, milliseconds }, 'shard runs')
  try {
    await trade({
      ...options,
      session,
      epoch,
      recovered,
      books,
      waker,
      stopping: stopping.signal,
      isConnected: options.nats.isConnected,
      onCommitted: (batch, seconds) => noteCommit(life, batch, seconds),
      onSnapshot: (seconds) => metrics.snapshotSeconds.observe({ shard }, seconds),
    })
    return undefined
  } catch (error) {
    if (!(error instanceof CommandSetAside)) throw error
    metrics.setAside.inc({ shard })
    log.error({ err: error }, 'a command was set aside; restarting the engine from the log')
    return session.place()
  }
}

function noteCommit(life: Life, batch: SealedBatch, seconds: number): void {
  const { shard, metrics, announcer } = life.options
  const { sequence } = batch.after
  life.place = batch.after
  if (life.mark) remember(life, life.mark, life.mark.epoch, batch.after)
  announcer.announce(shard, sequence, batch.fillsMember)
  if (isTracing())
    traceOrders('match', memberOrdersIn(batch), traceNow() - 1_000 * seconds, {
      'fairlot.shard': shard,
      'fairlot.batch': batch.commands.length,
    })
  metrics.applied.inc({ shard }, batch.commands.length)
  metrics.events.inc({ shard }, batch.events.length)
  if (batch.malformed > 0) {
    metrics.malformed.inc({ shard }, batch.malformed)
    life.log.error({ first: batch.before.sequence + 1, malformed: batch.malformed }, 'not a command')
  }
  metrics.batchCommands.observe({ shard }, batch.commands.length)
  metrics.batchSeconds.observe({ shard }, seconds)
  metrics.times.push({ at: performance.now(), seconds, commands: batch.commands.length })
  // The heartbeat removes old entries; while PostgreSQL is down it does not run.
  if (metrics.times.length > maxTimes) metrics.times.splice(0, maxTimes / 2)
  metrics.sequence.set({ shard }, sequence)
}
