// All seats of the practice market together. Events go in, commands come out, once a second; nothing else does. What
// they decide at a moment follows from the seed, what they have seen and the time, so a day can be run again, in a test
// against the real engine as well as live.

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
import { type Desk, forgetQuote, isCall, newDesk, takesOrders } from './desk.ts'
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
  /** What the venue said. Events of a shard must come in their order. */
  observe(event: VenueEvent, at: number): void
  /** What they do at this second. Nothing is asked of shards that do not answer. */
  decide(at: number, silent?: ReadonlySet<number>): readonly ForShard[]
  /** What was sent last may not have arrived: every quote is made anew. */
  doubt(): void
  /** Takes away what an earlier run left in the books; quotes are simply made anew. */
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
  readonly desks: readonly SavedDesk[]
}
type SavedDesk = readonly [state: Desk['state'] | null, since: number, upper: number | null, lower: number]

/** Quotes changed for no reason of price, a second, at full activity: books breathe. */
const idleQuoteRate = 18
/** Quotes of one second at most, so that 900 of them at the start of a day spread over some seconds. */
const mostQuotes = 150
/**
 * A day that has no opening auction (the market was first started in the middle of it) would show instruments without a
 * price for an hour. Somebody tries each of them early: so many orders a second at intensity 1.
 */
const firstTradesPerSecond = 8
/** A quote in JSON has some 300 characters; the venue takes 100,000 in one command. */
const mostPerCommand = 200
const refusedPauseMs = 5_000
const longestStepMs = 60_000
/** A reference price this far from what is believed was set by somebody: an import, ex-rights. */
const newlySet = 0.08

interface Standing {
  readonly desk: Desk
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
  const desks = characters.map((character, index) => newDesk(index, character, makers.length))
  const deskOf = new Map(desks.map((desk) => [desk.character.symbol, desk]))
  const holdingOf = new Map(holdings.map((holding) => [seatAccount(holding.code), holding]))
  const standing = new Map<string, Standing>()
  const newsPerDay = characters.reduce((sum, { news }) => sum + news, 0)
  const haltShare = newsPerDay > 0 ? Math.min(1, options.haltsPerDay / newsPerDay) : 0
  let total = 0
  const upTo = characters.map(({ weight }) => (total += weight))
  let last = 0
  let today = ''

  const deskAt = (share: number): Desk => {
    let low = 0
    let high = desks.length - 1
    const wanted = share * total
    while (low < high) {
      const middle = (low + high) >> 1
      if (upTo[middle]! < wanted) low = middle + 1
      else high = middle
    }
    return desks[low]!
  }

  const forget = (order: string): void => {
    const found = standing.get(order)
    if (!found) return
    standing.delete(order)
    if (found.side === 'sell') found.holding.offered[found.desk.index]! -= found.left
  }

  function observeTrade(event: Extract<VenueEvent, { kind: 'traded' }>, desk: Desk, at: number): void {
    const { price, quantity, symbol } = event
    const sides = [
      ['buy', event.buyAccount, event.buyOrder, event.buyLeft],
      ['sell', event.sellAccount, event.sellOrder, event.sellLeft],
    ] as const
    for (const [side, account, order, left] of sides) {
      const holding = holdingOf.get(account)
      if (!holding) {
        if (side === event.taker && !isSeatAccount(account)) pushed(desk, side, quantity, price)
        continue
      }
      if (side === 'buy') buy(holding, desk.index, price, quantity)
      else sell(holding, desk.index, price, quantity)
      const maker = makers.indexOf(holding)
      if (maker !== -1 && order.startsWith(`quote:${symbol}:`)) {
        const again = at + (1_500 + 700 * maker) / Math.sqrt(Math.max(1, intensity))
        noteHit(desk.quotes[maker]!, side, price, quantity, again)
      }
      const sent = standing.get(order)
      if (!sent) continue
      if (sent.side === 'sell') sent.holding.offered[desk.index]! -= sent.left - left
      sent.left = left
      if (left === 0) standing.delete(order)
    }
  }

  /** A member who takes tells the others something: what they believe moves a little the same way. */
  function pushed(desk: Desk, side: 'buy' | 'sell', quantity: number, price: number): void {
    const tick = tickAt(desk.character.kind, price) / price
    const size = Math.min(2, quantity / (4 * usualShares(desk.character, price)))
    values.logs[desk.index]! += (side === 'buy' ? 1 : -1) * 0.3 * tick * size
  }

