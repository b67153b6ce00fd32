// The whole state of a shard's engine, with the events of the current command.

import type { Command, Phase, VenueEvent, VenueRule } from '@fairlot/contract/venue'
import type { Instrument } from './instrument.ts'
import type { Order } from './order.ts'

export interface Venue {
  /** The time of the newest command. */
  at: number
  date: string | undefined
  phase: Phase
  /** When the phase began and when the next one is due. */
  phaseFrom: number
  phaseUntil: number | undefined
  seed: string
  readonly instruments: Map<string, Instrument>
  /** Sorted by symbol, so that events about all instruments have one order everywhere. */
  readonly listed: Instrument[]
  /** Resting orders by id, over all instruments, without quote levels. */
  readonly orders: Map<string, Order>
  /** The earliest timer of any instrument. */
  due: number
  events: VenueEvent[]
  readonly touched: Set<Instrument>
}

export const newVenue = (): Venue => ({
  at: 0,
  date: undefined,
  phase: 'closed',
  phaseFrom: 0,
  phaseUntil: undefined,
  seed: '',
  instruments: new Map(),
  listed: [],
  orders: new Map(),
  due: Number.POSITIVE_INFINITY,
  events: [],
  touched: new Set(),
})

interface About {
  readonly order?: string
  readonly newOrder?: string
  readonly account?: string
  readonly symbol?: string
}

export function refuse(venue: Venue, command: Command['kind'], rule: VenueRule, about: About): void {
  venue.events.push({ kind: 'refused', command, rule, ...about })
}

export function setTimer(venue: Venue, instrument: Instrument, time: number | undefined): void {
  if (instrument.timer === time) return
  instrument.timer = time
  let due = Number.POSITIVE_INFINITY
  for (const { timer } of venue.listed) if (timer !== undefined && timer < due) due = timer
  venue.due = due
}

export function addInstrument(venue: Venue, instrument: Instrument): void {
  venue.instruments.set(instrument.symbol, instrument)
  const { listed } = venue
  const index = listed.findIndex(({ symbol }) => symbol > instrument.symbol)
  listed.splice(index === -1 ? listed.length : index, 0, instrument)
}
