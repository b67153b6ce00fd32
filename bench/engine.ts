// Commands per second through packages/engine on one core, with 1,000 instruments and 100,000 resting orders, compared
// with nodejs-order-book on the same orders in the same run. `npm run bench -- engine [thousands of commands per
// turn]`. The last line is the result as JSON.

import { cpus, loadavg } from 'node:os'
import type { Command, Side, VenueEvent } from '@fairlot/contract/venue'
import { createEngine, type Engine, restoreEngine } from '@fairlot/engine'
import { seededRandom } from '@fairlot/testkit'
import { type LimitOrderOptions, OrderBook, Side as LibrarySide } from 'nodejs-order-book'

const loadBefore = loadavg()[0]
const perTurn = Number(process.argv[2] ?? 300) * 1_000
const turns = 5
const symbolCount = 1_000
const restingAtStart = 100_000
const reference = 30_000
const begin = Date.UTC(2026, 0, 13, 1)
const random = seededRandom(20_261_117)
const below = (count: number): number => Math.floor(random() * count)

const symbols = Array.from({ length: symbolCount }, (_, index) => String(1_000 + index))
const opening: readonly Command[] = [
  {
    kind: 'list',
    instruments: symbols.map((symbol) => ({ symbol, instrument: 'etf', reference, limited: true })),
  },
  { kind: 'phase', date: '2026-01-13', phase: 'opening-call', seed: 'bench', odd: true },
  { kind: 'phase', date: '2026-01-13', phase: 'continuous' },
]

const { resting, commands, restingAfter } = makeCommands()
console.log(
  `${resting.length} orders to begin with, ${commands.length} commands, ${restingAfter} resting at the end`,
)

interface Turn {
  readonly seconds: number
  readonly cpuSeconds: number
  readonly shares: number
}
const own: Turn[] = []
const library: Turn[] = []
for (let turn = 0; turn < turns; turn += 1) {
  own.push(runEngine())
  library.push(runLibrary())
  if (own[turn]!.shares !== library[turn]!.shares)
    throw new Error(`the engine traded ${own[turn]!.shares} shares, the library ${library[turn]!.shares}`)
  console.log(
    `turn ${turn + 1}: engine ${rate(own[turn]!)}/s, nodejs-order-book ${rate(library[turn]!)}/s (by the clock)`,
  )
}

// Other work on this machine affects wall time, not CPU time; the ratio is computed within a turn.
const ratio = median(own.map((turn, index) => library[index]!.cpuSeconds / turn.cpuSeconds))
console.log(
  JSON.stringify({
    name: 'engine',
    commandsPerSecond: median(own.map(rate)),
    commandsPerCpuSecond: median(own.map(cpuRate)),
    ratio: Math.round(ratio * 100) / 100,
    libraryPerSecond: median(library.map(rate)),
    libraryPerCpuSecond: median(library.map(cpuRate)),
    instruments: symbolCount,
    restingOrders: resting.length,
    restingAfter,
    commandsPerTurn: commands.length,
    sharesTraded: own[0]!.shares,
    mix: 'about half limit orders that wait, four tenths cancels, one tenth that take; every event made, with the best five in each trade',
    ...quotesAndSnapshots(),
    turns: own.map((turn, index) => ({ engine: rate(turn), library: rate(library[index]!) })),
    cores: cpus().length,
    loadBefore,
  }),
)

/** The same orders for both: generated once with a running engine, so that cancels name open orders. */
function makeCommands(): { resting: Command[]; commands: Command[]; restingAfter: number } {
  const engine = opened()
  const open: { order: string; account: string; symbol: string }[] = []
  const places = new Map<string, number>()
  let made = 0
  const add = (order: string, account: string, symbol: string): void => {
    places.set(order, open.length)
    open.push({ order, account, symbol })
  }
  const drop = (order: string): void => {
    const place = places.get(order)
    if (place === undefined) return
    places.delete(order)
    const last = open.pop()!
    if (last.order === order) return
    open[place] = last
    places.set(last.order, place)
  }
  // Buyers and sellers are different accounts: the library would allow self-trades, which the engine does not. All
  // prices lie within 1.5 per cent of the reference, so that nothing pauses, though each trade is checked for it.
  const limit = (passive: boolean): Command => {
    const side: Side = random() < 0.5 ? 'buy' : 'sell'
    const away = passive ? 1 + below(80) : -(1 + below(6))
    made += 1
    return {
      kind: 'place',
      order: `0190-${made}`,
      account: `member:${side}-${below(2_000)}`,
      symbol: symbols[below(symbolCount)]!,
      side,
      price: reference + 5 * away * (side === 'buy' ? -1 : 1),
      quantity: 1_000 * (1 + below(5)),
      validity: passive ? 'ROD' : 'IOC',
    }
  }
  const follow = (command: Command): void => {
    for (const event of engine.apply(command, begin))
      if (event.kind === 'cancelled') drop(event.order)
      else if (event.kind === 'accepted') add(event.order, event.account, event.symbol)
      else if (event.kind === 'traded') {
        if (event.buyLeft === 0) drop(event.buyOrder)
        if (event.sellLeft === 0) drop(event.sellOrder)
      } else if (event.kind === 'refused') throw new Error(`refused: ${JSON.stringify(event)}`)
  }
  const startWith: Command[] = []
  while (open.length < restingAtStart) {
    const command = limit(true)
    startWith.push(command)
    follow(command)
  }
  const then: Command[] = []
  while (then.length < perTurn) {
    const roll = random()
    // Cancels keep the book's size constant.
    const command: Command =
      roll < 0.1
        ? limit(false)
        : open.length > restingAtStart
          ? { kind: 'cancel', ...open[below(open.length)]! }
          : limit(true)
    then.push(command)
    follow(command)
  }
  return { resting: startWith, commands: then, restingAfter: open.length }
}

