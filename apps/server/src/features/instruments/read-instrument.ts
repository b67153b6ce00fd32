import type { DataOf } from '@fairlot/contract/routes'
import { isSymbol } from '@fairlot/rules/favourites'
import { lotSize, tickTable } from '@fairlot/rules/instruments'
import type { Db } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { findInstrument } from './store.ts'

/** Refuses: `input.symbol`, `stock.not-found`. */
export async function readInstrument(db: Db, symbol: string): Promise<Outcome<DataOf<'/stock/readStock'>>> {
  if (!isSymbol(symbol)) return refuse('input.symbol', { field: 'symbol' })
  const instrument = await findInstrument(db, symbol)
  if (!instrument) return refuse('stock.not-found', { field: 'symbol' })
  const { reference: _first, ...facts } = instrument
  return done({
    ...facts,
    lotShares: lotSize,
    ticks: tickTable(instrument.kind).map(({ from, tick }) => ({ from, tick })),
  })
}
