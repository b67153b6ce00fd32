import { findInstrument } from '#features/instruments'
import type { Db } from '#platform/db'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import { readStandingRow, type Standing } from './store.ts'

export async function readStanding(db: Db, symbol: string): Promise<ConsoleOutcome<Standing>> {
  if (!(await findInstrument(db, symbol))) return refuse('stock.not-found')
  return done(await readStandingRow(db, symbol))
}
