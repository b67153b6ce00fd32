// The life of one shard in this process: wait for its lock, take a new epoch, make the engine again from PostgreSQL,
// then batch after batch. Whatever goes wrong on the way (a fence, a lost connection, a commit nobody answered) ends
// the same way: the engine is dropped and made again from what is committed. Only a log that does not come out as it
// was written, or an engine that throws, halts the shard: going on would be a guess.

import type { Subjects } from '@fairlot/contract/venue'
import type { Logger } from 'pino'
import { batchMessage, type SealedBatch } from './batch.ts'
import { type BookFeed, createBookFeed } from './books.ts'
import type { Place } from './chain.ts'
import { durabilityFaults, NotDurable } from './durability.ts'
import type { Metrics } from './metrics.ts'
import type { Nats } from './nats.ts'
import type { Publisher } from './publisher.ts'
import { BrokenLog, recover } from './recover.ts'
import { openSession, type Session, StoreFault } from './store.ts'
import { EngineFault, trade } from './trade.ts'
import { createWaker } from './waker.ts'

export interface ShardOptions {
  readonly shard: number
  readonly databaseUrl: string
  readonly mode: 'production' | 'development' | 'test'
  /** Whether to wait for a shard that another process has, or to give up. */
  readonly standby: 'wait' | 'exit'
  readonly batchLimit: number
  readonly snapshotCommands: number
  readonly snapshotMs: number
  readonly snapshotsKept: number
  readonly idleSessionMs: number
  readonly now: () => number
  readonly nats: Nats
  readonly subjects: Subjects
  readonly publisher: Publisher
  readonly metrics: Metrics
  readonly log: Logger
}

export type ShardState = 'waiting' | 'recovering' | 'running' | 'halted' | 'stopped'
const stateNumbers = { waiting: 0, recovering: 1, running: 2, halted: 3, stopped: 0 } as const

export interface RunningShard {
  readonly shard: number
  state(): ShardState
  /** Where the shard stands; undefined before it runs. */
  place(): Place | undefined
  /** Resolves when the shard has stopped or halted. */
  readonly ended: Promise<ShardState>
  stop(): Promise<void>
}

/** Another process has the shard, and this one was told not to wait. */
class ShardTaken extends Error {}

const lockRetryMs = 250
const mostTimes = 20_000

