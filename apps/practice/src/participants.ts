// All seats of the practice market together: events in, commands out, once a second. Each decision depends only on the
// seed, the events so far and the time, so a day can be repeated, in a test against the real engine as well as live.

import {
  type Command,
  isSeatAccount,
  type Quote,
  seatAccount,
  type VenueEvent,
} from '@fairlot/contract/venue'
import type { CalendarName } from '@fairlot/rules/calendar'
import { tickAt } from '@fairlot/rules/instruments'
import { activityAt, fullTradeRate, overnightShare, taipeiMinute, varianceShare } from './activity.ts'
import {
  type InstrumentState,
  forgetQuote,
  isCall,
  newInstrumentState,
  takesOrders,
} from './instrument-state.ts'
import { createFairValues, type FairValueState } from './fair-values.ts'
import { buy, type Holding, openHolding, type SavedHolding, sell } from './holdings.ts'
import { charactersOf, type InstrumentFacts, usualShares } from './instruments.ts'
import { type Belief, leaning, makeQuote, noteHit, noteQuote, wantsQuote } from './makers.ts'
import { type Random, randomOf } from './random.ts'
import type { SeatRow } from './store.ts'
import { auctionPair, type Moment, type SentOrder, takeOrWait } from './traders.ts'

export interface ParticipantsOptions {
  readonly instruments: readonly InstrumentFacts[]
  readonly seats: readonly SeatRow[]
  readonly seed: string
  readonly calendar: CalendarName
  readonly intensity: number
  readonly haltsPerDay: number
}

export interface ForShard {
  readonly shard: number
  readonly command: Command
}

export interface Participants {
  /** An event of the venue. Events of a shard must come in order. */
  observe(event: VenueEvent, at: number): void
  /** The commands of this second. Shards that do not answer get none. */
  decide(at: number, silent?: ReadonlySet<number>): readonly ForShard[]
  /** The last commands may not have arrived: every quote is renewed. */
  doubt(): void
  /** Cancels what an earlier run left in the books; quotes are simply renewed. */
  begin(): readonly ForShard[]
  fairValueOf(symbol: string): number
  holdings(): readonly Holding[]
  save(): SavedParticipants
  restore(saved: SavedParticipants): void
}

export interface SavedParticipants {
  readonly today: string
  readonly symbols: readonly string[]
  readonly values: FairValueState
  readonly holdings: Readonly<Record<string, SavedHolding>>
  readonly instruments: readonly SavedInstrument[]
}
type SavedInstrument = readonly [
  state: InstrumentState['state'] | null,
  since: number,
  upper: number | null,
  lower: number,
]

/** Quotes a second that change without a change of price, at full activity, so that books look alive. */
const idleQuoteRate = 18
/** The maximum of quotes in one second, so that the 900 at the start of a day are spread over some seconds. */
const maxQuotes = 150
/**
 * A day without an opening auction (the market was first started in the middle of it) would show instruments without a
 * price for an hour. So each gets an early order: this many orders a second at intensity 1.
 */
const firstTradesPerSecond = 8
/** A quote in JSON has some 300 characters; the venue accepts 100,000 in one command. */
const maxPerCommand = 200
const refusedPauseMs = 5_000
const longestStepMs = 60_000
/** A reference price this far from the fair value was set from outside: an import, ex-rights. */
const newlySet = 0.08

interface Standing {
  readonly instrument: InstrumentState
  readonly holding: Holding
  readonly side: 'buy' | 'sell'
  left: number
  readonly until: number
}

