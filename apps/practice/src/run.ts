// The participants, live. Once a second they process new events, decide, and submit all their commands with one
// statement; events come from PostgreSQL, and NATS signals new ones.

import { type EventsWake, shardOf, subjectsOf } from '@fairlot/contract/venue'
import { databaseOf } from '@fairlot/process/database'
import { assertRestored } from '@fairlot/process/durability'
import { startHeartbeat } from '@fairlot/process/heartbeat'
import { serveMetrics } from '@fairlot/process/metrics'
import { openNats } from '@fairlot/process/nats'
import { pause } from '@fairlot/process/pause'
import { assertDirectPool } from '@fairlot/process/pooler'
import type pg from 'pg'
import type pino from 'pino'
import manifest from '../package.json' with { type: 'json' }
import type { ForShard } from './decide.ts'
import { createFollower, type Follower } from './follow.ts'
import { consoleFigures, type Figures, newFigures, registryOf } from './metrics.ts'
import { createParticipants, type Participants } from './participants.ts'
import type { SavedParticipants } from './saved.ts'
import type { Settings } from './settings.ts'
import {
  askHalts,
  openPool,
  readFirstEvents,
  readInstruments,
  readSaved,
  readSeats,
  save,
  submit,
  tryLock,
} from './store.ts'

const tickMs = 1_000
const pollEveryMs = 5_000
const saveEveryMs = 300_000
/** A shard that has applied nothing for this long after a command gets no more commands. */
const silentAfterMs = 5_000

interface Saved {
  readonly cursors: Readonly<Record<string, number>>
  readonly participants: SavedParticipants
}

export interface RunningPractice {
  readonly metricsPort: number
  readonly participants: Participants
  readonly figures: Figures
  stop(): Promise<void>
}

