// The live data, in the long names the screens use. The feed's short keys are not used beyond this file.

import type { OddQuote, QuoteData, QuoteRow } from '@fairlot/contract/market-data'
import type { DetailUpdate, IndexUpdate, RowUpdate } from '@fairlot/contract/live'

export type LiveRow = Pick<
  QuoteRow,
  | 'symbol'
  | 'version'
  | 'state'
  | 'last'
  | 'reference'
  | 'upper'
  | 'lower'
  | 'volume'
  | 'turnover'
  | 'indicative'
  | 'reason'
  | 'until'
>

export type LiveDetail = LiveRow &
  Pick<QuoteData, 'date' | 'open' | 'high' | 'low' | 'trades' | 'insideVolume' | 'outsideVolume'> &
  Levels & { readonly odd: LiveOdd | null }

interface Levels {
  readonly bids: DetailUpdate['b']
  readonly asks: DetailUpdate['k']
}

type LiveOdd = Omit<OddQuote, keyof Levels> & Levels

export interface LiveIndex {
  readonly code: string
  readonly last: number
  readonly reference: number
}

export const rowFromFeed = (update: RowUpdate): LiveRow => ({
  symbol: update.s,
  version: update.n,
  state: update.st,
  last: update.p,
  reference: update.r,
  upper: update.u ?? null,
  lower: update.d ?? null,
  volume: update.v,
  turnover: update.a,
  indicative: update.i === undefined ? null : { price: update.i[0], quantity: update.i[1] },
  reason: update.why ?? null,
  until: update.until ?? null,
})

export const detailFromFeed = (update: DetailUpdate): LiveDetail => ({
  ...rowFromFeed(update),
  date: update.y,
  open: update.o,
  high: update.h,
  low: update.l,
  trades: update.c,
  insideVolume: update.x[0],
  outsideVolume: update.x[1],
  bids: update.b,
  asks: update.k,
  odd: update.q ? oddFromFeed(update.q) : null,
})

const oddFromFeed = ({ p, v, b, k, i, w }: NonNullable<DetailUpdate['q']>): LiveOdd => ({
  last: p,
  volume: v,
  bids: b,
  asks: k,
  indicative: i ? { price: i[0], quantity: i[1] } : null,
  next: w ?? null,
})

/** The live part of a REST answer. */
export const rowOf = (row: LiveRow): LiveRow => ({
  symbol: row.symbol,
  version: row.version,
  state: row.state,
  last: row.last,
  reference: row.reference,
  upper: row.upper,
  lower: row.lower,
  volume: row.volume,
  turnover: row.turnover,
  indicative: row.indicative,
  reason: row.reason,
  until: row.until,
})

export const detailOf = (quote: LiveDetail): LiveDetail => ({
  ...rowOf(quote),
  date: quote.date,
  open: quote.open,
  high: quote.high,
  low: quote.low,
  trades: quote.trades,
  insideVolume: quote.insideVolume,
  outsideVolume: quote.outsideVolume,
  bids: quote.bids,
  asks: quote.asks,
  odd: quote.odd,
})

export const indexFromFeed = ({ s, p, r }: IndexUpdate): LiveIndex => ({ code: s, last: p, reference: r })
