// All seats of the practice market together: events in, commands out, once a second. Each decision depends only on the
// seed, the events so far and the time, so a day can be repeated, in a test against the real engine as well as live.

import { seatAccount, type VenueEvent } from '@fairlot/contract/venue'
import { decide, type ForShard } from './decide.ts'
import type { Holding } from './holdings.ts'
import { forgetQuotes } from './instrument-state.ts'
import { openMarket, type ParticipantsOptions } from './market.ts'
import { observe } from './observe.ts'
import { restoreMarket, type SavedParticipants, saveMarket } from './saved.ts'

export interface Participants {
  /** An event of the venue. Events of a shard must come in order. */
  observe(event: VenueEvent, at: number): void
  /** The commands of this second. Shards that do not answer get none. */
  decide(at: number, silent?: ReadonlySet<number>): readonly ForShard[]
  /** The last commands may not have arrived: every quote is renewed. */
  doubt(): void
  /** Cancels what an earlier run left in the books; quotes are simply renewed. */
  begin(): readonly ForShard[]
  fairValueOf(symbol: string): number
  /** The securities that they know. */
  symbols(): ReadonlySet<string>
  holdings(): readonly Holding[]
  save(): SavedParticipants
  restore(saved: SavedParticipants): void
}

export function createParticipants(options: ParticipantsOptions): Participants {
  const market = openMarket(options)
  const { instruments, instrumentOf, traders, holdings, values } = market
  return {
    observe: (event, at) => observe(market, event, at),
    decide: (at, silent = new Set()) => decide(market, at, silent),
    doubt() {
      for (const instrument of instruments) forgetQuotes(instrument)
    },
    begin() {
      const shards = [...new Set(instruments.map(({ shard }) => shard))].sort((a, b) => a - b)
      return shards.flatMap((shard) =>
        traders.map(({ code }): ForShard => ({
          shard,
          command: { kind: 'cancel-all', account: seatAccount(code) },
        })),
      )
    },
    fairValueOf: (symbol) => values.valueOf(instrumentOf.get(symbol)!.index),
    symbols: () => new Set(instrumentOf.keys()),
    holdings: () => holdings,
    save: () => saveMarket(market),
    restore: (saved) => restoreMarket(market, saved),
  }
}
