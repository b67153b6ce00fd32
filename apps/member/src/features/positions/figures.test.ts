import { termsOf } from '@fairlot/rules/orders'
import { describe, expect, test } from 'vitest'
import {
  grossAt,
  limitText,
  multipleText,
  putIn,
  ratioText,
  resultAt,
  shareText,
  type PositionRow,
} from './figures.ts'
import { allWay, forcedWay, releasePrice, sellWay, type MarginFacts } from './margin/ways.ts'
import { conditionOf, problemOf, openDraft, orderOf, previewOf } from './close/draft.ts'
import { leftText } from './left-text.ts'
import { daysBetween, lastMonths, tradingDayOf } from './list/months.ts'
import { texts as en } from './texts/en.ts'
import { texts as tw } from './texts/tw.ts'

const terms = termsOf('practice')
const today = '2026-11-16'

/** Two lots at 208.00 with 2x: the own part is 208,000. */
const long: PositionRow = {
  positionId: '01a1de8f-b921-76b3-8c74-eac9d873873a',
  symbol: '2317',
  nameTw: '鴻海',
  nameEn: 'Hon Hai',
  kind: 'stock',
  direction: 'long',
  multiple: 200,
  product: 'competition',
  origin: 'market',
  dayTrade: false,
  state: 'holding',
  reason: null,
  openedShares: 2_000,
  shares: 2_000,
  closing: 0,
  price: 20_800,
  openedValue: '41600000',
  openFee: '59200',
  openTax: '0',
  borrowFee: '0',
  loan: '20800000',
  collateral: '0',
  margin: '20800000',
  interest: '0',
  closedValue: '0',
  closeFee: '0',
  closeTax: '0',
  interestPaid: '0',
  realised: '0',
  closePrice: null,
  openedAt: '2026-11-15T02:00:00.000Z',
  openedOn: '2026-11-15',
  closedAt: null,
  settlesOn: '2026-11-17',
  sellableOn: '2026-11-16',
  unlocksAt: '2026-11-15T02:00:00.000Z',
  last: 21_450,
  marketValue: '42900000',
  unrealised: '1051000',
  callPrice: 13_520,
}

describe('the figures of a position', () => {
  test('match the drawing: 6.50 up on 2,000 shares is 10,510', () => {
    expect(grossAt(long, 21_450)).toBe(1_300_000n)
    expect(resultAt(long, 21_450, { terms, today })).toBe(1_051_000n)
    expect(shareText(1_051_000n, BigInt(long.margin))).toBe('+5.05%')
  })

  test('use the server’s result without terms, and none without a price', () => {
    expect(resultAt(long, 21_450, undefined)).toBe(1_051_000n)
    expect(resultAt({ ...long, unrealised: null }, null, { terms, today })).toBeNull()
  })

  test('a short gains when the price falls', () => {
    expect(grossAt({ ...long, direction: 'short' }, 20_000)).toBe(1_600_000n)
  })

  test('a percentage of zero is hidden, others round half away from zero', () => {
    expect(shareText(1n, 0n)).toBeNull()
    expect(shareText(-2n, 3n)).toBe('−66.67%')
  })

  test('limits omit zero decimals, ratios keep them', () => {
    expect([limitText(13_000), limitText(16_650), ratioText(12_763)]).toEqual(['130%', '166.50%', '127.63%'])
    expect([multipleText(250), multipleText(100)]).toEqual(['2.5', '1'])
  })

  test('the amount put in is the member’s own part', () => {
    expect(putIn(long)).toBe(20_800_000n)
  })
})

describe('meeting a margin call', () => {
  // Four lots: selling some of them helps.
  const row: PositionRow = {
    ...long,
    openedShares: 4_000,
    shares: 4_000,
    openedValue: '83200000',
    loan: '50000000',
    last: 16_000,
  }
  const facts: MarginFacts = { terms, today, settlesOn: '2026-11-18', positions: [row] }

  test('selling takes the fewest lots that restore the ratio', () => {
    const way = sellWay(facts)
    // 64 million of shares against 50 million is 128 %. A part repays its own share, so only all of it helps.
    expect(way?.quantity).toBe(4_000)
    expect(way?.ratioBp).toBeNull()
    expect(way?.preview.loanRepaid).toBe(50_000_000n)
    expect(allWay(facts)).toBe(way?.preview.received)
  })

  test('some lots of the worst position suffice beside a safer one', () => {
    const safer = {
      ...long,
      positionId: '01a1de8f-b921-76b3-8c74-eac9d873873b',
      symbol: '2330',
      loan: '20000000',
    }
    const both = { ...facts, positions: [row, safer] }
    const way = sellWay(both)
    expect(way?.row.positionId).toBe(row.positionId)
    expect(way?.quantity).toBe(2_000)
    // (32 + 42.9) / (25 + 20)
    expect(way?.ratioBp).toBe(16_644)
    expect(forcedWay(both)).toEqual([{ row, quantity: 2_000 }])
  })

  test('the release price of a single long covers its loan', () => {
    expect(releasePrice(facts)?.price).toBe(20_750)
    expect(releasePrice({ ...facts, positions: [row, long] })).toBeNull()
  })
})

