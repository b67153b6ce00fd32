// What the participants do in one second: halts for news, cancels, quotes and orders.

import { type Command, type Quote, seatAccount } from '@fairlot/contract/venue'
import { activityAt, fullTradeRate, taipeiMinute, varianceShare } from './activity.ts'
import type { Holding } from './holdings.ts'
import { type InstrumentState, isCall, takesOrders } from './instrument-state.ts'
import { type Belief, leaning, makeQuote, noteQuote, wantsQuote } from './makers.ts'
import type { Market } from './market.ts'
import { oddMakerOf, oddOrder, oddQuote, poolOrder } from './odd-lots.ts'
import { type Random, randomOf } from './random.ts'
import { auctionPair, type Moment, type SentOrder, takeOrWait } from './traders.ts'

export interface ForShard {
  readonly shard: number
  readonly command: Command
}

/** Quotes a second that change without a change of price, at full activity, so that books look alive. */
const idleQuoteRate = 18
/** The maximum of quotes in one second, so that the 900 at the start of a day are spread over some seconds. */
const maxQuotes = 150
/**
 * A day without an opening auction (the market was first started in the middle of it) would show instruments without a
 * price for an hour. So each gets an early order: this many orders a second at intensity 1.
 */
const firstTradesPerSecond = 20
/** A quote in JSON has some 300 characters; the venue accepts 100,000 in one command. */
const maxPerCommand = 200
const longestStepMs = 60_000
/** Odd lots of traders a second, at full activity. */
const oddRate = 0.15

interface Second extends Moment {
  /** The activity of this minute of the day, relative to full activity. */
  readonly busy: number
  /** Gets no quotes and orders in this second. */
  readonly isShut: (instrument: InstrumentState) => boolean
}

export function decide(market: Market, at: number, silent: ReadonlySet<number>): readonly ForShard[] {
  const random = randomOf(market.seed, 'second', Math.floor(at / 1_000))
  const halts = moveOn(market, at, random, silent)
  const halted = new Set(halts.flatMap(({ command }) => (command.kind === 'halt' ? [command.symbol] : [])))
  let number = 0
  const stamp = at.toString(36)
  const second: Second = {
    at,
    random,
    orderId: ({ code }) => `${code}.${stamp}.${(number += 1)}`,
    busy: activityAt(market.calendar, taipeiMinute(at)),
    isShut: ({ shard, character }) => silent.has(shard) || halted.has(character.symbol),
  }
  return [
    ...halts,
    ...cancels(market, at, silent),
    ...quotes(market, second),
    ...orders(market, second),
    ...oddOrders(market, second),
  ]
}

function moveOn(
  market: Market,
  at: number,
  random: Random,
  silent: ReadonlySet<number>,
): readonly ForShard[] {
  const { values, instruments } = market
  const passed = Math.min(longestStepMs, Math.max(0, at - (market.last || at - 1_000)))
  market.last = at
  const before = Float64Array.from(values.logs)
  const news = values.step(varianceShare(market.calendar, at, passed), random)
  const fading = Math.exp(-passed / 300_000)
  for (const instrument of instruments) {
    instrument.momentum =
      instrument.momentum * fading + values.logs[instrument.index]! - before[instrument.index]!
  }
  return news.flatMap(({ index }): ForShard[] => {
    const { state, shard, character } = instruments[index]!
    if (state !== 'continuous' || silent.has(shard) || random.next() >= market.haltShare) return []
    const until = at + 1_000 * Math.round(180 + 300 * random.next())
    return [{ shard, command: { kind: 'halt', symbol: character.symbol, reason: 'news', until } }]
  })
}

/** Cancels orders that did not trade in time. */
function cancels({ standing }: Market, at: number, silent: ReadonlySet<number>): readonly ForShard[] {
  const commands: ForShard[] = []
  for (const [order, { instrument, holding, until }] of standing) {
    if (until > at || instrument.state !== 'continuous' || silent.has(instrument.shard)) continue
    const { symbol } = instrument.character
    const account = seatAccount(holding.code)
    commands.push({ shard: instrument.shard, command: { kind: 'cancel', order, account, symbol } })
  }
  return commands
}

const beliefOf = ({ values }: Market, { index }: InstrumentState): Belief => ({
  fair: values.valueOf(index),
  volatility: values.volatilityOf(index),
})

