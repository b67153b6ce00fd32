import type { DataOf } from '@fairlot/contract/routes'
import { isMarginEligible, longMultiples } from '@fairlot/rules/orders'
import type { Db } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import type { OrderDeps } from './deps.ts'
import { readMarketDay } from './market-day.ts'
import { readLendable } from './store.ts'

/** What the venue allows with an instrument today, for every member. Refuses: `stock.not-found`. */
export async function readAllowed(
  db: Db,
  deps: OrderDeps,
  symbol: string,
  now: Date,
): Promise<Outcome<DataOf<'/orders/allowed'>>> {
  const day = await readMarketDay(db, deps, symbol, now)
  if (day === undefined || day === 'delisted') return refuse('stock.not-found', { field: 'symbol' })
  const { terms } = day
  const isEligible = isMarginEligible(terms, day.reference, day.limited)
  const lendable = await readLendable(db, symbol)
  return done({
    marketOrders: day.limited,
    // Every instrument; the conditions are the member's own.
    dayTrading: true,
    multiples: isEligible ? longMultiples.filter((multiple) => multiple > 100) : [],
    short: isEligible && lendable > 0n,
    lendable: Number(lendable),
    shortMarginPpm: terms.shortMargin,
    minPrice: terms.minPrice,
  })
}
