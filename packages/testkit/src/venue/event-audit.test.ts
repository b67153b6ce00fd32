import type { Traded, VenueEvent } from '@fairlot/contract/venue'
import { describe, expect, it } from 'vitest'
import { auditEvents } from './event-audit.ts'

const symbol = '2330'
const begun: VenueEvent = {
  kind: 'day',
  symbol,
  date: '2026-01-13',
  reference: 10_000,
  upper: 11_000,
  lower: 9_000,
}
const accepted = (order: string, side: 'buy' | 'sell', price: number, quantity = 1_000): VenueEvent => ({
  kind: 'accepted',
  order,
  account: `member:${order}`,
  symbol,
  side,
  price,
  quantity,
  validity: 'ROD',
})
const traded = (buyOrder: string, sellOrder: string, more: Partial<Traded> = {}): VenueEvent => ({
  kind: 'traded',
  symbol,
  price: 10_000,
  quantity: 1_000,
  buyOrder,
  buyAccount: `member:${buyOrder}`,
  buyLeft: 0,
  sellOrder,
  sellAccount: `member:${sellOrder}`,
  sellLeft: 0,
  taker: 'sell',
  bids: [],
  asks: [],
  ...more,
})

function breachesOf(...events: VenueEvent[]): string[] {
  const audit = auditEvents(new Map([[symbol, 'stock']]))
  audit.read([begun, ...events])
  return audit.breaches.map((breach) => breach.slice(0, breach.indexOf(':')))
}

describe('the audit of events', () => {
  it('accepts a trade that keeps the rules', () => {
    expect(breachesOf(accepted('a', 'buy', 10_000), accepted('b', 'sell', 10_000), traded('a', 'b'))).toEqual(
      [],
    )
  })

  it('reports a fill beyond the order, after its end or twice', () => {
    const [buy, sell] = [accepted('a', 'buy', 10_000), accepted('b', 'sell', 10_000)]
    expect(breachesOf(buy, sell, traded('a', 'b', { quantity: 2_000 }))).toContain(
      'I8 filled beyond its shares',
    )
    const gone: VenueEvent = {
      kind: 'cancelled',
      order: 'a',
      account: 'member:a',
      symbol,
      quantity: 1_000,
      reason: 'asked',
    }
    expect(breachesOf(buy, sell, gone, traded('a', 'b'))).toContain('I8 a fill of an order that is not open')
    expect(breachesOf(buy, sell, traded('a', 'b'), traded('a', 'b'))).toContain(
      'I8 a fill of an order that is not open',
    )
  })

  it('reports a price beyond order limit, daily limit or tick', () => {
    const [buy, sell] = [accepted('a', 'buy', 10_000), accepted('b', 'sell', 10_000)]
    expect(breachesOf(buy, sell, traded('a', 'b', { price: 10_050 }))).toContain('I9 beyond its limit')
    expect(breachesOf(buy, sell, traded('a', 'b', { price: 11_050 }))).toContain(
      'I9 beyond the limits of the day',
    )
    expect(breachesOf(buy, sell, traded('a', 'b', { price: 10_003 }))).toContain('I9 off its tick')
  })

  it('reports a skipped better price or earlier order', () => {
    const sell = accepted('z', 'sell', 9_900)
    expect(
      breachesOf(accepted('a', 'buy', 10_000), accepted('b', 'buy', 10_050), sell, traded('a', 'z')),
    ).toContain('I9 passed over')
    expect(
      breachesOf(accepted('a', 'buy', 10_000), accepted('b', 'buy', 10_000), sell, traded('b', 'z')),
    ).toContain('I9 passed over')
  })

  it('reports a self-trade', () => {
    const events = [accepted('a', 'buy', 10_000), accepted('b', 'sell', 10_000)]
    expect(breachesOf(...events, traded('a', 'b', { sellAccount: 'member:a' }))).toContain(
      'a trade with oneself',
    )
  })
})