export function runShard(options: ShardOptions): RunningShard {
  const { shard, metrics, publisher } = options
  const log = options.log.child({ shard })
  const waker = createWaker()
  const books: BookFeed = createBookFeed(shard, options.nats, options.subjects, metrics)
  let state: ShardState = 'waiting'
  let place: Place | undefined
  const stopping = new AbortController()

  const enter = (next: ShardState): void => {
    state = next
    metrics.shardState.set({ shard }, stateNumbers[next])
  }
  options.nats.subscribe(options.subjects.pokeExchange(shard), waker.wake)
  options.nats.subscribe(options.subjects.askBooks(shard), () => {
    books.askAll()
    waker.wake()
  })

  const open = async (): Promise<Session> => {
    const session = await openSession({
      databaseUrl: options.databaseUrl,
      shard,
      idleSessionMs: options.idleSessionMs,
      // The query under way, or the next one, reports it too; this only ends the sleep before it.
      onLost: waker.wake,
    })
    const faults = options.mode === 'test' ? [] : await durabilityFaults(session)
    if (faults.length > 0 && options.mode === 'production') {
      await session.close()
      throw new NotDurable(`not durable: ${faults.join('; ')}`)
    }
    for (const fault of faults) log.warn(fault)
    return session
  }

  const takeShard = async (session: Session): Promise<{ epoch: number; place: Place } | undefined> => {
    for (let isFirst = true; !stopping.signal.aborted; isFirst = false) {
      const taken = await session.take()
      if (taken) return taken
      if (options.standby === 'exit') throw new ShardTaken(`shard ${shard} belongs to another process`)
      if (isFirst) log.info('another process has the shard; standing by')
      await waker.sleep(lockRetryMs)
    }
    return undefined
  }

  /** From the lock to the last batch. Ends normally only when asked to stop. */
  const hold = async (session: Session): Promise<void> => {
    const taken = await takeShard(session)
    if (!taken) return
    enter('recovering')
    const began = performance.now()
    await session.ensureMonths()
    const recovered = await recover(session, taken.place)
    for (const doubt of recovered.doubts) log.error({ doubt }, 'a snapshot was passed over')
    metrics.recoveries.inc({ shard })
    metrics.recoverySeconds.observe({ shard }, (performance.now() - began) / 1_000)
    place = recovered.place
    await announceNewest(session, recovered.place)
    enter('running')
    log.info(
      {
        epoch: taken.epoch,
        sequence: place.sequence,
        from: recovered.from,
        milliseconds: Math.round(performance.now() - began),
      },
      'shard runs',
    )
    await trade({
      ...options,
      session,
      epoch: taken.epoch,
      recovered,
      books,
      waker,
      stopping: stopping.signal,
      onCommitted,
      onSnapshot: (seconds) => metrics.snapshotSeconds.observe({ shard }, seconds),
    })
  }

  /** A crash between commit and publication leaves a gap that nobody sees until the next batch; this shows it. */
  const announceNewest = async (session: Session, { sequence, event }: Place): Promise<void> => {
    const [newest] = sequence === 0 ? [] : await session.batches(sequence - 1, 1)
    if (!newest) return
    const events = await session.events(newest.firstEvent - 1, event)
    const before = {
      shard,
      sequence: newest.first - 1,
      event: newest.firstEvent - 1,
      at: 0,
      hash: newest.previous,
    }
    const after = { shard, sequence, event, at: newest.at, hash: newest.hash }
    const bodies = events.map(({ body }) => body)
    publisher.publish(shard, sequence, batchMessage({ before, after }, bodies))
  }

  const onCommitted = (batch: SealedBatch, seconds: number): void => {
    place = batch.after
    const bodies = batch.events.map(({ body }) => body)
    publisher.publish(shard, place.sequence, batchMessage(batch, bodies))
    metrics.applied.inc({ shard }, batch.commands.length)
    metrics.events.inc({ shard }, batch.events.length)
    if (batch.malformed > 0) {
      metrics.malformed.inc({ shard }, batch.malformed)
      log.error({ first: batch.before.sequence + 1, malformed: batch.malformed }, 'not a command')
    }
    metrics.batchCommands.observe({ shard }, batch.commands.length)
    metrics.batchSeconds.observe({ shard }, seconds)
    metrics.times.push({ at: performance.now(), seconds, commands: batch.commands.length })
    // The heartbeat takes away what is old; while PostgreSQL is away it does not come by.
    if (metrics.times.length > mostTimes) metrics.times.splice(0, mostTimes / 2)
    metrics.sequence.set({ shard }, place.sequence)
  }

  const live = async (): Promise<ShardState> => {
    let pauseMs = 50
    while (!stopping.signal.aborted) {
      enter('waiting')
      place = undefined
      let session: Session | undefined
      try {
        session = await open()
        await hold(session)
        pauseMs = 50
      } catch (error) {
        if (
          error instanceof BrokenLog ||
          error instanceof EngineFault ||
          error instanceof NotDurable ||
          error instanceof ShardTaken
        ) {
          log.fatal({ err: error }, 'the shard is halted')
          enter('halted')
          return state
        }
        const isFence = error instanceof StoreFault && error.isFence
        log.warn({ err: error, isFence }, 'dropping the engine; PostgreSQL knows where we stand')
        enter('waiting')
        await waker.sleep(pauseMs)
        pauseMs = Math.min(pauseMs * 2, 2_000)
      } finally {
        // Also gives the lock back. A connection that is broken already has nothing to say about it.
        await session?.close().catch(() => undefined)
      }
    }
    enter('stopped')
    return state
  }

  const ended = live()
  return {
    shard,
    state: () => state,
    place: () => place,
    ended,
    async stop() {
      stopping.abort()
      waker.wake()
      await ended
    },
  }
}
