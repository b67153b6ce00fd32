// One seed: a world of exchanges, settlers, workers, apis and phones over one store, run step by step with faults and
// then to its end without them. Returns the breach, if any, and a hash of the whole course.

import { hash as digest } from 'node:crypto'
import { shardOf } from '@fairlot/contract/venue'
import { copyPoolSeat } from '@fairlot/rules/members'
import { termsOf } from '@fairlot/rules/orders'
import { addApi } from './actors/api.ts'
import { chooseOrder } from './actors/choose-order.ts'
import { makeCores } from './actors/cores.ts'
import { addDownstream } from './actors/downstream.ts'
import { openingEntries } from './actors/opening.ts'
import { addPhone } from './actors/phone.ts'
import { addSeat } from './actors/seat.ts'
import { addSettler } from './actors/settlement.ts'
import type { Breach, SimulatedInstrument, Simulation } from './actors/simulation.ts'
import { addVenue } from './actors/venue.ts'
import { addWorker } from './actors/worker.ts'
import type { OrderRow } from './actors/rows.ts'
import type { PlantedBug } from './planted-bugs.ts'
import { checkAll, checkCommit, isIdle } from './oracle/check.ts'
import { intakeCounts } from './oracle/check-intake.ts'
import { type MessageFaults, Network, type NetworkRates } from './world/network.ts'
import { type Coverage, type FaultRates, Scheduler } from './world/scheduler.ts'
import { Store } from './world/store.ts'

export interface SeedOptions {
  readonly seed: number
  readonly steps: number
  readonly planted?: PlantedBug
  readonly coverage?: Coverage
  readonly messages?: MessageFaults
  /** Counts what intake decided. */
  readonly decided?: Map<string, number>
}

export interface SeedResult {
  readonly seed: number
  readonly breaches: readonly Breach[]
  readonly steps: number
  readonly trace: string
  readonly counts: {
    readonly orders: number
    readonly fills: number
    readonly closed: number
    readonly takeovers: number
    readonly days: number
    readonly commits: number
    /** Orders that close a position, and orders that replace another. */
    readonly closes: number
    readonly replacements: number
    /** Commits with orders of several requests. */
    readonly batches: number
    /** Members whom the rate limit stopped, each time. */
    readonly rateStops: number
  }
}

const startsAt = Date.UTC(2026, 10, 16, 1, 0)
const firstDate = '2026-11-16'
const idleSteps = 6_000

const networks: readonly NetworkRates[] = [
  { lost: 0, doubled: 0, late: 0 },
  { lost: 0.05, doubled: 0.05, late: 0.05 },
  { lost: 0.1, doubled: 0.25, late: 0.1 },
  { lost: 0.5, doubled: 0.02, late: 0.02 },
  { lost: 0.1, doubled: 0.1, late: 0.4 },
]

/** Every seed has its own fault rates: some worlds are calm, some fail all the time, some only lose messages. */
function ratesOf(seed: number): { faults: FaultRates; network: NetworkRates } {
  const strength = [0, 0.3, 1, 1, 2, 4][seed % 6]!
  return {
    faults: {
      crash: 0.004 * strength,
      stall: 0.0015 * strength,
      conflict: 0.006 * strength,
      cut: 0.003 * strength,
    },
    network: networks[Math.floor(seed / 2) % networks.length]!,
  }
}

export function runSeed({
  seed,
  steps,
  planted,
  coverage = new Map(),
  messages = new Map(),
  decided = new Map(),
}: SeedOptions): SeedResult {
  const { faults, network: networkRates } = ratesOf(seed)
  const scheduler = new Scheduler({ seed, startsAt, rates: faults, coverage })
  const store = new Store(scheduler)
  const breaches: Breach[] = []
  const simulation = buildWorld(seed, scheduler, store, networkRates, messages, breaches, decided, planted)
  try {
    walk(simulation, steps)
    runUntilIdle(simulation)
  } catch (error) {
    // An exception is a breach as well: an entry that does not balance, a fill without an order.
    const what = error instanceof Error ? error.message : String(error)
    breaches.push({ invariant: /^I\d+/.exec(what)?.[0] ?? 'throw', what })
  }
  const orders = [...store.table<OrderRow>('orders').values()]
  const positions = store.table<{ state: string }>('positions')
  return {
    seed,
    breaches,
    steps: scheduler.steps,
    trace: digest('sha256', `${scheduler.trace} ${scheduler.steps} ${stateText(store)}`).slice(0, 16),
    counts: {
      orders: orders.length,
      fills: store.table('fills').size,
      closed: [...positions.values()].filter(({ state }) => state === 'closed').length,
      takeovers: [...store.table<{ epoch: number }>('exchange.shards').values()].reduce(
        (sum, { epoch }) => sum + epoch - 1,
        0,
      ),
      days: Math.round(
        (Date.parse(store.read<{ date: string }>('days', 'now')!.date) - Date.parse(firstDate)) / 86_400_000,
      ),
      commits: store.commits,
      closes: orders.filter(({ purpose }) => purpose === 'close').length,
      replacements: orders.filter(({ replaces }) => replaces !== null).length,
      ...intakeCounts(simulation),
    },
  }
}

