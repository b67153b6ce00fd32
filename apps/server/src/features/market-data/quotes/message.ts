import type { TapeEntry } from '@fairlot/contract/live'
import type { QuoteMessage } from '@fairlot/contract/market-data'
import type { Instrument } from './instrument.ts'
import { shortOdd } from './odd-quote.ts'

export const maxTrades = 20

/** The complete state of one instrument for the gateways, with the trades since the previous message. */
export function messageOf(instrument: Instrument, trades: readonly TapeEntry[]): QuoteMessage {
  const { frame, day, indicative, reason, until } = instrument
  return {
    s: instrument.symbol,
    n: instrument.version,
    st: instrument.state,
    p: day?.close ?? null,
    r: frame.reference,
    v: day?.volume ?? 0,
    a: day?.turnover ?? 0,
    ...(frame.upper === null ? {} : { u: frame.upper }),
    ...(frame.lower === null ? {} : { d: frame.lower }),
    ...(indicative ? { i: [indicative.price, indicative.quantity] as const } : {}),
    ...(reason === null ? {} : { why: reason }),
    ...(until === null ? {} : { until }),
    o: day?.open ?? null,
    h: day?.high ?? null,
    l: day?.low ?? null,
    y: frame.date,
    c: day?.trades ?? 0,
    x: [instrument.insideVolume, instrument.outsideVolume],
    b: instrument.bids,
    k: instrument.asks,
    ...shortOdd(instrument.odd),
    ...(trades.length === 0 ? {} : { t: trades.slice(-maxTrades) }),
    ...(trades.length > maxTrades ? { gap: true as const } : {}),
  }
}
