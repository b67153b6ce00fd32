// The seats and the instruments with all they remember: `observe` writes it, `decide` reads it.

import { seatAccount } from '@fairlot/contract/venue'
import type { CalendarName } from '@fairlot/rules/calendar'
import { createFairValues, type FairValues } from './fair-values.ts'
import { type Holding, openHolding } from './holdings.ts'
import { type InstrumentState, newInstrumentState } from './instrument-state.ts'
import { charactersOf, type InstrumentFacts } from './instruments.ts'
import { randomOf } from './random.ts'
import type { SeatRow } from './store.ts'

export interface ParticipantsOptions {
  readonly instruments: readonly InstrumentFacts[]
  readonly seats: readonly SeatRow[]
  readonly seed: string
  readonly calendar: CalendarName
  readonly intensity: number
  readonly haltsPerDay: number
}

/** A trader's order in the book. */
interface Standing {
  readonly instrument: InstrumentState
  readonly holding: Holding
  readonly side: 'buy' | 'sell'
  left: number
  readonly until: number
}

export interface Market extends Pick<ParticipantsOptions, 'seed' | 'calendar' | 'intensity'> {
  readonly values: FairValues
  readonly holdings: readonly Holding[]
  readonly makers: readonly Holding[]
  readonly traders: readonly Holding[]
  readonly instruments: readonly InstrumentState[]
  readonly instrumentOf: ReadonlyMap<string, InstrumentState>
  readonly holdingOf: ReadonlyMap<string, Holding>
  readonly standing: Map<string, Standing>
  /** The share of news that halts the instrument. */
  readonly haltShare: number
  /** Picks by activity, for a share from 0 to 1. */
  instrumentAt(share: number): InstrumentState
  /** The newest date of which a day has begun. */
  today: string
  /** When `decide` last ran; 0 before the first time. */
  last: number
}

export function openMarket(options: ParticipantsOptions): Market {
  const { seed, calendar, intensity } = options
  const characters = charactersOf(options.instruments)
  const values = createFairValues(characters, randomOf(seed, 'first values'))
  const holdings = options.seats.map(({ code, kind }) => openHolding(code, kind, characters))
  const makers = holdings.filter(({ kind }) => kind === 'maker')
  const traders = holdings.filter(({ kind }) => kind === 'trader')
  if (makers.length === 0 || traders.length < 2)
    throw new Error('the practice market needs makers and two traders')
  const instruments = characters.map((character, index) =>
    newInstrumentState(index, character, makers.length),
  )
  const newsPerDay = characters.reduce((sum, { news }) => sum + news, 0)
  return {
    seed,
    calendar,
    intensity,
    values,
    holdings,
    makers,
    traders,
    instruments,
    instrumentOf: new Map(instruments.map((instrument) => [instrument.character.symbol, instrument])),
    holdingOf: new Map(holdings.map((holding) => [seatAccount(holding.code), holding])),
    standing: new Map(),
    haltShare: newsPerDay > 0 ? Math.min(1, options.haltsPerDay / newsPerDay) : 0,
    instrumentAt: pickByWeight(instruments),
    today: '',
    last: 0,
  }
}

function pickByWeight(instruments: readonly InstrumentState[]): Market['instrumentAt'] {
  let total = 0
  const upTo = instruments.map(({ character }) => (total += character.weight))
  return (share) => {
    let low = 0
    let high = instruments.length - 1
    const wanted = share * total
    while (low < high) {
      const middle = (low + high) >> 1
      if (upTo[middle]! < wanted) low = middle + 1
      else high = middle
    }
    return instruments[low]!
  }
}
