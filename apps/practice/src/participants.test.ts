// Tests the participants' decisions without running a whole day.

import { createHash } from 'node:crypto'
import type { Command, VenueEvent } from '@fairlot/contract/venue'
import { isOnTick, stepPrice } from '@fairlot/rules/instruments'
import { practiceSeats } from '@fairlot/rules/members'
import { describe, expect, it } from 'vitest'
import type { ParticipantsOptions } from './market.ts'
import { createParticipants } from './participants.ts'
import { runDay } from './testing/memory-market.ts'
import { allSecurities, everyNth } from './testing/securities.ts'

const few = everyNth(15)
const options: ParticipantsOptions = {
  instruments: few,
  seats: practiceSeats,
  seed: 'a',
  calendar: 'practice',
  intensity: 1,
  haltsPerDay: 1.5,
}
const ten = new Date('2026-11-16T10:00:00+08:00').getTime()

/** Opens these instruments at their references. */
function opened(more: Partial<ParticipantsOptions> = {}) {
  const participants = createParticipants({ ...options, ...more })
  for (const { symbol, reference } of more.instruments ?? few) {
    const [upper, lower] = [Math.floor(reference * 1.1), Math.ceil(reference * 0.9)]
    participants.observe({ kind: 'day', symbol, date: '2026-11-16', reference, upper, lower }, ten)
    participants.observe({ kind: 'state', symbol, state: 'continuous' }, ten)
  }
  return participants
}

const quotesIn = (commands: readonly { command: Command }[], isOdd = false) =>
  commands
    .flatMap(({ command }) => (command.kind === 'quote' ? command.quotes : []))
    .filter(({ odd }) => (odd === true) === isOdd)

describe('the same seed', () => {
  const hashOf = (seed: string): string => {
    const hash = createHash('sha256')
    runDay({
      instruments: few,
      calendar: 'practice',
      date: '2026-11-16',
      seed,
      intensity: 3,
      forMs: 420_000,
      onCommand: (command, at) => hash.update(`${at}${JSON.stringify(command)}`),
    })
    return hash.digest('hex')
  }

  it('gives the same commands, and another seed gives others', { timeout: 60_000 }, () => {
    expect(hashOf('a')).toBe(hashOf('a'))
    expect(hashOf('a')).not.toBe(hashOf('b'))
  })
})

