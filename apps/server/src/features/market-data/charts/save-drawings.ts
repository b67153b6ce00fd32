import type { DrawingData } from '@fairlot/contract/market-data'
import { marketDataRules } from '@fairlot/rules/market-data'
import type { Db } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { refuseUnlessListed } from '../refuse-unless-listed.ts'
import { countDrawings, deleteDrawings, lockDrawings, writeDrawings } from './store.ts'

/**
 * Replaces the drawings of one instrument, so a retry changes nothing and needs no key. Refuses: `input.symbol`,
 * `stock.not-found`, `chart.full`.
 */
export async function saveDrawings(
  db: Db,
  memberId: string,
  symbol: string,
  drawings: readonly DrawingData[],
  now: Date,
): Promise<Outcome<null>> {
  const refused = await refuseUnlessListed(db, symbol, { history: true })
  if (refused) return refused
  const { maxDrawings } = marketDataRules
  return db.transaction(async (tx): Promise<Outcome<null>> => {
    await lockDrawings(tx, memberId)
    if (drawings.length === 0) {
      await deleteDrawings(tx, memberId, symbol)
      return done(null)
    }
    if ((await countDrawings(tx, memberId, symbol)) + drawings.length > maxDrawings.default) {
      return refuse('chart.full', { params: { max: maxDrawings.default }, rule: maxDrawings.id })
    }
    await writeDrawings(tx, memberId, symbol, drawings, now)
    return done(null)
  })
}
