// Market-wide facts: the terms, and each instrument's day. The api caches them for at most a second, because they
// change rarely and the venue checks all of them again; no member's balance is cached.

import { nextTradingDay, sessionHours } from '@fairlot/rules/calendar'
import { type OddAuction, oddHoursAt } from '@fairlot/rules/orders'
import { readClosures } from '#features/calendar'
import { type Clock, monotonicOf } from '#platform/clock'
import type { Tx } from '#platform/db'
import type { OrderDeps } from './deps.ts'
import type { DayFacts } from './intake/draft.ts'
import { type InstrumentDay, readInstrumentDay } from './store.ts'
import { currentTerms, type NamedTerms } from './terms/current-terms.ts'

type DayDeps = Pick<OrderDeps, 'calendar' | 'money'>

/** Undefined for a symbol that is not on the market; `delisted` for one that no longer is. */
export type MarketDay = (DayFacts & OddTimes) | 'delisted' | undefined

export interface OddTimes {
  readonly oddAuction: OddAuction | null
  /** When the next opening accepts odd lots, while it is not open. */
  readonly oddOpensAt: number | null
}

export async function readMarketDay(tx: Tx, deps: DayDeps, symbol: string, now: Date): Promise<MarketDay> {
  const named = await currentTerms(tx, deps.money, now)
  return dayOf(deps, await readKnown(tx, deps, symbol, now), named, now)
}

/** An instrument's day, with when odd lots are accepted again while it is not open. */
type KnownDay = Omit<InstrumentDay, 'oddFrom' | 'oddUntil'> & OddTimes

async function readKnown(
  tx: Tx,
  { calendar }: DayDeps,
  symbol: string,
  now: Date,
): Promise<KnownDay | undefined> {
  const row = await readInstrumentDay(tx, symbol)
  if (!row) return undefined
  const { oddFrom, oddUntil, ...day } = row
  const { state, date } = day
  const oddAuction =
    state === 'closed' && oddFrom && oddUntil ? { from: oddFrom.getTime(), until: oddUntil.getTime() } : null
  if (date === null || (state !== 'closed' && state !== 'opening-call'))
    return { ...day, oddAuction, oddOpensAt: null }
  const opens = state === 'closed' ? nextTradingDay(calendar, await readClosures(tx), date) : date
  const oddOpensAt = sessionHours(calendar, opens).continuousAt
  return { ...day, oddAuction, oddOpensAt: oddOpensAt > now.getTime() ? oddOpensAt : null }
}

function dayOf(
  { calendar }: DayDeps,
  row: KnownDay | undefined,
  { hash, terms }: NamedTerms,
  now: Date,
): MarketDay {
  if (!row) return undefined
  if (row.delisted) return 'delisted'
  const { delisted: _on, ...day } = row
  return {
    ...day,
    oddHours: oddHoursAt(day.oddAuction, day.oddOpensAt, now.getTime()),
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
const isOver = ({ calendar }: DayDeps, row: KnownDay | undefined, now: Date): boolean =>
  row?.date !== undefined && row.date !== null && now.getTime() >= sessionHours(calendar, row.date).closedAt

/** One query per symbol and second, for any number of orders. */
export function keepMarketDays(tx: Tx, deps: DayDeps & { readonly clock: Clock }): MarketDays {
  const kept = new Map<string, { readonly until: number; readonly row: Promise<KnownDay | undefined> }>()
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

  /** The promise, not `terms`: a failure forgets that one while a caller waits for the instrument. */
  function readTerms(now: Date): Promise<NamedTerms> {
    if (!terms || terms.until <= monotonicOf(deps.clock)) {
      const { until, answer } = keep(
        () => currentTerms(tx, deps.money, now),
        () => {
          terms = undefined
        },
      )
      terms = { until, named: answer }
    }
    return terms.named
  }

  return {
    async read(symbol, now) {
      const named = readTerms(now)
      let known = kept.get(symbol)
      if (!known || known.until <= monotonicOf(deps.clock) || isOver(deps, await known.row, now)) {
        const { until, answer } = keep(
          () => readKnown(tx, deps, symbol, now),
          () => kept.delete(symbol),
        )
        known = { until, row: answer }
        // Symbols are untrusted input; the market has far fewer than this.
        if (kept.size > 10_000) kept.clear()
        kept.set(symbol, known)
      }
      return dayOf(deps, await known.row, await named, now)
    },
  }
}
