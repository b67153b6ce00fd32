import { isSettlementDay, isTradingDay, taipeiDate } from '@fairlot/rules/calendar'
import { changesShares, dividendProblem, type DividendTerms, isSplit } from '@fairlot/rules/corporate-actions'
import { readClosures } from '#features/calendar'
import type { Tx } from '#platform/db'
import type { ReadDeps } from './deps.ts'
import { hasExDate, hasOfferedShares, hasShareAction, readStock } from './store.ts'

/** The first wrong field, by what is known now. */
export async function termsProblem(
  tx: Tx,
  { calendar }: Pick<ReadDeps, 'calendar'>,
  terms: DividendTerms & { readonly symbol: string },
  now: Date,
  actionId: string | null = null,
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
  if (problem !== undefined) return problem
  if (await hasExDate(tx, terms.symbol, terms.exOn)) return 'exOn'
  if (changesShares(terms) && (await hasShareAction(tx, terms, actionId))) return 'exOn'
  return isSplit(terms) && (await hasOfferedShares(tx, terms.symbol)) ? 'symbol' : undefined
}
