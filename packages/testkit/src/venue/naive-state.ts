// The state of the naive venue: plain records in plain arrays.

import type { InstrumentKind, Phase, Side, TradingState } from '@fairlot/contract/venue'

export interface NaiveOrder {
  entry: number
  /** Empty for a quote level. */
  id: string
  account: string
  /** The owner group of the order, if any. */
  group?: string | undefined
  side: Side
  /** Null for a market order. */
  price: number | null
  left: number
}

export const isOneOwner = (
  a: Pick<NaiveOrder, 'account' | 'group'>,
  b: Pick<NaiveOrder, 'account' | 'group'>,
): boolean => a.account === b.account || (a.group !== undefined && a.group === b.group)

export interface NaiveTrade {
  at: number
  price: number
  lots: number
}

/** The book of odd lots of one day. */
export interface NaiveOdd {
  last: number | null
  first: number | null
  from: number | null
  closedAt: number | null
  /** The hours the close named. */
  auction: { from: number; shown: number; until: number } | null
  /** In order of entry. */
  orders: NaiveOrder[]
}

export interface NaiveInstrument {
  symbol: string
  kind: InstrumentKind
  limited: boolean
  limitedNext: boolean | null
  referenceOverride: number | null
  referenceNext: number
  reference: number
  limits: { upper: number; lower: number } | null
  state: TradingState
  reason: string | null
  timer: number | null
  inDay: boolean
  open: number | null
  last: number | null
  entries: number
  /** The entries of the draw, when its list has closed. */
  drawn: number | null
  /** Trades of this day. */
  trades: NaiveTrade[]
  simulated: number | null
  jumped: boolean
  cancelledVolume: number
  /** In order of entry. */
  orders: NaiveOrder[]
  odd: NaiveOdd | null
}

export interface NaiveState {
  at: number
  date: string | null
  phase: Phase
  phaseFrom: number
  phaseUntil: number | null
  seed: string
  instruments: NaiveInstrument[]
}

/** The text the engine's snapshot must equal. */
export function canonicalText(state: NaiveState): string {
  const { at, date, phase, phaseFrom, phaseUntil, seed } = state
  const instruments = state.instruments
    .toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1))
    .map((instrument) => {
      const { odd } = instrument
      return {
        symbol: instrument.symbol,
        kind: instrument.kind,
        limited: instrument.limited,
        limitedNext: instrument.limitedNext,
        referenceOverride: instrument.referenceOverride,
        referenceNext: instrument.referenceNext,
        reference: instrument.reference,
        state: instrument.state,
        reason: instrument.reason,
        timer: instrument.timer,
        inDay: instrument.inDay,
        open: instrument.open,
        last: instrument.last,
        entries: instrument.entries,
        ...(instrument.drawn === null ? {} : { drawn: instrument.drawn }),
        slices: slicesOf(instrument.trades),
        simulated: instrument.simulated,
        jumped: instrument.jumped,
        cancelledVolume: instrument.cancelledVolume,
        ...rowsOf(instrument.orders),
        ...(odd && {
          odd: {
            last: odd.last,
            first: odd.first,
            from: odd.from,
            closedAt: odd.closedAt,
            ...(odd.auction && { auction: [odd.auction.from, odd.auction.shown, odd.auction.until] }),
            ...rowsOf(odd.orders),
          },
        }),
      }
    })
  return JSON.stringify({ version: 1, at, date, phase, phaseFrom, phaseUntil, seed, instruments })
}

function rowsOf(orders: readonly NaiveOrder[]): object {
  const accounts = [...new Set(orders.map(({ account }) => account))]
  return {
    accounts,
    orders: orders.map(({ entry, id, account, side, price, left, group }) => [
      entry,
      id,
      accounts.indexOf(account),
      side === 'buy' ? 'b' : 's',
      price ?? 0,
      left,
      ...(group === undefined ? [] : [group]),
    ]),
  }
}

/** Ten-second sums of the trades within thirty slices of the newest. */
function slicesOf(trades: readonly NaiveTrade[]): number[][] {
  const sums = new Map<number, [number, number]>()
  for (const { at, price, lots } of trades) {
    const sum = sums.get(Math.floor(at / 10_000)) ?? [0, 0]
    sums.set(Math.floor(at / 10_000), [sum[0] + lots, sum[1] + price * lots])
  }
  const newest = Math.max(...sums.keys())
  return [...sums]
    .filter(([slice]) => slice > newest - 30)
    .toSorted(([a], [b]) => a - b)
    .map(([slice, [lots, amount]]) => [slice, lots, amount])
}
