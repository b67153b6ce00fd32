// Observes a day of the memory market and reports its figures. What seats own is counted again here, from the events
// alone, so that a fault in the participants' own count shows.

import { isSeatAccount } from '@fairlot/contract/venue'
import { tickAt } from '@fairlot/rules/instruments'
import { practiceSeats, seatCash, seatInventory } from '@fairlot/rules/members'
import { taipeiMinute } from '../activity.ts'
import type { InstrumentFacts } from '../instruments.ts'
import type { DayOptions } from './memory-market.ts'
import * as statistics from './statistics.ts'

const { round } = statistics

/**
 * How far the stocks moved apart in each five minutes. One stock alone moves by a tick or not at all, and all together
 * follow the market's single random draw; so their dispersion shows how volatile those minutes were.
 */
function dispersionOf(returns: readonly (readonly number[])[]): number[] {
  const slots = returns.length === 0 ? 0 : Math.min(...returns.map(({ length }) => length))
  return Array.from({ length: slots }, (_, at) => statistics.deviation(returns.map((values) => values[at]!)))
}

type Mids = ReadonlyMap<string, number[]>

/** What seats own, from the trades alone. */
function countSeats(instruments: readonly InstrumentFacts[]) {
  const owned = new Map<string, number>()
  const cash = new Map<string, number>()
  for (const { code, kind } of practiceSeats) {
    cash.set(`seat:${code}`, seatCash(kind))
    for (const { symbol, reference } of instruments)
      owned.set(`seat:${code} ${symbol}`, seatInventory(kind, reference))
  }
  const lowest = { lowestShares: Number.POSITIVE_INFINITY, lowestCash: Number.POSITIVE_INFINITY }
  const move = (account: string, symbol: string, shares: number, money: number): void => {
    if (!isSeatAccount(account)) return
    const left = owned.get(`${account} ${symbol}`)! + shares
    owned.set(`${account} ${symbol}`, left)
    cash.set(account, cash.get(account)! + money)
    lowest.lowestShares = Math.min(lowest.lowestShares, left)
    lowest.lowestCash = Math.min(lowest.lowestCash, cash.get(account)!)
  }
  return { move, lowest }
}

/** The books once a minute: how deep, how wide, how far from the fair value. */
function sampleBooks(instruments: readonly InstrumentFacts[]) {
  const mids: Mids = new Map(instruments.map(({ symbol }) => [symbol, []]))
  const spreads: number[] = []
  const spreadTicks: number[] = []
  const offFair: number[] = []
  /** How much wider the spread of odd lots is, in ticks. */
  const oddWider: number[] = []
  let [oddSamples, oddQuoted] = [0, 0]
  /** The spread in the auction of odd lots after the close, in ticks. */
  const auctionTicks: number[] = []
  let [auctionSamples, auctionQuoted] = [0, 0]
  let [samples, twoSided, fiveDeep] = [0, 0, 0]
  const sample: NonNullable<DayOptions['onSecond']> = (_at, engine, participants) => {
    for (const { symbol, kind } of instruments) {
      const { state, bids, asks, odd } = engine.book(symbol)!
      // Shown in its last minutes.
      if (state === 'closed' && odd?.next !== undefined && (odd.bids.length > 0 || odd.asks.length > 0)) {
        auctionSamples += 1
        const [bid, ask] = [odd.bids[0]?.[0], odd.asks[0]?.[0]]
        if (bid !== undefined && ask !== undefined) {
          auctionQuoted += 1
          auctionTicks.push((ask - bid) / tickAt(kind, bid))
        }
      }
      if (state !== 'continuous') continue
      samples += 1
      const [bid, ask] = [bids[0]?.[0], asks[0]?.[0]]
      if (bids.length >= 5 && asks.length >= 5) fiveDeep += 1
      if (bid === undefined || ask === undefined) continue
      twoSided += 1
      if (odd) {
        oddSamples += 1
        const [oddBid, oddAsk] = [odd.bids[0]?.[0], odd.asks[0]?.[0]]
        if (oddBid !== undefined && oddAsk !== undefined) {
          oddQuoted += 1
          oddWider.push((oddAsk - oddBid - (ask - bid)) / tickAt(kind, bid))
        }
      }
      spreads.push((ask - bid) / bid)
      spreadTicks.push((ask - bid) / tickAt(kind, bid))
      mids.get(symbol)!.push((bid + ask) / 2)
      offFair.push(Math.abs((bid + ask) / 2 / participants.fairValueOf(symbol) - 1))
    }
  }
  const report = () => ({
    spreadMedian: round(statistics.quantile(spreads, 0.5), 5),
    spread99: round(statistics.quantile(spreads, 0.99), 5),
    spreadTicksMedian: round(statistics.quantile(spreadTicks, 0.5), 1),
    twoSided: round(twoSided / samples),
    oddTwoSided: round(oddQuoted / oddSamples),
    oddWiderTicksMedian: round(statistics.quantile(oddWider, 0.5), 1),
    oddWiderTicks99: round(statistics.quantile(oddWider, 0.99), 1),
    oddAuctionTwoSided: round(auctionQuoted / Math.max(1, auctionSamples)),
    oddAuctionTicksMax: Math.max(0, ...auctionTicks),
    fiveDeep: round(fiveDeep / samples),
    offFairMedian: round(statistics.quantile(offFair, 0.5), 5),
    offFair99: round(statistics.quantile(offFair, 0.99), 5),
  })
  return { mids, sample, report }
}

