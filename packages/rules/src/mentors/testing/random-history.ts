// A random member over some months, as raw payments, fills and closing prices. `recordOf` books them as the platform does;
// figures.py books the same raw lines by itself.

import type { MentorTradeKind } from '@fairlot/contract/mentors/states'
import { addDays } from '../../calendar/index.ts'
import { type ClosedTrade, type MentorDay, tradeKindOf } from '../figures.ts'

export interface RawFill {
  readonly date: string
  readonly position: number
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  readonly opens: boolean
  readonly direction: 'long' | 'short'
  readonly multiple: number
  readonly dayTrade: boolean
  readonly price: number
  readonly shares: number
  /** Brokerage, tax, borrowing and interest. */
  readonly cost: number
}

export interface RawHistory {
  readonly dates: readonly string[]
  readonly payments: readonly { readonly date: string; readonly amount: number }[]
  readonly fills: readonly RawFill[]
  /** By date, then by symbol. */
  readonly closes: Readonly<Record<string, Readonly<Record<string, number>>>>
}

const symbols = ['2330', '2317', '2603'] as const

export const generator = (seed: number) => {
  let state = (seed * 2_654_435_761) >>> 0 || 1
  return (below: number): number => {
    state ^= (state << 13) >>> 0
    state ^= state >>> 17
    state = (state ^ (state << 5)) >>> 0
    return state % below
  }
}

interface Open extends Pick<RawFill, 'position' | 'symbol' | 'direction' | 'multiple' | 'dayTrade'> {
  left: number
}

const times = <Item>(count: number, make: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => make(at))

export function randomHistory(seed: number): RawHistory {
  const below = generator(seed)
  // Every third account is tiny, so that the least base of a gain decides.
  const scale = seed % 3 === 0 ? 1 : 100
  const prices = new Map<string, number>(symbols.map((symbol) => [symbol, 2_000 + below(60_000)]))
  const open: Open[] = []
  const fills: RawFill[] = []
  const payments: { date: string; amount: number }[] = []
  const closes: Record<string, Record<string, number>> = {}
  let positions = 0
  let date = '2026-01-05'
  const fill = (one: Omit<Open, 'left'>, opens: boolean, shares: number): void => {
    const side = opens === (one.direction === 'long') ? 'buy' : 'sell'
    const price = Math.max(100, Math.round((prices.get(one.symbol)! * (980 + below(41))) / 1_000))
    const { position, symbol, direction, multiple, dayTrade } = one
    fills.push({
      date,
      position,
      symbol,
      direction,
      multiple,
      dayTrade,
      side,
      opens,
      price,
      shares,
      cost: 100 + below(price * 5),
    })
  }
  const act = (): void => {
    const at = below(open.length + 2)
    const held = open[at]
    if (held === undefined) {
      const one = {
        position: (positions += 1),
        symbol: symbols[below(symbols.length)]!,
        direction: below(6) === 0 ? ('short' as const) : ('long' as const),
        multiple: below(6) === 0 ? 250 : 100,
        dayTrade: below(8) === 0,
      }
      const shares = (1 + below(4)) * (scale === 1 ? 7 : 1_000)
      fill(one, true, shares)
      open.push({ ...one, left: shares })
      return
    }
    const shares = below(3) === 0 ? Math.max(1, Math.floor(held.left / 2)) : held.left
    fill(held, false, shares)
    held.left -= shares
    if (held.left === 0) open.splice(at, 1)
  }
  const dates = times(20 + below(180), () => {
    const today = date
    if (payments.length === 0 || below(25) === 0)
      payments.push({
        date,
        amount: (below(4) === 0 && payments.length > 0 ? -1 : 1) * (1 + below(500_000)) * 20 * scale,
      })
    for (let acts = below(4); acts > 0; acts -= 1) act()
    for (const [symbol, price] of prices)
      prices.set(symbol, Math.max(100, Math.round((price * (970 + below(61))) / 1_000)))
    closes[date] = Object.fromEntries(prices)
    date = addDays(date, 1 + (below(5) === 0 ? 2 : 0))
    return today
  })
  return { dates, payments, fills, closes }
}

export interface MadeRecord {
  readonly days: readonly MentorDay[]
  readonly closed: readonly (ClosedTrade & { readonly position: number; readonly kind: MentorTradeKind })[]
}

/** The day ends and closed trades of a history. */
export function recordOf({ dates, payments, fills, closes }: RawHistory): MadeRecord {
  const days = dates.map((date): MentorDay => {
    const paidIn = payments
      .filter((one) => one.date <= date)
      .reduce((all, { amount }) => all + BigInt(amount), 0n)
    const done = fills.filter((one) => one.date <= date)
    const cash = done.reduce((all, one) => all + flowOf(one), paidIn)
    const holdings = done.reduce(
      (all, { side, shares, symbol }) =>
        all + BigInt((side === 'buy' ? 1 : -1) * shares) * BigInt(closes[date]![symbol]!),
      0n,
    )
    return {
      date,
      total: cash + holdings,
      paidIn,
      holdings,
      fills: fills.filter((one) => one.date === date).length,
    }
  })
  const closed = [...Map.groupBy(fills, ({ position }) => position)]
    .filter(([, own]) => own.reduce((left, { opens, shares }) => left + (opens ? shares : -shares), 0) === 0)
    .map(([position, own]) => ({
      position,
      kind: tradeKindOf({ ...own[0]!, origin: 'market' }),
      openedValue: own
        .filter(({ opens }) => opens)
        .reduce((all, { price, shares }) => all + BigInt(price) * BigInt(shares), 0n),
      realised: own.reduce((all, one) => all + flowOf(one), 0n),
    }))
  return { days, closed }
}

const flowOf = ({ side, price, shares, cost }: RawFill): bigint =>
  BigInt(side === 'sell' ? 1 : -1) * BigInt(price) * BigInt(shares) - BigInt(cost)
