import type { Tx } from '#platform/db'
import { findInstrumentRow, type InstrumentRow } from './store.ts'

/** Undefined for a code that is not on the market, or no longer. */
export const findInstrument = (tx: Tx, symbol: string): Promise<InstrumentRow | undefined> =>
  findInstrumentRow(tx, symbol)

export type { InstrumentRow }