function quotes(market: Market, { at, random, busy, isShut }: Second): readonly ForShard[] {
  const { instruments, makers, intensity } = market
  for (let idle = random.count(idleQuoteRate * intensity * busy); idle > 0; idle -= 1) {
    const quote = market.instrumentAt(random.next()).quotes[Math.floor(random.next() * makers.length)]!
    if (quote.centre > 0) quote.dueAt = at
  }
  const made = new Map<string, { shard: number; account: string; quotes: Quote[] }>()
  const add = ({ shard }: InstrumentState, maker: number, { code }: Holding, quote: Quote): void => {
    const key = `${shard}/${maker}`
    const group = made.get(key) ?? { shard, account: seatAccount(code), quotes: [] }
    group.quotes.push(quote)
    made.set(key, group)
  }
  const oddMaker = oddMakerOf(makers)
  let left = maxQuotes * Math.max(1, intensity)
  // Starts at another instrument each second, so that the limit starves none.
  const first = Math.floor(random.next() * instruments.length)
  for (let step = 0; step < instruments.length && left > 0; step += 1) {
    const instrument = instruments[(first + step) % instruments.length]!
    if ((!takesOrders(instrument.state) && instrument.state !== 'closed') || isShut(instrument)) continue
    const belief = beliefOf(market, instrument)
    for (const [maker, holding] of instrument.state === 'closed' ? [] : makers.entries()) {
      const quote = instrument.quotes[maker]!
      const centre = leaning(instrument, holding, belief)
      if (!wantsQuote(instrument, quote, maker, centre, belief, at)) continue
      const wanted = makeQuote(instrument, quote, maker, holding, centre, belief, random)
      noteQuote(quote, wanted, centre)
      add(instrument, maker, holding, wanted)
      left -= 1
    }
    const odd = oddQuote(instrument, makers[oddMaker]!, at)
    if (odd) {
      add(instrument, oddMaker, makers[oddMaker]!, odd)
      left -= 1
    }
  }
  return [...made.values()].flatMap(({ shard, account, quotes }) => {
    const commands: ForShard[] = []
    for (let from = 0; from < quotes.length; from += maxPerCommand) {
      const part = quotes.slice(from, from + maxPerCommand)
      commands.push({ shard, command: { kind: 'quote', account, quotes: part } })
    }
    return commands
  })
}

function orders(market: Market, second: Second): readonly ForShard[] {
  const { instruments, traders, intensity } = market
  const { at, random, busy, isShut } = second
  const sent: [InstrumentState, SentOrder][] = []
  const anyTrader = (): Holding => traders[Math.floor(random.next() * traders.length)]!
  const trade = (instrument: InstrumentState, trader: Holding): void => {
    const deviation = market.values.deviationOf(instrument.index)
    const order = takeOrWait(instrument, trader, beliefOf(market, instrument), deviation, second)
    if (order) sent.push([instrument, order])
  }
  for (let count = random.count(fullTradeRate * intensity * busy); count > 0; count -= 1) {
    const instrument = market.instrumentAt(random.next())
    const trader = anyTrader()
    if (instrument.state === 'continuous' && !isShut(instrument)) trade(instrument, trader)
  }
  for (const instrument of firstToTrade(market, isShut)) trade(instrument, anyTrader())
  for (const instrument of instruments) {
    if (!isCall(instrument.state)) continue
    if (random.next() >= pairChance(market, instrument, at) || isShut(instrument)) continue
    instrument.pairs += 1
    const buyer = anyTrader()
    const seller = traders[(traders.indexOf(buyer) + 1) % traders.length]!
    for (const order of auctionPair(instrument, buyer, seller, beliefOf(market, instrument), second))
      sent.push([instrument, order])
  }
  return sent.map(([instrument, order]) => {
    if (order.until !== undefined) noteOrder(market, instrument, order.command, order.until)
    return { shard: instrument.shard, command: order.command }
  })
}

/** Drawn apart from the others, so that whole lots trade as they would without odd ones. */
function oddOrders(market: Market, second: Second): readonly ForShard[] {
  const { instruments, makers, traders, intensity, seed } = market
  const { at, busy, isShut } = second
  const oddMaker = oddMakerOf(makers)
  const pooled = instruments.flatMap((instrument): ForShard[] => {
    const command = isShut(instrument)
      ? undefined
      : poolOrder(instrument, makers[oddMaker]!, oddMaker, second)
    return command ? [{ shard: instrument.shard, command }] : []
  })
  const random = randomOf(seed, 'odd lots', Math.floor(at / 1_000))
  const sent: ForShard[] = []
  for (let count = random.count(oddRate * intensity * busy); count > 0; count -= 1) {
    const instrument = market.instrumentAt(random.next())
    const trader = traders[Math.floor(random.next() * traders.length)]!
    const order = isShut(instrument) ? undefined : oddOrder(instrument, trader, { ...second, random })
    if (!order) continue
    noteOrder(market, instrument, order.command, order.until!)
    sent.push({ shard: instrument.shard, command: order.command })
  }
  return [...pooled, ...sent]
}

/** The busiest that have not traded today, until they have. */
function firstToTrade({ instruments, intensity }: Market, isShut: Second['isShut']): InstrumentState[] {
  const untraded = instruments.filter(
    (instrument) => !instrument.hasTraded && instrument.state === 'continuous' && !isShut(instrument),
  )
  if (untraded.length === 0) return []
  return untraded
    .toSorted((one, other) => other.character.weight - one.character.weight)
    .slice(0, Math.ceil(firstTradesPerSecond * intensity))
}

function noteOrder(
  { holdingOf, standing }: Market,
  instrument: InstrumentState,
  { account, order, side, quantity }: SentOrder['command'],
  until: number,
): void {
  const holding = holdingOf.get(account)!
  standing.set(order, { instrument, holding, side, left: quantity, until })
  if (side === 'sell') holding.offered[instrument.index]! += quantity
}

/** Busy instruments send more to an auction; every one sends something within two minutes. */
function pairChance(
  { calendar, instruments, intensity }: Market,
  { state, character, pairs, since }: InstrumentState,
  at: number,
): number {
  const callSeconds = state === 'paused' ? 100 : state === 'opening-call' && calendar === 'twse' ? 1_700 : 270
  const more = Math.min(6, character.weight * instruments.length) * Math.min(8, Math.max(1, intensity))
  const wanted = (0.5 + more) / callSeconds
  return pairs === 0 && at - since > 20_000 ? Math.max(0.05, wanted) : Math.min(1, wanted)
}
