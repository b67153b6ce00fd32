import type { Tx } from '#platform/db'
import { findInstrumentRow, type InstrumentRow } from './store.ts'

/** Undefined for a code that is not, or no longer, on the market. */
export const findInstrument = (tx: Tx, symbol: string): Promise<InstrumentRow | undefined> =>
  findInstrumentRow(tx, symbol)

export type { InstrumentRow }
