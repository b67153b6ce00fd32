// Market-wide facts: the terms, and each instrument's day. The api caches them for at most a second, because they
// change rarely and the venue checks all of them again; no member's balance is cached.

import { sessionHours } from '@fairlot/rules/calendar'
import { type Clock, monotonicOf } from '#platform/clock'
import type { Tx } from '#platform/db'
import type { OrderDeps } from './deps.ts'
import type { DayFacts } from './intake/draft.ts'
import { type InstrumentDay, readInstrumentDay } from './store.ts'
import { currentTerms, type NamedTerms } from './terms/current-terms.ts'

/** Undefined for a symbol that is not on the market; `delisted` for one that no longer is. */
export type MarketDay = DayFacts | 'delisted' | undefined

export async function readMarketDay(tx: Tx, deps: OrderDeps, symbol: string, now: Date): Promise<MarketDay> {
  const named = await currentTerms(tx, deps.money, now)
  return dayOf(deps, await readInstrumentDay(tx, symbol), named, now)
}

function dayOf(
  { calendar }: OrderDeps,
  row: InstrumentDay | undefined,
  { hash, terms }: NamedTerms,
  now: Date,
): MarketDay {
  if (!row) return undefined
  if (row.delisted) return 'delisted'
  const { delisted: _on, ...day } = row
  return {
    ...day,
    coverBegun: day.date !== null && now.getTime() >= sessionHours(calendar, day.date).autoCoverAt,
    terms,
    termsHash: hash,
  }
}

export interface MarketDays {
  read(symbol: string, now: Date): Promise<MarketDay>
}

const keptMs = 1_000

/**
 * Without this check, orders in the second after the close would still be for the old day, and the venue would refuse
 * them without a clear reason.
 */
const isOver = ({ calendar }: OrderDeps, row: InstrumentDay | undefined, now: Date): boolean =>
  row?.date !== undefined && row.date !== null && now.getTime() >= sessionHours(calendar, row.date).closedAt

/** One query per symbol and second, for any number of orders. */
export function keepMarketDays(tx: Tx, deps: OrderDeps & { readonly clock: Clock }): MarketDays {
  const kept = new Map<string, { readonly until: number; readonly row: Promise<InstrumentDay | undefined> }>()
  let terms: { readonly until: number; readonly named: Promise<NamedTerms> } | undefined

  // The age uses monotonic time: the wall clock may jump, and a test may stop it.
  function keep<Value>(
    ask: () => Promise<Value>,
    forget: () => void,
  ): { until: number; answer: Promise<Value> } {
    const answer = ask()
    answer.catch(forget)
    return { until: monotonicOf(deps.clock) + keptMs, answer }
  }

  return {
    async read(symbol, now) {
      const at = monotonicOf(deps.clock)
      if (!terms || terms.until <= at) {
        const { until, answer } = keep(
          () => currentTerms(tx, deps.money, now),
          () => {
            terms = undefined
          },
        )
        terms = { until, named: answer }
      }
      let known = kept.get(symbol)
      if (!known || known.until <= at || isOver(deps, await known.row, now)) {
        const { until, answer } = keep(
          () => readInstrumentDay(tx, symbol),
          () => kept.delete(symbol),
        )
        known = { until, row: answer }
        // Symbols are untrusted input; the market has far fewer than this.
        if (kept.size > 10_000) kept.clear()
        kept.set(symbol, known)
      }
      return dayOf(deps, await known.row, await terms.named, now)
    },
  }
}