describe('the close sheet', () => {
  const facts = {
    terms,
    kind: 'stock' as const,
    limited: true,
    state: 'continuous' as const,
    reference: 21_100,
    upper: 23_200,
    lower: 19_000,
    last: 21_450,
    buyingPower: 0n,
    equity: 0n,
    marginEligible: true,
    owed: 0n,
    securing: 0n,
    securedDebt: 0n,
    lendable: 0,
    dayTrading: { eligible: false, left: 0n, tooLate: false },
    stopped: null,
    called: false,
  }
  const day = { date: today, settlesOn: '2026-11-18' }
  const open = { isLocked: false, expiresOn: '2026-12-16' }

  test('opens with all free lots at the last price', () => {
    const draft = openDraft({ ...long, closing: 1_000 }, facts, open)
    expect(draft).toMatchObject({ type: 'limit', quantity: 1_000, price: 21_450, validity: 'ROD' })
    expect(draft.stop).toBeLessThan(21_450)
    expect(draft.takeProfit).toBeGreaterThan(21_450)
    expect(problemOf(draft, long, facts)).toBeUndefined()
    const short = openDraft({ ...long, direction: 'short' }, facts, open)
    expect(short.stop).toBeGreaterThan(21_450)
    expect(problemOf(short, { ...long, direction: 'short' }, facts)).toBeUndefined()
  })

  test('a locked position opens on conditions, an unlimited one on take-profit', () => {
    expect(openDraft(long, facts, { ...open, isLocked: true }).type).toBe('conditional')
    expect(openDraft(long, { ...facts, limited: false }, open).kind).toBe('take-profit')
  })

  test('sends a price only with a limit order', () => {
    const draft = openDraft(long, facts, open)
    expect(orderOf(draft)).toEqual({ quantity: 2_000, validity: 'ROD', price: 21_450 })
    expect(orderOf({ ...draft, type: 'market' })).toEqual({ quantity: 2_000, validity: 'ROD' })
    expect(conditionOf({ ...draft, kind: 'trailing' })).toEqual({
      kind: 'trailing',
      stop: { distance: draft.distance },
    })
  })

  test('shows that closing half repays half the loan', () => {
    const preview = previewOf({ ...openDraft(long, facts, open), quantity: 1_000 }, long, facts, day)
    expect(preview).toMatchObject({ value: 21_450_000n, loanRepaid: 10_400_000n, fee: 30_500n, tax: 64_300n })
    expect(preview?.received).toBe(21_450_000n - 10_400_000n - 30_500n - 64_300n)
  })
})

describe('months and days of a record', () => {
  test('list twelve months back across the year end', () => {
    const months = lastMonths(Date.parse('2026-01-31T16:30:00Z'))
    expect(months.slice(0, 3)).toEqual(['2026-02', '2026-01', '2025-12'])
    expect(months).toHaveLength(12)
  })

  test('a trade before 05:00 belongs to the practice day before', () => {
    expect(tradingDayOf('practice', '2026-11-15T19:20:00.000Z')).toBe('2026-11-15')
    expect(tradingDayOf('practice', '2026-11-15T21:00:00.000Z')).toBe('2026-11-16')
    expect(tradingDayOf('twse', '2026-11-16T01:20:00.000Z')).toBe('2026-11-16')
    expect(daysBetween('2026-03-05', '2026-03-11')).toBe(6)
  })
})

describe('the time left of a lock', () => {
  test('is in hours, minutes and at the end in seconds', () => {
    expect(leftText(100 * 60_000, tw.lock)).toBe('1 小時 40 分')
    expect(leftText(19 * 60_000 - 1, tw.lock)).toBe('19 分鐘')
    expect(leftText(41_001, tw.lock)).toBe('42 秒')
    expect(leftText(86_400_000, tw.lock)).toBeUndefined()
    expect(en.lock.left(en.lock.today('05:05'), leftText(100 * 60_000, en.lock)!)).toBe(
      'Can be closed from 05:05 today (in\u00a01 h 40 min)',
    )
  })
})
