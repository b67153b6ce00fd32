// What is the same for everybody: the terms, and each instrument's day. The api keeps it for at most a second, because it
// changes rarely and the venue decides all of it once more; nothing about anybody's money is kept.

import { sessionHours } from '@fairlot/rules/calendar'
import type { Tx } from '#platform/db'
import type { OrderDeps } from './deps.ts'
import type { DayFacts } from './intake/draft.ts'
import { type InstrumentDay, readInstrumentDay } from './store.ts'
import { currentTerms, type NamedTerms } from './terms/current-terms.ts'

/** Undefined for what is not on the market; `delisted` for what no longer is. */
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

/** At the roll everybody would send orders for yesterday for a second: the venue refuses them, and nobody knows why. */
const isOver = ({ calendar }: OrderDeps, row: InstrumentDay | undefined, now: Date): boolean =>
  row?.date !== undefined && row.date !== null && now.getTime() >= sessionHours(calendar, row.date).closedAt

/** One question per symbol and second, however many orders come. */
export function keepMarketDays(tx: Tx, deps: OrderDeps): MarketDays {
  const kept = new Map<string, { readonly until: number; readonly row: Promise<InstrumentDay | undefined> }>()
  let terms: { readonly until: number; readonly named: Promise<NamedTerms> } | undefined

  // Counted on the process's own clock: a test may hold the other one still.
  function keep<Value>(
    ask: () => Promise<Value>,
    forget: () => void,
  ): { until: number; answer: Promise<Value> } {
    const answer = ask()
    answer.catch(forget)
    return { until: performance.now() + keptMs, answer }
  }

  return {
    async read(symbol, now) {
      const at = performance.now()
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
        // Symbols come from outside: the list of the market is far shorter than this.
        if (kept.size > 10_000) kept.clear()
        kept.set(symbol, known)
      }
      return dayOf(deps, await known.row, await terms.named, now)
    },
  }
}