/** Orders and trades by the minute of the day. */
function countMinutes() {
  const byMinute = new Map<number, { trades: number; shares: number; quoted: number }>()
  const busiest = (what: 'trades' | 'quoted'): number =>
    round(Math.max(...[...byMinute.values()].map((found) => found[what])) / 60, 1)
  const sharesBetween = (from: number, to: number): number =>
    [...byMinute].reduce((sum, [minute, { shares }]) => sum + (minute >= from && minute < to ? shares : 0), 0)
  return {
    at(at: number) {
      const minute = Math.floor(taipeiMinute(at))
      let found = byMinute.get(minute)
      if (!found) byMinute.set(minute, (found = { trades: 0, shares: 0, quoted: 0 }))
      return found
    },
    busiest,
    sharesBetween,
  }
}

/** How the middle prices of stocks moved: `together` is the minutes over which two stocks are compared. */
function movesOf(instruments: readonly InstrumentFacts[], mids: Mids, together: number) {
  const stocks = instruments.filter(({ kind }) => kind === 'stock')
  const returnsOver = (minutes: number): { sector: string; returns: number[] }[] =>
    stocks.flatMap(({ symbol, industryEn }) => {
      const picked = mids.get(symbol)!.filter((_, index) => index % minutes === 0)
      const returns = picked.slice(1).map((price, index) => Math.log(price / picked[index]!))
      return returns.length > 20 ? [{ sector: industryEn, returns }] : []
    })
  const returns = returnsOver(5).map(({ returns }) => returns)
  const changes = stocks.flatMap(({ symbol }) => {
    const prices = mids.get(symbol)!
    return prices.length > 1 ? [Math.log(prices.at(-1)! / prices[0]!)] : []
  })
  const { sameSector, otherSector } = statistics.togetherness(returnsOver(together))
  return {
    changeOfTheDay: round(statistics.deviation(changes)),
    kurtosis: round(statistics.kurtosis(statistics.pooled(returns)), 2),
    autocorrelationOfReturns: round(
      statistics.mean(returns.map((values) => statistics.autocorrelation(values))),
    ),
    autocorrelationOfDispersion: round(statistics.autocorrelation(dispersionOf(returns))),
    sameSector: round(sameSector),
    otherSector: round(otherSector),
  }
}

export function watchDay(instruments: readonly InstrumentFacts[]) {
  const seats = countSeats(instruments)
  const books = sampleBooks(instruments)
  const minutes = countMinutes()
  const counts = {
    trades: 0,
    oddTrades: 0,
    auctionTrades: 0,
    orders: 0,
    quoted: 0,
    halts: 0,
    pauses: 0,
    seconds: 0,
  }
  const refusals: string[] = []
  const opened = new Set<string>()
  const closedBy = new Set<string>()
  const atLimit = new Set<string>()
  const limits = new Map<string, { upper?: number; lower?: number }>()
  let phase = ''

  const hooks: Pick<DayOptions, 'onCommand' | 'onEvent' | 'onSecond'> = {
    onCommand(command, at) {
      if (command.kind === 'place') counts.orders += 1
      if (command.kind === 'halt') counts.halts += 1
      if (command.kind === 'quote') {
        counts.quoted += command.quotes.length
        minutes.at(at).quoted += command.quotes.length
      }
    },
    onEvent(event, at) {
      if (event.kind === 'phase') phase = event.phase
      if (event.kind === 'day') limits.set(event.symbol, event)
      if (event.kind === 'refused') refusals.push(`${event.command} ${event.rule} ${event.symbol ?? ''}`)
      if (event.kind === 'state' && event.reason === 'volatility') counts.pauses += 1
      if (event.kind !== 'traded' && event.kind !== 'odd-traded') return
      const { symbol, price, quantity } = event
      seats.move(event.buyAccount, symbol, quantity, -price * quantity)
      seats.move(event.sellAccount, symbol, -quantity, price * quantity)
      if (event.kind === 'odd-traded') {
        counts.oddTrades += 1
        return
      }
      counts.trades += 1
      if (event.taker !== undefined) minutes.at(at).trades += 1
      minutes.at(at).shares += quantity
      const { upper, lower } = limits.get(symbol)!
      if (price === upper || price === lower) atLimit.add(symbol)
      if (event.taker !== undefined) return
      counts.auctionTrades += 1
      if (phase === 'opening-call' || phase === 'continuous') opened.add(symbol)
      else closedBy.add(symbol)
    },
    onSecond(at, engine, participants) {
      counts.seconds += 1
      if (at % 60_000 === 0) books.sample(at, engine, participants)
    },
  }

  return {
    hooks,
    refusals,
    /** `together`: the minutes over which moves are compared between stocks; quiet hours need more of them. */
    report: (together = 5) => ({
      instruments: instruments.length,
      ...counts,
      busiestTradesPerSecond: minutes.busiest('trades'),
      busiestQuotesPerSecond: minutes.busiest('quoted'),
      atLimit: round(atLimit.size / instruments.length),
      ...movesOf(instruments, books.mids, together),
      firstHalfHour: minutes.sharesBetween(540, 570),
      noonHalfHour: minutes.sharesBetween(705, 735),
      lastHalfHour: minutes.sharesBetween(775, 805),
      ...books.report(),
      openedByAuction: round(opened.size / instruments.length),
      closedByAuction: round(closedBy.size / instruments.length),
      refusals: refusals.length,
      ...seats.lowest,
    }),
  }
}
