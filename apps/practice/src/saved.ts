// What a stopped practice market needs to continue.

import type { FairValueState } from './fair-values.ts'
import type { SavedHolding } from './holdings.ts'
import type { InstrumentState, OddAuctionPart } from './instrument-state.ts'
import type { Market } from './market.ts'

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
  oddAuction?: OddAuctionPart | null,
]

export const saveMarket = ({ today, values, holdings, instruments }: Market): SavedParticipants => ({
  today,
  symbols: instruments.map(({ character }) => character.symbol),
  values: values.save(),
  holdings: Object.fromEntries(
    holdings.map(({ code, cash, shares }) => [code, { cash, shares: [...shares] }]),
  ),
  instruments: instruments.map(({ state, since, upper, lower, odd }): SavedInstrument => [
    state ?? null,
    since,
    Number.isFinite(upper) ? upper : null,
    lower,
    odd.auction ?? null,
  ]),
})

export function restoreMarket(market: Market, saved: SavedParticipants): void {
  const { values, holdings, instruments } = market
  market.today = saved.today
  const same =
    saved.symbols.length === instruments.length &&
    saved.symbols.every((symbol, at) => symbol === instruments[at]!.character.symbol)
  if (same) values.restore(saved.values)
  for (const [at, symbol] of saved.symbols.entries()) {
    const instrument = market.instrumentOf.get(symbol)
    if (!instrument) continue
    // If the instruments have changed, only the value itself is restored; its volatility is drawn again.
    values.logs[instrument.index] = saved.values.logs[at]!
    for (const holding of holdings) {
      const shares = saved.holdings[holding.code]?.shares[at]
      if (shares !== undefined) holding.shares[instrument.index] = shares
    }
    const [state, since, upper, lower, oddAuction] = saved.instruments[at]!
    instrument.odd.auction = oddAuction ?? undefined
    Object.assign(instrument, {
      state: state ?? undefined,
      since,
      upper: upper ?? Number.POSITIVE_INFINITY,
      lower,
    })
  }
  for (const holding of holdings) holding.cash = saved.holdings[holding.code]?.cash ?? holding.cash
}
