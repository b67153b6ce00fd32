import type { DataOf } from '@fairlot/contract/routes'
import { isSymbol } from '@fairlot/rules/favourites'
import type { FundamentalKind } from '@fairlot/rules/instruments'
import type { Db } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { findInstrument } from '../store.ts'
import { type FundamentalsRow, readFundamentalRows } from './store.ts'

/** Imported figures only: a company without imports has none. Refuses: `input.symbol`, `stock.not-found`. */
export async function readFundamentals(
  db: Db,
  symbol: string,
): Promise<Outcome<DataOf<'/stock/readFundamentals'>>> {
  if (!isSymbol(symbol)) return refuse('input.symbol', { field: 'symbol' })
  if (!(await findInstrument(db, symbol))) return refuse('stock.not-found', { field: 'symbol' })
  const rows = await readFundamentalRows(db, symbol)
  const of = <Kind extends FundamentalKind>(kind: Kind) =>
    rows
      .filter((row): row is FundamentalsRow<Kind> => row.kind === kind)
      .map(({ period, figures, market, source, asOf }) => ({ period, ...figures, market, source, asOf }))
  return done({
    valuation: of('valuation')[0] ?? null,
    revenue: of('revenue'),
    earnings: of('earnings'),
    dividends: of('dividend'),
    institutions: of('institutions')[0] ?? null,
    margin: of('margin')[0] ?? null,
  })
}