  function enter(desk: Desk, state: NonNullable<Desk['state']>, at: number): void {
    if (desk.state === state) return
    desk.state = state
    desk.since = at
    desk.pairs = 0
    // Gone from the book at the close; in a halt they stand, but too old to be trusted when it ends.
    if (state === 'closed' || state === 'halted') for (const quote of desk.quotes) forgetQuote(quote)
  }

  /** A market that closes wakes up to what happened since; one that does not has nothing to catch up on. */
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
    for (const desk of desks) {
      desk.momentum = desk.momentum * fading + values.logs[desk.index]! - before[desk.index]!
    }
    return news.flatMap(({ index }): ForShard[] => {
      const { state, shard, character } = desks[index]!
      if (state !== 'continuous' || silent.has(shard) || random.next() >= haltShare) return []
      const until = at + 1_000 * Math.round(180 + 300 * random.next())
      return [{ shard, command: { kind: 'halt', symbol: character.symbol, reason: 'news', until } }]
    })
  }

  function quotes(
    at: number,
    random: Random,
    busy: number,
    isShut: (desk: Desk) => boolean,
  ): readonly ForShard[] {
    for (let idle = random.count(idleQuoteRate * intensity * busy); idle > 0; idle -= 1) {
      const quote = deskAt(random.next()).quotes[Math.floor(random.next() * makers.length)]!
      if (quote.centre > 0) quote.dueAt = at
    }
    const made = new Map<string, { shard: number; account: string; quotes: Quote[] }>()
    let left = mostQuotes * Math.max(1, intensity)
    // Begins elsewhere each second, so that the cap starves nobody.
    const first = Math.floor(random.next() * desks.length)
    for (let step = 0; step < desks.length && left > 0; step += 1) {
      const desk = desks[(first + step) % desks.length]!
      if (!takesOrders(desk.state) || isShut(desk)) continue
      const belief = beliefOf(desk)
      for (const [maker, holding] of makers.entries()) {
        const quote = desk.quotes[maker]!
        const centre = leaning(desk, holding, belief)
        if (!wantsQuote(desk, quote, maker, centre, belief, at)) continue
        const wanted = makeQuote(desk, quote, maker, holding, centre, belief, random)
        noteQuote(quote, wanted, centre)
        const key = `${desk.shard}/${maker}`
        const group = made.get(key) ?? { shard: desk.shard, account: seatAccount(holding.code), quotes: [] }
        group.quotes.push(wanted)
        made.set(key, group)
        left -= 1
      }
    }
    return [...made.values()].flatMap(({ shard, account, quotes }) => {
      const commands: ForShard[] = []
      for (let from = 0; from < quotes.length; from += mostPerCommand) {
        const part = quotes.slice(from, from + mostPerCommand)
        commands.push({ shard, command: { kind: 'quote', account, quotes: part } })
      }
      return commands
    })
  }

  const beliefOf = ({ index }: Desk): Belief => ({
    fair: values.valueOf(index),
    volatility: values.volatilityOf(index),
  })

  /** What nobody took in time is taken back. */
  function cancels(at: number, silent: ReadonlySet<number>): readonly ForShard[] {
    const commands: ForShard[] = []
    for (const [order, { desk, holding, until }] of standing) {
      if (until > at || desk.state !== 'continuous' || silent.has(desk.shard)) continue
      const { symbol } = desk.character
      const account = seatAccount(holding.code)
      commands.push({ shard: desk.shard, command: { kind: 'cancel', order, account, symbol } })
    }
    return commands
  }

  function orders(moment: Moment, busy: number, isShut: (desk: Desk) => boolean): readonly ForShard[] {
    const { random, at } = moment
    const sent: [Desk, SentOrder][] = []
    const anyTrader = (): Holding => traders[Math.floor(random.next() * traders.length)]!
    for (let count = random.count(fullTradeRate * intensity * busy); count > 0; count -= 1) {
      const desk = deskAt(random.next())
      const trader = anyTrader()
      if (desk.state !== 'continuous' || isShut(desk)) continue
      const order = takeOrWait(desk, trader, beliefOf(desk), values.deviationOf(desk.index), moment)
      if (order) sent.push([desk, order])
    }
    const untraded = desks.filter((desk) => !desk.hasTraded && desk.state === 'continuous' && !isShut(desk))
    for (
      let count = Math.min(Math.ceil(firstTradesPerSecond * intensity), untraded.length);
      count > 0;
      count -= 1
    ) {
      const desk = untraded[Math.floor(random.next() * untraded.length)]!
      const order = takeOrWait(desk, anyTrader(), beliefOf(desk), values.deviationOf(desk.index), moment)
      if (order) sent.push([desk, order])
    }
    for (const desk of desks) {
      if (!isCall(desk.state) || random.next() >= pairChance(desk, at) || isShut(desk)) continue
      desk.pairs += 1
      const buyer = anyTrader()
      const seller = traders[(traders.indexOf(buyer) + 1) % traders.length]!
      for (const order of auctionPair(desk, buyer, seller, beliefOf(desk), moment)) sent.push([desk, order])
    }
    return sent.map(([desk, { command, until }]) => {
      if (until !== undefined) {
        const holding = holdingOf.get(command.account)!
        standing.set(command.order, { desk, holding, side: command.side, left: command.quantity, until })
        if (command.side === 'sell') holding.offered[desk.index]! += command.quantity
      }
      return { shard: desk.shard, command }
    })
  }

  const callSeconds = ({ state }: Desk): number =>
    state === 'paused' ? 100 : state === 'opening-call' && calendar === 'twse' ? 1_700 : 270

  /** Busy instruments bring more to an auction; every one brings something before two minutes are over. */
  function pairChance(desk: Desk, at: number): number {
    const more = Math.min(6, desk.character.weight * desks.length) * Math.min(8, Math.max(1, intensity))
    const wanted = (0.5 + more) / callSeconds(desk)
    return desk.pairs === 0 && at - desk.since > 20_000 ? Math.max(0.05, wanted) : Math.min(1, wanted)
  }

  return {
    observe(event, at) {
      if (event.kind === 'phase') return
      const desk = event.symbol === undefined ? undefined : deskOf.get(event.symbol)
      if (!desk) return
      switch (event.kind) {
        case 'day': {
          desk.upper = event.upper ?? Number.POSITIVE_INFINITY
          desk.lower = event.lower ?? tickAt(desk.character.kind, 1)
          desk.hasTraded = false
          for (const quote of desk.quotes) forgetQuote(quote)
          beginDay(event.date)
          const reference = Math.log(event.reference)
          if (Math.abs(values.logs[desk.index]! - reference) > newlySet) values.logs[desk.index] = reference
          return
        }
        case 'state':
          enter(desk, event.state, at)
          return
        case 'traded':
          desk.hasTraded = true
          observeTrade(event, desk, at)
          return
        case 'cancelled':
          forget(event.order)
          return
        case 'refused': {
          if (event.order !== undefined) forget(event.order)
          const holding = event.account === undefined ? undefined : holdingOf.get(event.account)
          const maker = holding ? makers.indexOf(holding) : -1
          if (event.command === 'quote' && maker !== -1) forgetQuote(desk.quotes[maker]!, at + refusedPauseMs)
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
      const isShut = ({ shard, character }: Desk): boolean =>
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
      for (const desk of desks) for (const quote of desk.quotes) forgetQuote(quote)
    },
    begin() {
      const shards = [...new Set(desks.map(({ shard }) => shard))].sort((a, b) => a - b)
      return shards.flatMap((shard) =>
        traders.map(({ code }): ForShard => ({
          shard,
          command: { kind: 'cancel-all', account: seatAccount(code) },
        })),
      )
    },
    fairValueOf: (symbol) => values.valueOf(deskOf.get(symbol)!.index),
    holdings: () => holdings,
    save: () => ({
      today,
      symbols: characters.map(({ symbol }) => symbol),
      values: values.save(),
      holdings: Object.fromEntries(
        holdings.map(({ code, cash, shares }) => [code, { cash, shares: [...shares] }]),
      ),
      desks: desks.map(({ state, since, upper, lower }): SavedDesk => [
        state ?? null,
        since,
        Number.isFinite(upper) ? upper : null,
        lower,
      ]),
    }),
    restore(saved) {
      today = saved.today
      const same =
        saved.symbols.length === desks.length &&
        saved.symbols.every((symbol, at) => symbol === desks[at]!.character.symbol)
      if (same) values.restore(saved.values)
      for (const [at, symbol] of saved.symbols.entries()) {
        const desk = deskOf.get(symbol)
        if (!desk) continue
        // With other instruments beside it only the value itself goes on; how wild it was is drawn anew.
        values.logs[desk.index] = saved.values.logs[at]!
        for (const holding of holdings) {
          const shares = saved.holdings[holding.code]?.shares[at]
          if (shares !== undefined) holding.shares[desk.index] = shares
        }
        const [state, since, upper, lower] = saved.desks[at]!
        Object.assign(desk, {
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
