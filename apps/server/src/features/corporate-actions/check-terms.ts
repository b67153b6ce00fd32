import { isSettlementDay, isTradingDay, taipeiDate } from '@fairlot/rules/calendar'
import { dividendProblem, type DividendTerms } from '@fairlot/rules/corporate-actions'
import { readClosures } from '#features/calendar'
import type { Tx } from '#platform/db'
import type { ReadDeps } from './deps.ts'
import { hasExDate, readStock } from './store.ts'

/** The first wrong field, by what is known now. */
export async function termsProblem(
  tx: Tx,
  { calendar }: Pick<ReadDeps, 'calendar'>,
  terms: DividendTerms & { readonly symbol: string },
  now: Date,
): Promise<string | undefined> {
  const stock = await readStock(tx, terms.symbol)
  if (!stock) return 'symbol'
  const closures = await readClosures(tx)
  const problem = dividendProblem(terms, {
    today: taipeiDate(now.getTime()),
    price: stock.price,
    isTradingDay: (date) => isTradingDay(calendar, closures, date),
    isSettlementDay: (date) => isSettlementDay(calendar, closures, date),
  })
  return problem ?? ((await hasExDate(tx, terms.symbol, terms.exOn)) ? 'exOn' : undefined)
}
