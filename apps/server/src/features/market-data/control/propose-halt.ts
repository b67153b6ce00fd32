import type { ConsoleBodyOf } from '@fairlot/contract/console-routes'
import { findInstrument } from '#features/instruments'
import { type Proposed, type Proposing, proposeReview } from '#features/operators'
import type { Db } from '#platform/db'
import { refuse } from '#platform/outcome'
import { wholeMarket } from './halt-payload.ts'
import { readOpenHalts } from './store.ts'

/** Refuses: `stock.not-found`, `market.halted`. */
export async function proposeHalt(
  db: Db,
  { symbol, reason, why }: ConsoleBodyOf<'/market/proposeHalt'>,
  proposing: Proposing,
): Promise<Proposed> {
  if (symbol !== null && !(await findInstrument(db, symbol)))
    return refuse('stock.not-found', { field: 'symbol' })
  const open = await readOpenHalts(db)
  if (open.some((halt) => halt.symbol === symbol)) return refuse('market.halted')
  return proposeReview(
    db,
    { kind: 'market-halt', subject: symbol ?? wholeMarket, payload: { symbol, reason }, reason: why },
    proposing,
  )
}

/**
 * Refuses: `stock.not-found`, `market.not-halted`, `market.halted-whole` for one security while the market is halted.
 */
export async function proposeResume(
  db: Db,
  { symbol, why }: ConsoleBodyOf<'/market/proposeResume'>,
  proposing: Proposing,
): Promise<Proposed> {
  if (symbol !== null && !(await findInstrument(db, symbol)))
    return refuse('stock.not-found', { field: 'symbol' })
  const open = await readOpenHalts(db)
  if (symbol !== null && open.some((halt) => halt.symbol === null)) return refuse('market.halted-whole')
  const halt = open.find((one) => one.symbol === symbol)
  if (!halt) return refuse('market.not-halted')
  return proposeReview(
    db,
    {
      kind: 'market-resume',
      subject: symbol ?? wholeMarket,
      payload: { symbol, halt: halt.haltId },
      reason: why,
    },
    proposing,
  )
}