describe('market makers', () => {
  it('quote every open instrument with five valid levels per side', () => {
    const instruments = allSecurities()
    const participants = opened({ instruments })
    const kinds = new Map(instruments.map(({ symbol, kind }) => [symbol, kind]))
    const seen = new Map<string, number>()
    for (let second = 1; second <= 12; second += 1) {
      for (const { symbol, bids, asks } of quotesIn(participants.decide(ten + second * 1_000))) {
        seen.set(symbol, (seen.get(symbol) ?? 0) + 1)
        expect(bids.length).toBeGreaterThanOrEqual(5)
        expect(asks.length).toBeGreaterThanOrEqual(5)
        expect(bids[0]![0]).toBeLessThan(asks[0]![0])
        for (const [price, shares] of [...bids, ...asks]) {
          expect(isOnTick(kinds.get(symbol)!, price)).toBe(true)
          expect(shares % 1_000).toBe(0)
        }
      }
    }
    expect(seen.size).toBe(instruments.length)
    expect(Math.min(...seen.values())).toBeGreaterThanOrEqual(3)
  })

  it('send one quote command per shard', () => {
    const commands = opened({ instruments: allSecurities() }).decide(ten + 1_000)
    const rows = commands.filter(({ command }) => command.kind === 'quote')
    expect(rows.length).toBeLessThanOrEqual(3 * 4)
    expect(quotesIn(commands).length).toBeGreaterThan(100)
  })

  it('keep an untouched quote', () => {
    const participants = opened({ intensity: 0.01 })
    for (let second = 1; second <= 5; second += 1) participants.decide(ten + second * 1_000)
    let again = 0
    for (let second = 6; second <= 15; second += 1)
      again += quotesIn(participants.decide(ten + second * 1_000)).length
    expect(again).toBeLessThan(3 * few.length)
  })

  it('requote after a hit and update their holdings', () => {
    const participants = opened({ intensity: 0.01 })
    const [first] = quotesIn(participants.decide(ten + 1_000))
    const { symbol } = first!
    const [price, quantity] = first!.asks[0]!
    const index = few.findIndex((facts) => facts.symbol === symbol)
    const maker = participants.holdings().find(({ code }) => code === 'maker-1')!
    const before = maker.shares[index]!
    const hit: VenueEvent = {
      kind: 'traded',
      symbol,
      price,
      quantity,
      buyOrder: 'an order',
      buyAccount: 'member:0192f0c1-0000-7000-8000-000000000001',
      buyLeft: 0,
      sellOrder: `quote:${symbol}:1`,
      sellAccount: 'seat:maker-1',
      sellLeft: 0,
      taker: 'buy',
      bids: [],
      asks: [],
    }
    const fair = participants.fairValueOf(symbol)
    participants.observe(hit, ten + 1_500)
    expect(maker.shares[index]).toBe(before - quantity)
    // A member's purchase raises the fair value.
    expect(participants.fairValueOf(symbol)).toBeGreaterThan(fair)
    const again: string[] = []
    for (let second = 2; second <= 5; second += 1) {
      for (const { command } of participants.decide(ten + second * 1_000)) {
        if (command.kind === 'quote' && command.account === 'seat:maker-1')
          again.push(...command.quotes.map((quote) => quote.symbol))
      }
    }
    expect(again).toContain(symbol)
  })

  it('do not quote closed or halted instruments', () => {
    const participants = opened()
    for (const { symbol } of few.slice(1))
      participants.observe({ kind: 'state', symbol, state: 'halted' }, ten)
    participants.observe({ kind: 'state', symbol: few[0]!.symbol, state: 'closed' }, ten)
    const commands = Array.from({ length: 20 }, (_, second) =>
      participants.decide(ten + second * 1_000),
    ).flat()
    expect(commands).toEqual([])
  })

  it('quote only one side at a limit', () => {
    const participants = opened()
    const { symbol, reference } = few[0]!
    // The day's limits are far below the fair value.
    const upper = Math.floor((reference * 0.5) / 500) * 500
    participants.observe({ kind: 'day', symbol, date: '2026-11-16', reference, upper, lower: upper / 2 }, ten)
    const quote = quotesIn(participants.decide(ten + 1_000)).find((found) => found.symbol === symbol)!
    expect(quote.asks).toEqual([])
    expect(quote.bids[0]![0]).toBe(upper)
  })

  it('follow the lower reference of an ex-date', () => {
    const participants = opened()
    const { symbol, reference } = few[0]!
    const centreAt = (at: number): number => {
      const quote = quotesIn(participants.decide(at)).find((found) => found.symbol === symbol)!
      return (quote.asks[0]![0] + quote.bids[0]![0]) / 2
    }
    const before = centreAt(ten + 1_000)
    const date = '2026-11-16'
    participants.observe({ kind: 'close', symbol, date, nextReference: reference }, ten)
    const lowered = Math.round((reference * 0.97) / 500) * 500
    const limits = { upper: reference * 2, lower: 500 }
    participants.observe({ kind: 'day', symbol, date: '2026-11-17', reference: lowered, ...limits }, ten)
    expect(centreAt(ten + 2_000) / before).toBeCloseTo(lowered / reference, 2)
  })

  it('quote no more shares than they have', () => {
    const participants = opened({ intensity: 50 })
    const { symbol, reference } = few[0]!
    const maker = participants.holdings().find(({ code }) => code === 'maker-1')!
    // Everything but the part that is kept back and two lots.
    maker.shares[0] = 0.1 * maker.target[0]! + 2_000
    const quotes = participants
      .decide(ten + 1_000)
      .flatMap(({ command }) =>
        command.kind === 'quote' && command.account === 'seat:maker-1' ? command.quotes : [],
      )
    const asks = quotes.find((quote) => quote.symbol === symbol)!.asks
    expect(asks.reduce((sum, [, shares]) => sum + shares, 0)).toBe(2_000)
    expect(asks[0]![0]).toBeGreaterThan(reference)
  })
})

/** A first trade of the day between two members. */
const between = (symbol: string): VenueEvent => ({
  kind: 'traded',
  symbol,
  price: 10_000,
  quantity: 1_000,
  buyOrder: 'a',
  buyAccount: 'member:a',
  buyLeft: 0,
  sellOrder: 'b',
  sellAccount: 'member:b',
  sellLeft: 0,
  bids: [],
  asks: [],
})