export function createParticipants(options: ParticipantsOptions): Participants {
  const { seed, calendar, intensity } = options
  const characters = charactersOf(options.instruments)
  const values = createFairValues(characters, randomOf(seed, 'first values'))
  const holdings = options.seats.map(({ code, kind }) => openHolding(code, kind, characters))
  const makers = holdings.filter(({ kind }) => kind === 'maker')
  const traders = holdings.filter(({ kind }) => kind === 'trader')
  if (makers.length === 0 || traders.length < 2)
    throw new Error('the practice market needs makers and two traders')
  const instruments = characters.map((character, index) =>
    newInstrumentState(index, character, makers.length),
  )
  const instrumentOf = new Map(instruments.map((instrument) => [instrument.character.symbol, instrument]))
  const holdingOf = new Map(holdings.map((holding) => [seatAccount(holding.code), holding]))
  const standing = new Map<string, Standing>()
  const newsPerDay = characters.reduce((sum, { news }) => sum + news, 0)
  const haltShare = newsPerDay > 0 ? Math.min(1, options.haltsPerDay / newsPerDay) : 0
  let total = 0
  const upTo = characters.map(({ weight }) => (total += weight))
  let last = 0
  let today = ''

  const instrumentAt = (share: number): InstrumentState => {
    let low = 0
    let high = instruments.length - 1
    const wanted = share * total
    while (low < high) {
      const middle = (low + high) >> 1
      if (upTo[middle]! < wanted) low = middle + 1
      else high = middle
    }
    return instruments[low]!
  }

  const forget = (order: string): void => {
    const found = standing.get(order)
    if (!found) return
    standing.delete(order)
    if (found.side === 'sell') found.holding.offered[found.instrument.index]! -= found.left
  }

  function observeTrade(
    event: Extract<VenueEvent, { kind: 'traded' }>,
    instrument: InstrumentState,
    at: number,
  ): void {
    const { price, quantity, symbol } = event
    const sides = [
      ['buy', event.buyAccount, event.buyOrder, event.buyLeft],
      ['sell', event.sellAccount, event.sellOrder, event.sellLeft],
    ] as const
    for (const [side, account, order, left] of sides) {
      const holding = holdingOf.get(account)
      if (!holding) {
        if (side === event.taker && !isSeatAccount(account)) pushed(instrument, side, quantity, price)
        continue
      }
      if (side === 'buy') buy(holding, instrument.index, price, quantity)
      else sell(holding, instrument.index, price, quantity)
      const maker = makers.indexOf(holding)
      if (maker !== -1 && order.startsWith(`quote:${symbol}:`)) {
        const again = at + (1_500 + 700 * maker) / Math.sqrt(Math.max(1, intensity))
        noteHit(instrument.quotes[maker]!, side, price, quantity, again)
      }
      const sent = standing.get(order)
      if (!sent) continue
      if (sent.side === 'sell') sent.holding.offered[instrument.index]! -= sent.left - left
      sent.left = left
      if (left === 0) standing.delete(order)
    }
  }

  /** A member's aggressive order carries information: the fair value moves a little in the same direction. */
  function pushed(instrument: InstrumentState, side: 'buy' | 'sell', quantity: number, price: number): void {
    const tick = tickAt(instrument.character.kind, price) / price
    const size = Math.min(2, quantity / (4 * usualShares(instrument.character, price)))
    values.logs[instrument.index]! += (side === 'buy' ? 1 : -1) * 0.3 * tick * size
  }

  function enter(
    instrument: InstrumentState,
    state: NonNullable<InstrumentState['state']>,
    at: number,
  ): void {
    if (instrument.state === state) return
    instrument.state = state
    instrument.since = at
    instrument.pairs = 0
    // Removed from the book at the close; in a halt they stay, but are outdated when it ends.
    if (state === 'closed' || state === 'halted') for (const quote of instrument.quotes) forgetQuote(quote)
  }

  /** A market that closes has a night's move to catch up on; one that never closes has none. */
  function beginDay(date: string): void {
    if (date <= today) return
    today = date
    if (calendar === 'twse') values.step(overnightShare, randomOf(seed, 'night', date))
  }

  function moveOn(at: number, random: Random, silent: ReadonlySet<number>): readonly ForShard[] {
    const passed = Math.min(longestStepMs, Math.max(0, at - (last || at - 1_000)))
    last = at
    const before = Float64Array.from(values.logs)
    const news = values.step(varianceShare(calendar, at, passed), random)
    const fading = Math.exp(-passed / 300_000)
    for (const instrument of instruments) {
      instrument.momentum =
        instrument.momentum * fading + values.logs[instrument.index]! - before[instrument.index]!
    }
    return news.flatMap(({ index }): ForShard[] => {
      const { state, shard, character } = instruments[index]!
      if (state !== 'continuous' || silent.has(shard) || random.next() >= haltShare) return []
      const until = at + 1_000 * Math.round(180 + 300 * random.next())
      return [{ shard, command: { kind: 'halt', symbol: character.symbol, reason: 'news', until } }]
    })
  }

  function quotes(
    at: number,
    random: Random,
    busy: number,
    isShut: (instrument: InstrumentState) => boolean,
  ): readonly ForShard[] {
    for (let idle = random.count(idleQuoteRate * intensity * busy); idle > 0; idle -= 1) {
      const quote = instrumentAt(random.next()).quotes[Math.floor(random.next() * makers.length)]!
      if (quote.centre > 0) quote.dueAt = at
    }
    const made = new Map<string, { shard: number; account: string; quotes: Quote[] }>()
    let left = maxQuotes * Math.max(1, intensity)
    // Starts at another instrument each second, so that the limit starves none.
    const first = Math.floor(random.next() * instruments.length)
    for (let step = 0; step < instruments.length && left > 0; step += 1) {
      const instrument = instruments[(first + step) % instruments.length]!
      if (!takesOrders(instrument.state) || isShut(instrument)) continue
      const belief = beliefOf(instrument)
      for (const [maker, holding] of makers.entries()) {
        const quote = instrument.quotes[maker]!
        const centre = leaning(instrument, holding, belief)
        if (!wantsQuote(instrument, quote, maker, centre, belief, at)) continue
        const wanted = makeQuote(instrument, quote, maker, holding, centre, belief, random)
        noteQuote(quote, wanted, centre)
        const key = `${instrument.shard}/${maker}`
        const group = made.get(key) ?? {
          shard: instrument.shard,
          account: seatAccount(holding.code),
          quotes: [],
        }
        group.quotes.push(wanted)
        made.set(key, group)
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

  const beliefOf = ({ index }: InstrumentState): Belief => ({
    fair: values.valueOf(index),
    volatility: values.volatilityOf(index),
  })

  /** Cancels orders that did not trade in time. */
  function cancels(at: number, silent: ReadonlySet<number>): readonly ForShard[] {
    const commands: ForShard[] = []
    for (const [order, { instrument, holding, until }] of standing) {
      if (until > at || instrument.state !== 'continuous' || silent.has(instrument.shard)) continue
      const { symbol } = instrument.character
      const account = seatAccount(holding.code)
      commands.push({ shard: instrument.shard, command: { kind: 'cancel', order, account, symbol } })
    }
    return commands
  }

  function orders(
    moment: Moment,
    busy: number,
    isShut: (instrument: InstrumentState) => boolean,
  ): readonly ForShard[] {
    const { random, at } = moment
    const sent: [InstrumentState, SentOrder][] = []
    const anyTrader = (): Holding => traders[Math.floor(random.next() * traders.length)]!
    for (let count = random.count(fullTradeRate * intensity * busy); count > 0; count -= 1) {
      const instrument = instrumentAt(random.next())
      const trader = anyTrader()
      if (instrument.state !== 'continuous' || isShut(instrument)) continue
      const order = takeOrWait(
        instrument,
        trader,
        beliefOf(instrument),
        values.deviationOf(instrument.index),
        moment,
      )
      if (order) sent.push([instrument, order])
    }
    const untraded = instruments.filter(
      (instrument) => !instrument.hasTraded && instrument.state === 'continuous' && !isShut(instrument),
    )
    for (
      let count = Math.min(Math.ceil(firstTradesPerSecond * intensity), untraded.length);
      count > 0;
      count -= 1
    ) {
      const instrument = untraded[Math.floor(random.next() * untraded.length)]!
      const order = takeOrWait(
        instrument,
        anyTrader(),
        beliefOf(instrument),
        values.deviationOf(instrument.index),
        moment,
      )
      if (order) sent.push([instrument, order])
    }
    for (const instrument of instruments) {
      if (!isCall(instrument.state) || random.next() >= pairChance(instrument, at) || isShut(instrument))
        continue
      instrument.pairs += 1
      const buyer = anyTrader()
      const seller = traders[(traders.indexOf(buyer) + 1) % traders.length]!
      for (const order of auctionPair(instrument, buyer, seller, beliefOf(instrument), moment))
        sent.push([instrument, order])
    }
    return sent.map(([instrument, { command, until }]) => {
      if (until !== undefined) {
        const holding = holdingOf.get(command.account)!
        standing.set(command.order, {
          instrument,
          holding,
          side: command.side,
          left: command.quantity,
          until,
        })
        if (command.side === 'sell') holding.offered[instrument.index]! += command.quantity
      }
      return { shard: instrument.shard, command }
    })
  }

  const callSeconds = ({ state }: InstrumentState): number =>
    state === 'paused' ? 100 : state === 'opening-call' && calendar === 'twse' ? 1_700 : 270

  /** Busy instruments send more to an auction; every one sends something within two minutes. */
  function pairChance(instrument: InstrumentState, at: number): number {
    const more =
      Math.min(6, instrument.character.weight * instruments.length) * Math.min(8, Math.max(1, intensity))
    const wanted = (0.5 + more) / callSeconds(instrument)
    return instrument.pairs === 0 && at - instrument.since > 20_000
      ? Math.max(0.05, wanted)
      : Math.min(1, wanted)
  }

  return {
    observe(event, at) {
      if (event.kind === 'phase') return
      const instrument = event.symbol === undefined ? undefined : instrumentOf.get(event.symbol)
      if (!instrument) return
      switch (event.kind) {
        case 'day': {
          instrument.upper = event.upper ?? Number.POSITIVE_INFINITY
          instrument.lower = event.lower ?? tickAt(instrument.character.kind, 1)
          instrument.hasTraded = false
          for (const quote of instrument.quotes) forgetQuote(quote)
          beginDay(event.date)
          const reference = Math.log(event.reference)
          if (Math.abs(values.logs[instrument.index]! - reference) > newlySet)
            values.logs[instrument.index] = reference
          return
        }
        case 'state':
          enter(instrument, event.state, at)
          return
        case 'traded':
          instrument.hasTraded = true
          observeTrade(event, instrument, at)
          return
        case 'cancelled':
          forget(event.order)
          return
        case 'refused': {
          if (event.order !== undefined) forget(event.order)
          const holding = event.account === undefined ? undefined : holdingOf.get(event.account)
          const maker = holding ? makers.indexOf(holding) : -1
          if (event.command === 'quote' && maker !== -1)
            forgetQuote(instrument.quotes[maker]!, at + refusedPauseMs)
          return
        }
        case 'accepted':
        case 'reduced':
        case 'close':
      }
    },
    decide(at, silent = new Set()) {
      const random = randomOf(seed, 'second', Math.floor(at / 1_000))
      const halts = moveOn(at, random, silent)
      const halted = new Set(
        halts.flatMap(({ command }) => (command.kind === 'halt' ? [command.symbol] : [])),
      )
      const isShut = ({ shard, character }: InstrumentState): boolean =>
        silent.has(shard) || halted.has(character.symbol)
      const busy = activityAt(calendar, taipeiMinute(at))
      let number = 0
      const stamp = at.toString(36)
      const orderId = ({ code }: Holding): string => `${code}.${stamp}.${(number += 1)}`
      return [
        ...halts,
        ...cancels(at, silent),
        ...quotes(at, random, busy, isShut),
        ...orders({ at, random, orderId }, busy, isShut),
      ]
    },
    doubt() {
      for (const instrument of instruments) for (const quote of instrument.quotes) forgetQuote(quote)
    },
    begin() {
      const shards = [...new Set(instruments.map(({ shard }) => shard))].sort((a, b) => a - b)
      return shards.flatMap((shard) =>
        traders.map(({ code }): ForShard => ({
          shard,
          command: { kind: 'cancel-all', account: seatAccount(code) },
        })),
      )
    },
    fairValueOf: (symbol) => values.valueOf(instrumentOf.get(symbol)!.index),
    holdings: () => holdings,
    save: () => ({
      today,
      symbols: characters.map(({ symbol }) => symbol),
      values: values.save(),
      holdings: Object.fromEntries(
        holdings.map(({ code, cash, shares }) => [code, { cash, shares: [...shares] }]),
      ),
      instruments: instruments.map(({ state, since, upper, lower }): SavedInstrument => [
        state ?? null,
        since,
        Number.isFinite(upper) ? upper : null,
        lower,
      ]),
    }),
    restore(saved) {
      today = saved.today
      const same =
        saved.symbols.length === instruments.length &&
        saved.symbols.every((symbol, at) => symbol === instruments[at]!.character.symbol)
      if (same) values.restore(saved.values)
      for (const [at, symbol] of saved.symbols.entries()) {
        const instrument = instrumentOf.get(symbol)
        if (!instrument) continue
        // If the instruments have changed, only the value itself is restored; its volatility is drawn again.
        values.logs[instrument.index] = saved.values.logs[at]!
        for (const holding of holdings) {
          const shares = saved.holdings[holding.code]?.shares[at]
          if (shares !== undefined) holding.shares[instrument.index] = shares
        }
        const [state, since, upper, lower] = saved.instruments[at]!
        Object.assign(instrument, {
          state: state ?? undefined,
          since,
          upper: upper ?? Number.POSITIVE_INFINITY,
          lower,
        })
      }
      for (const holding of holdings) holding.cash = saved.holdings[holding.code]?.cash ?? holding.cash
    },
  }
}