const stateText = (store: Store): string =>
  JSON.stringify(
    ['balances', 'orders', 'positions'].map((table) => [...store.table(table)]),
    (_key, value: unknown) => (typeof value === 'bigint' ? `${value}` : value),
  )

function walk(simulation: Simulation, steps: number): void {
  const { scheduler, breaches } = simulation
  while (scheduler.steps < steps && breaches.length === 0) if (!scheduler.step()) break
}

/** No more faults and no more orders; then everything that was accepted must complete by itself. */
function runUntilIdle(simulation: Simulation): void {
  const { scheduler, breaches } = simulation
  scheduler.areFaultsOn = false
  resting.add(simulation)
  const limit = scheduler.steps + idleSteps
  while (scheduler.steps < limit && breaches.length === 0) {
    if (!scheduler.step()) break
    if (scheduler.steps % 50 === 0 && isIdle(simulation)) break
  }
  if (breaches.length > 0) return
  if (!isIdle(simulation))
    breaches.push({ invariant: 'rest', what: 'something that was committed never comes through' })
  breaches.push(...checkAll(simulation))
}

const resting = new WeakSet<Simulation>()

function symbolsOf(shard: number, count: number): readonly string[] {
  const symbols: string[] = []
  for (let code = 1_101; symbols.length < count; code += 1)
    if (shardOf(String(code)) === shard) symbols.push(String(code))
  return symbols
}

const symbolCache = [0, 1].map((shard) => symbolsOf(shard, 2))

function instrumentsOf(shards: readonly number[]): SimulatedInstrument[] {
  return shards.flatMap((shard) => [
    { symbol: symbolCache[shard]![0]!, kind: 'stock' as const, shard, reference: 10_000, tick: 50 },
    { symbol: symbolCache[shard]![1]!, kind: 'etf' as const, shard, reference: 4_000, tick: 1 },
  ])
}

// The cool-down of a day trade is a minute, which is several days here: it is set to zero. The other limits are so low
// that a member reaches them with a few orders.
const terms = termsOf(
  'practice',
  new Map([
    ['dayTrade.lockMinutes', 0],
    ['dayTrade.dailyGross', 60_000_000],
    ['margin.line', 80_000_000],
    ['order.rateLimit', 7],
  ]),
)
const termsHash = digest('sha256', JSON.stringify(terms))

function buildWorld(
  seed: number,
  scheduler: Scheduler,
  store: Store,
  networkRates: NetworkRates,
  messages: MessageFaults,
  breaches: Breach[],
  decided: Map<string, number>,
  planted: PlantedBug | undefined,
): Simulation {
  const { random } = scheduler
  const shards = seed % 4 === 3 ? [0, 1] : [0]
  const memberIds = Array.from({ length: 4 + (seed % 2) }, () => random.uuid(startsAt))
  const world = {
    seed,
    scheduler,
    store,
    network: new Network(scheduler, networkRates, messages),
    planted,
    cores: makeCores(terms, planted),
    shards,
    instruments: instrumentsOf(shards),
    memberIds,
    seats: new Map([
      ['maker', 'seat-maker'],
      ['fund', 'seat-fund'],
      [copyPoolSeat.code, copyPoolSeat.ledgerId],
    ]),
    eligible: new Set(memberIds.slice(1)),
    terms,
    termsHash,
    closures: new Map(),
    breaches,
    decided,
    chooseOrder: (phone) => chooseOrder(simulation, phone),
    isResting: () => resting.has(simulation),
  } satisfies Partial<Simulation>
  // The actors depend on each other, so the world is assembled piece by piece.
  const simulation = world as unknown as { -readonly [Key in keyof Simulation]: Simulation[Key] }
  openingEntries(simulation, firstDate)
  simulation.downstream = addDownstream(simulation)
  const venues = ['exchange-a', 'exchange-b'].map((name) => addVenue(simulation, name))
  const settlers = ['settler-a', 'settler-b'].map((name) => addSettler(simulation, name))
  simulation.wakeVenues = (shard) => {
    for (const venue of venues)
      if (venue.works(shard)) simulation.network.send('wake.exchange', venue.process, () => venue.wake(shard))
  }
  simulation.wakeSettlers = () => {
    for (const settler of settlers)
      simulation.network.send('wake.settler', settler.process, () => settler.wake())
  }
  simulation.apis = ['api-a', 'api-b'].map((name) => addApi(simulation, name))
  for (const name of ['worker-a', 'worker-b']) addWorker(simulation, name)
  addSeat(simulation, 'maker', true)
  addSeat(simulation, 'fund', false)
  simulation.phones = memberIds.map((id) => addPhone(simulation, id))
  simulation.notifyClient = (memberId, event) => {
    simulation.phones.find((phone) => phone.memberId === memberId)?.hear(event)
  }
  for (const process of scheduler.processes) process.skewMs = Math.floor(random.between(-300_000, 300_000))
  store.onCommit = (changes, name) => {
    checkCommit(simulation, changes, name)
  }
  return simulation
}