describe('traders', () => {
  it('trade every instrument within a minute without an opening auction', () => {
    const instruments = allSecurities()
    const participants = opened({ instruments })
    const tried = new Set<string>()
    for (let second = 1; second <= 60; second += 1) {
      for (const { command } of participants.decide(ten + second * 1_000)) {
        if (command.kind !== 'place') continue
        tried.add(command.symbol)
        participants.observe(between(command.symbol), ten + second * 1_000)
      }
    }
    expect(tried.size).toBe(instruments.length)
  })

  it('trade more at a higher intensity', () => {
    const count = (intensity: number): number => {
      const participants = opened({ intensity })
      for (const { symbol } of few) participants.observe(between(symbol), ten)
      let orders = 0
      for (let second = 0; second < 60; second += 1) {
        const commands = participants.decide(ten + second * 1_000)
        orders += commands.filter(({ command }) => command.kind === 'place').length
      }
      return orders
    }
    const [one, fifty] = [count(1), count(50)]
    expect(one).toBeGreaterThan(60)
    expect(fifty / one).toBeGreaterThan(35)
    expect(fifty / one).toBeLessThan(65)
  })

  it('send only day limit orders on both sides to an auction', () => {
    const participants = opened()
    for (const { symbol } of few) participants.observe({ kind: 'state', symbol, state: 'paused' }, ten)
    const bought = new Set<string>()
    const sold = new Set<string>()
    for (let second = 1; second <= 110; second += 1) {
      for (const { command } of participants.decide(ten + second * 1_000)) {
        if (command.kind === 'quote') continue
        expect(command).toMatchObject({ kind: 'place', validity: 'ROD', price: expect.any(Number) as number })
        if (command.kind === 'place') (command.side === 'buy' ? bought : sold).add(command.symbol)
      }
    }
    expect(bought.size).toBe(few.length)
    expect(sold.size).toBe(few.length)
  })

  it('cancel their unfilled orders', () => {
    const participants = opened({ intensity: 5 })
    const waiting = new Set<string>()
    const cancelled = new Set<string>()
    for (let second = 1; second <= 700; second += 1) {
      for (const { command } of participants.decide(ten + second * 1_000)) {
        if (command.kind === 'place' && command.validity === 'ROD') waiting.add(command.order)
        if (command.kind !== 'cancel') continue
        cancelled.add(command.order)
        const { order, account, symbol } = command
        participants.observe({ kind: 'cancelled', order, account, symbol, quantity: 1, reason: 'asked' }, ten)
      }
    }
    expect(cancelled.size).toBeGreaterThan(100)
    expect([...cancelled].every((order) => waiting.has(order))).toBe(true)
    const offered = participants.holdings().flatMap((holding) => [...holding.offered])
    expect(Math.min(...offered)).toBeGreaterThanOrEqual(0)
  })
})

describe('a market after an interruption', () => {
  it('gets no commands while its shard is silent', () => {
    const participants = opened({ intensity: 20 })
    const commands = participants.decide(ten + 1_000, new Set([0, 1, 2]))
    expect(new Set(commands.map(({ shard }) => shard))).toEqual(new Set([3]))
  })

  it('gets every quote again after a doubtful second', () => {
    const participants = opened({ intensity: 0.01 })
    const first = quotesIn(participants.decide(ten + 1_000)).length
    participants.doubt()
    expect(quotesIn(participants.decide(ten + 2_000)).length).toBe(first)
  })

  it('resumes with saved values, holdings and states', () => {
    const before = opened({ intensity: 20 })
    for (let second = 1; second <= 30; second += 1) before.decide(ten + second * 1_000)
    before.holdings()[0]!.shares[0]! -= 5_000
    const after = createParticipants(options)
    after.restore(JSON.parse(JSON.stringify(before.save())) as ReturnType<typeof before.save>)
    for (const { symbol } of few) expect(after.fairValueOf(symbol)).toBeCloseTo(before.fairValueOf(symbol), 6)
    expect(after.holdings()[0]!.shares[0]).toBe(before.holdings()[0]!.shares[0])
    expect(quotesIn(after.decide(ten + 31_000)).length).toBe(3 * few.length)
    // A security that was listed meanwhile begins at its own reference.
    const more = createParticipants({ ...options, instruments: allSecurities() })
    more.restore(before.save())
    expect(more.fairValueOf(few[0]!.symbol)).toBeCloseTo(before.fairValueOf(few[0]!.symbol), 6)
    const fresh = allSecurities().find(({ symbol }) => !few.some((facts) => facts.symbol === symbol))!
    expect(more.fairValueOf(fresh.symbol)).toBeCloseTo(fresh.reference, 6)
  })
})

it('news halts an instrument for minutes, as often as configured', { timeout: 60_000 }, () => {
  const count = (haltsPerDay: number): number => {
    let halts = 0
    const participants = opened({ instruments: allSecurities(), haltsPerDay, intensity: 0.01 })
    // Half a minute a step, through the session and a while after.
    for (let step = 1; step <= 300; step += 1) {
      const at = ten + step * 30_000
      for (const { command } of participants.decide(at)) {
        if (command.kind !== 'halt') continue
        halts += 1
        expect(command.reason).toBe('news')
        expect(command.until! - at).toBeGreaterThanOrEqual(180_000)
        expect(command.until! - at).toBeLessThanOrEqual(480_000)
      }
    }
    return halts
  }
  expect(count(0)).toBe(0)
  expect(count(100)).toBeGreaterThan(0)
})