export async function startPractice(
  settings: Settings,
  log: pino.Logger,
  clock: () => number = Date.now,
): Promise<RunningPractice> {
  const figures = newFigures()
  const pool = openPool(settings.databaseUrl, 10_000)
  const server = await serveMetrics(registryOf(figures), {
    host: '127.0.0.1',
    port: settings.metricsPort,
    unready: () => (figures.ready ? undefined : 'ready.starting'),
  })
  const nats = openNats({ address: settings.nats, name: 'fairlot-practice', log })
  const stopping = new AbortController()
  const stopHeartbeat = startHeartbeat({
    process: 'practice',
    version: manifest.version,
    db: databaseOf(pool),
    figures: consoleFigures(figures),
    log,
  })
  const closeAll = async (): Promise<void> => {
    await stopHeartbeat()
    await nats.close()
    await server.close()
    await pool.end()
  }
  try {
    await assertDirectPool(pool)
    await assertRestored(databaseOf(pool))
    const subjects = subjectsOf(settings.namespace)
    const hand = async (commands: readonly ForShard[]): Promise<void> => {
      for (const shard of await submitAll(pool, commands)) nats.publish(subjects.wakeExchange(shard))
    }
    const enter = async (): Promise<{ lock: Lock; market: AwakeMarket }> => {
      const lock = await takeLock(pool, log, stopping.signal)
      try {
        const market = await wakeUp(pool, settings, figures)
        await hand(market.participants.begin())
        log.info(
          { intensity: settings.intensity, calendar: settings.calendar },
          'participants are in the market',
        )
        return { lock, market }
      } catch (error) {
        lock.release()
        throw error
      }
    }
    // The first time is awaited: a database without seats is the operator's to fix. Later ones are a fail-over.
    const { lock, market } = await enter()
    nats.subscribe(subjects.allEvents, (message) => market.follower.wake(message.json<Partial<EventsWake>>()))
    const keep = (): Promise<void> => keepMarket(pool, market)
    const joining = () => joinListed({ pool, settings, figures, market, hand, log })
    const running = stay(lock, log, stopping.signal, {
      async reenter() {
        const entered = await enter()
        Object.assign(market, entered.market)
        return entered.lock
      },
      turn: (signal) => turn({ market, joinListed: joining, figures, hand, keep, log, signal, nats, clock }),
    })
    return {
      metricsPort: server.port,
      get participants() {
        return market.participants
      },
      figures,
      async stop() {
        stopping.abort()
        const last = await running
        if (last) await keep().catch((error: unknown) => log.warn({ err: error }, 'state could not be saved'))
        last?.release()
        await closeAll()
      },
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}

const reenterEveryMs = 500

/**
 * Trades for as long as the lock is held. When its connection is lost, PostgreSQL restarts or another server took over:
 * the lock is taken again and the state read again, as after a restart. Returns the lock that is held at the end.
 */
async function stay(
  first: Lock,
  log: pino.Logger,
  stopping: AbortSignal,
  { reenter, turn: trade }: { reenter(): Promise<Lock>; turn(signal: AbortSignal): Promise<void> },
): Promise<Lock | undefined> {
  let lock: Lock | undefined = first
  let isLogged = false
  while (!stopping.aborted) {
    if (lock) {
      const lost = new AbortController()
      void lock.lost.then(() => lost.abort())
      await trade(AbortSignal.any([stopping, lost.signal]))
      if (!lost.signal.aborted) return lock
      lock.release()
      lock = undefined
      log.warn('the practice market lost its lock: it takes it again')
      isLogged = false
    }
    try {
      lock = await reenter()
    } catch (error) {
      // Logged once per outage.
      if (!isLogged && !stopping.aborted) log.warn({ err: error }, 'the practice market cannot return yet')
      isLogged = true
      await pause(reenterEveryMs, stopping)
    }
  }
  return lock
}

interface Lock {
  /** Resolves when the connection that holds it is lost. */
  readonly lost: Promise<Error>
  release(): void
}

/** One practice market at a time; a second one waits until the first has ended. */
async function takeLock(pool: pg.Pool, log: pino.Logger, signal: AbortSignal): Promise<Lock> {
  for (let isLogged = false; ;) {
    signal.throwIfAborted()
    const client = await pool.connect()
    const lost = new Promise<Error>((resolve) => client.on('error', resolve))
    const locked = await tryLock(client).catch((error: Error) => {
      client.release(error)
      throw error
    })
    // Destroyed, not returned to the pool: the lock ends with its connection.
    if (locked === true) return { lost, release: () => client.release(true) }
    // A replica: the next connection may lead to the primary.
    client.release(locked === undefined)
    if (!isLogged) log.info('another practice market is running: waiting')
    isLogged = true
    await pause(2_000, signal)
  }
}

/** Returns the shards that have got commands. */
async function submitAll(pool: pg.Pool, commands: readonly ForShard[]): Promise<ReadonlySet<number>> {
  // Its database role may act for its seats only: the worker executes halts for it.
  const halts = commands.flatMap(({ command }) => (command.kind === 'halt' ? [command] : []))
  if (halts.length > 0) await askHalts(pool, halts)
  const own = commands.filter(({ command }) => command.kind !== 'halt')
  const shards = own.map(({ shard }) => shard)
  if (own.length > 0)
    await submit(
      pool,
      shards,
      own.map(({ command }) => JSON.stringify(command)),
    )
  return new Set(shards)
}

interface AwakeMarket {
  participants: Participants
  follower: Follower
  /** Of which the exchange has spoken, and which it does not know. */
  unknown: Set<string>
}

async function wakeUp(pool: pg.Pool, settings: Settings, figures: Figures): Promise<AwakeMarket> {
  const [instruments, seats, text] = await Promise.all([
    readInstruments(pool),
    readSeats(pool),
    readSaved(pool),
  ])
  if (instruments.length === 0 || seats.length === 0) {
    throw new Error('there are no instruments or no seats: run the seed first')
  }
  const participants = createParticipants({ ...settings, instruments, seats })
  const saved = text === undefined ? undefined : (JSON.parse(text) as Saved)
  if (saved) {
    participants.restore(saved.participants)
    // Events before the saved position, of securities that were not known then.
    const before = new Set(saved.participants.symbols)
    for (const { symbol } of instruments.filter((one) => !before.has(one.symbol))) {
      const shard = shardOf(symbol)
      for (const { body, at } of await readFirstEvents(pool, shard, symbol, saved.cursors[shard] ?? 0))
        participants.observe(body, at)
    }
  }
  const known = participants.symbols()
  const unknown = new Set<string>()
  const follower = createFollower(pool, saved?.cursors ?? {}, (event, at) => {
    figures.events += 1
    if (event.kind === 'state' && !known.has(event.symbol)) unknown.add(event.symbol)
    participants.observe(event, at)
  })
  await follower.catchUp()
  return { participants, follower, unknown }
}

const keepMarket = (pool: pg.Pool, { follower, participants }: AwakeMarket): Promise<void> => {
  const saved: Saved = { cursors: follower.cursors(), participants: participants.save() }
  return save(pool, JSON.stringify(saved))
}

interface Joining extends Pick<Turn, 'market' | 'figures' | 'hand' | 'log'> {
  readonly pool: pg.Pool
  readonly settings: Settings
}

/** A security that was listed meanwhile joins: the same as a restart, without one. */
async function joinListed({ pool, settings, figures, market, hand, log }: Joining): Promise<void> {
  const known = market.participants.symbols()
  const listed = (await readInstruments(pool)).filter(({ symbol }) => !known.has(symbol))
  // A delisted one, which the exchange still knows.
  if (listed.length === 0) {
    market.unknown.clear()
    return
  }
  await keepMarket(pool, market)
  const joined = await wakeUp(pool, settings, figures)
  await hand(joined.participants.begin())
  Object.assign(market, joined)
  log.info({ symbols: listed.map(({ symbol }) => symbol) }, 'new securities are in the market')
}

interface Turn {
  readonly market: AwakeMarket
  readonly joinListed: () => Promise<void>
  readonly figures: Figures
  readonly nats: { isConnected(): boolean }
  readonly clock: () => number
  readonly hand: (commands: readonly ForShard[]) => Promise<void>
  readonly keep: () => Promise<void>
  readonly log: pino.Logger
  readonly signal: AbortSignal
}

async function turn({
  clock,
  market,
  joinListed,
  figures,
  nats,
  hand,
  keep,
  log,
  signal,
}: Turn): Promise<void> {
  /** When a shard got its first unanswered command, and its position then. */
  const asked = new Map<number, { at: number; sequence: number }>()
  let polledAt = 0
  let savedAt = clock()
  let failed = false

  const silentShards = (now: number): Set<number> => {
    const silent = new Set<number>()
    for (const [shard, { at, sequence }] of asked) {
      if (market.follower.cursorOf(shard).sequence > sequence) asked.delete(shard)
      else if (now - at > silentAfterMs) silent.add(shard)
    }
    return silent
  }

  while (!signal.aborted) {
    const now = clock()
    const from = performance.now()
    try {
      figures.natsConnected = Number(nats.isConnected())
      if (!nats.isConnected() || market.follower.hasNews() || now - polledAt >= pollEveryMs) {
        await market.follower.catchUp()
        polledAt = now
      }
      if (market.unknown.size > 0) await joinListed()
      const { participants, follower } = market
      const silent = silentShards(now)
      figures.silentShards = silent.size
      const commands = participants.decide(now, silent)
      await hand(commands)
      for (const { shard } of commands) {
        if (!asked.has(shard)) asked.set(shard, { at: now, sequence: follower.cursorOf(shard).sequence })
      }
      count(figures, commands)
      if (now - savedAt >= saveEveryMs) {
        await keep()
        savedAt = now
      }
      if (failed) log.info('the practice market is working again')
      failed = false
      figures.ready = true
    } catch (error) {
      figures.failedTicks += 1
      market.participants.doubt()
      // Logged once per outage: this runs every second.
      if (!failed) log.error({ err: error }, 'a tick of the practice market failed')
      failed = true
    }
    figures.tickSeconds = (performance.now() - from) / 1_000
    await pause(tickMs - (clock() % tickMs), signal)
  }
}

function count(figures: Figures, commands: readonly ForShard[]): void {
  figures.ticks += 1
  for (const { command } of commands) {
    if (command.kind === 'quote') figures.quotes += command.quotes.length
    else if (command.kind === 'place') figures.orders += 1
    else if (command.kind === 'cancel') figures.cancels += 1
    else if (command.kind === 'halt') figures.halts += 1
  }
}