function opened(): Engine {
  const engine = createEngine()
  for (const command of opening) engine.apply(command, begin)
  return engine
}

function timed(work: () => number): Turn {
  globalThis.gc?.()
  const cpu = process.cpuUsage()
  const from = performance.now()
  const shares = work()
  const seconds = (performance.now() - from) / 1_000
  const { user, system } = process.cpuUsage(cpu)
  return { seconds, cpuSeconds: (user + system) / 1e6, shares }
}

function runEngine(): Turn {
  const engine = opened()
  for (const command of resting) engine.apply(command, begin)
  return timed(() => {
    let shares = 0
    for (const command of commands)
      for (const event of engine.apply(command, begin)) shares += sharesOf(event)
    return shares
  })
}
function sharesOf(event: VenueEvent): number {
  return event.kind === 'traded' ? event.quantity : 0
}

function runLibrary(): Turn {
  const books = new Map(symbols.map((symbol) => [symbol, new OrderBook()]))
  const apply = (command: Command): number => {
    if (command.kind === 'cancel') {
      books.get(command.symbol)!.cancel(command.order)
      return 0
    }
    if (command.kind !== 'place') return 0
    const result = books.get(command.symbol)!.limit({
      id: command.order,
      side: command.side === 'buy' ? LibrarySide.BUY : LibrarySide.SELL,
      size: command.quantity,
      price: command.price!,
      timeInForce: (command.validity === 'IOC' ? 'IOC' : 'GTC') as NonNullable<
        LimitOrderOptions['timeInForce']
      >,
    })
    if (result.err) throw new Error(result.err.message)
    // The library reports orders, not trades: the traded quantity follows from the remainder of the incoming order.
    const inDone = result.done.some(({ id }) => id === command.order)
    if (inDone) return command.quantity
    return result.partial?.id === command.order ? command.quantity - result.partial.size : takenOf(result)
  }
  for (const command of resting) apply(command)
  return timed(() => {
    let shares = 0
    for (const command of commands) shares += apply(command)
    return shares
  })
}
function takenOf({
  done,
  partialQuantityProcessed,
}: {
  done: readonly { size: number }[]
  partialQuantityProcessed: number
}): number {
  return done.reduce((sum, { size }) => sum + size, 0) + partialQuantityProcessed
}

/** What the practice market depends on: quotes of many symbols in one command, and snapshots of a shard. */
function quotesAndSnapshots(): Record<string, number> {
  const engine = opened()
  const shard = symbols.slice(0, 75)
  const ladder = (sign: number, shift: number): [number, number][] =>
    Array.from({ length: 10 }, (_, index) => [reference + 5 * (shift + sign * (3 + index)), 5_000])
  const quoteAll = (maker: number, shift: number): Command => ({
    kind: 'quote',
    account: `seat:maker-${maker}`,
    quotes: shard.map((symbol) => ({ symbol, bids: ladder(-1, shift), asks: ladder(1, shift) })),
  })
  for (let maker = 0; maker < 10; maker += 1) engine.apply(quoteAll(maker, 0), begin)
  const rounds = 300
  const quotes = Array.from({ length: rounds }, (_, round) => quoteAll(round % 10, round % 3))
  const quoting = timed(() => {
    for (const command of quotes) engine.apply(command, begin)
    return 0
  })
  const took: number[] = []
  const hashed: number[] = []
  let text = ''
  for (let index = 0; index < 20; index += 1) {
    took.push(timed(() => (text = engine.snapshot()).length).seconds * 1_000)
    hashed.push(timed(() => engine.stateHash().length).seconds * 1_000)
  }
  if (restoreEngine(text).stateHash() !== engine.stateHash())
    throw new Error('a restored engine has another state')
  return {
    quoteLevelsPerSecond: Math.round((rounds * 75 * 20) / quoting.seconds),
    snapshotMilliseconds: Math.round(median(took) * 100) / 100,
    hashMilliseconds: Math.round(median(hashed) * 100) / 100,
    snapshotKilobytes: Math.round(text.length / 1_000),
    snapshotOrders: 75 * 200,
  }
}

function rate({ seconds }: Turn): number {
  return Math.round(commands.length / seconds)
}
function cpuRate({ cpuSeconds }: Turn): number {
  return Math.round(commands.length / cpuSeconds)
}
function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