describe('the maker of odd lots', () => {
  /** Seconds until every maker has quoted. */
  const quoted = (participants: ReturnType<typeof opened>) => {
    const [whole, odd] = [new Map<string, [number, number][]>(), new Map<string, [number, number]>()]
    for (let second = 1; second <= 4; second += 1) {
      const commands = participants.decide(ten + second * 1_000)
      for (const { symbol, bids, asks } of quotesIn(commands))
        whole.set(symbol, [...(whole.get(symbol) ?? []), [bids[0]![0], asks[0]![0]]])
      for (const { symbol, bids, asks } of quotesIn(commands, true)) {
        for (const [, shares] of [...bids, ...asks]) expect(shares).toBeLessThan(1_000)
        odd.set(symbol, [bids[0]![0], asks[0]![0]])
      }
    }
    return { whole, odd }
  }

  it('quotes outside the best prices of whole lots', () => {
    const { whole, odd } = quoted(opened({ intensity: 0.01 }))
    expect(odd.size).toBe(few.length)
    for (const [symbol, [bid, ask]] of odd) {
      const quotes = whole.get(symbol)!
      expect(bid).toBeLessThan(Math.max(...quotes.map(([best]) => best)))
      expect(ask).toBeGreaterThan(Math.min(...quotes.map(([, best]) => best)))
    }
  })

  it('pools what it bought into a whole lot', () => {
    const participants = opened({ intensity: 0.01 })
    const { odd } = quoted(participants)
    const [symbol, [price]] = [...odd][0]!
    const pooled = (second: number) =>
      participants
        .decide(ten + second * 1_000)
        .flatMap(({ command }) =>
          command.kind === 'place' && command.order.startsWith('pool.') ? [command] : [],
        )
    const sold = (quantity: number): VenueEvent => ({
      kind: 'odd-traded',
      symbol,
      price,
      quantity,
      buyOrder: `quote:${symbol}:1`,
      buyAccount: 'seat:maker-3',
      buyLeft: 0,
      sellOrder: 'an order',
      sellAccount: 'member:0192f0c1-0000-7000-8000-000000000001',
      sellLeft: 0,
      bids: [],
      asks: [],
    })
    participants.observe(sold(999), ten + 4_500)
    expect(pooled(5)).toEqual([])
    participants.observe(sold(2), ten + 5_500)
    expect(pooled(6)).toMatchObject([
      { symbol, side: 'sell', quantity: 1_000, validity: 'IOC', account: 'seat:maker-3' },
    ])
    expect(pooled(7)).toEqual([])
  })

  describe('after the close', () => {
    const auction = { from: ten + 600_000, shown: ten + 3_300_000, until: ten + 3_600_000 }
    const ended = () => {
      const participants = opened({ intensity: 0.01 })
      quoted(participants)
      for (const { symbol, reference } of few) {
        const close = {
          kind: 'close',
          symbol,
          date: '2026-11-16',
          price: reference,
          nextReference: reference,
        } as const
        participants.observe({ ...close, oddAuction: auction }, ten + 5_000)
        participants.observe({ kind: 'state', symbol, state: 'closed' }, ten + 5_000)
      }
      return participants
    }

    it('quotes once for the auction, a tick outside the closing price', () => {
      const participants = ended()
      expect(quotesIn(participants.decide(auction.from - 1_000), true)).toEqual([])
      const quotes = quotesIn(participants.decide(auction.from), true)
      expect(quotes.map(({ symbol }) => symbol).toSorted()).toEqual(
        few.map(({ symbol }) => symbol).toSorted(),
      )
      for (const { symbol, bids, asks } of quotes) {
        const { kind, reference } = few.find((one) => one.symbol === symbol)!
        expect([bids[0]![0], asks[0]![0]]).toEqual([
          stepPrice(kind, reference, -1),
          stepPrice(kind, reference, 1),
        ])
        for (const [, shares] of [...bids, ...asks]) expect(shares).toBeLessThan(1_000)
      }
      expect(quotesIn(participants.decide(auction.from + 1_000), true)).toEqual([])
      expect(quotesIn(participants.decide(auction.from + 1_000))).toEqual([])
    })

    it('sends nothing to an auction that is over', () => {
      expect(quotesIn(ended().decide(auction.until), true)).toEqual([])
    })

    it('knows the auction after a restart', () => {
      const after = createParticipants(options)
      after.restore(JSON.parse(JSON.stringify(ended().save())) as ReturnType<typeof after.save>)
      expect(quotesIn(after.decide(auction.from), true)).toHaveLength(few.length)
    })
  })

  it('stops for the day when the venue has no odd lots', () => {
    const participants = opened({ intensity: 0.01 })
    for (const { symbol } of few)
      participants.observe(
        { kind: 'refused', command: 'quote', rule: 'odd.closed', account: 'seat:maker-3', symbol },
        ten,
      )
    expect(quoted(participants).odd.size).toBe(0)
  })
})
