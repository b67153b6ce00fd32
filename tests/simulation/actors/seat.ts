// The institutions of the practice market: they quote both sides and sometimes trade with each other, through the same
// queue as members. They never crash in this simulation.

import { type Command, seatAccount } from '@fairlot/contract/venue'
import type { Process, Routine } from '../world/scheduler.ts'
import { Aborted, CommitUnknown } from '../world/store.ts'
import type { QuoteRow } from './rows.ts'
import { submit } from './venue.ts'
import type { SimulatedInstrument, Simulation } from './simulation.ts'

const lot = 1_000

export function addSeat(simulation: Simulation, code: string, isMaker: boolean): Process {
  const { scheduler, store } = simulation
  return scheduler.addProcess(`seat ${code}`, 'seat', function* boot(process): Routine {
    for (;;) {
      yield { at: 'seat.think', ms: scheduler.random.between(800, isMaker ? 3_000 : 5_000) }
      if (simulation.isResting()) continue
      const instrument = scheduler.random.pick(simulation.instruments)
      const command = isMaker ? quoteOf(simulation, code, instrument) : takeOf(simulation, code, instrument)
      if (!command) continue
      try {
        yield* store.transaction(process, 'seat.submit', (tx) =>
          submit(simulation, tx, instrument.shard, command),
        )
        simulation.wakeVenues(instrument.shard)
      } catch (error) {
        if (!(error instanceof Aborted || error instanceof CommitUnknown)) throw error
      }
    }
  })
}

/** A price close to the last one, in either direction, inside the day's limits. */
function midOf({ store, scheduler }: Simulation, { symbol, reference, tick }: SimulatedInstrument): number {
  const quote = store.read<QuoteRow>('market.quotes', symbol)
  const around = quote?.last ?? quote?.reference ?? reference
  const mid = around + tick * (scheduler.random.below(7) - 3)
  const lowest = (quote?.lower ?? reference) + 4 * tick
  const highest = (quote?.upper ?? reference) - 4 * tick
  const bounded = Math.min(Math.max(mid, lowest), highest)
  return bounded - (bounded % tick)
}

function quoteOf(simulation: Simulation, code: string, instrument: SimulatedInstrument): Command {
  const mid = midOf(simulation, instrument)
  const { random } = simulation.scheduler
  const levels = (sign: 1 | -1): [number, number][] =>
    [1, 2, 3].map((level) => [mid + sign * level * instrument.tick, lot * (1 + random.below(4))])
  const quotes = [{ symbol: instrument.symbol, bids: levels(-1), asks: levels(1) }]
  return { kind: 'quote', account: seatAccount(code), quotes }
}

function takeOf(simulation: Simulation, code: string, instrument: SimulatedInstrument): Command {
  const { random } = simulation.scheduler
  const side = random.chance(0.5) ? 'buy' : 'sell'
  const price = midOf(simulation, instrument) + (side === 'buy' ? 3 : -3) * instrument.tick
  return {
    kind: 'place',
    order: `seat-${random.uuid(simulation.scheduler.now)}`,
    account: seatAccount(code),
    symbol: instrument.symbol,
    side,
    price,
    quantity: lot * (1 + random.below(3)),
    validity: random.chance(0.6) ? 'IOC' : 'ROD',
  }
}
