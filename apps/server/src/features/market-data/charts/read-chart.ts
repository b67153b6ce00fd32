import type { ChartSettingsData, DrawingData } from '@fairlot/contract/market-data'
import { marketDataRules } from '@fairlot/rules/market-data'
import type { Db } from '#platform/db'
import { done, type Outcome } from '#platform/outcome'
import { refuseUnlessListed } from '../refuse-unless-listed.ts'
import { countDrawings, readDrawings, readSettings } from './store.ts'

export interface ChartData {
  readonly settings: ChartSettingsData | null
  readonly drawings: DrawingData[]
  readonly max: number
  readonly kept: number
}

/** Refuses: `input.symbol`, `stock.not-found`. */
export async function readChart(db: Db, memberId: string, symbol: string): Promise<Outcome<ChartData>> {
  const refused = await refuseUnlessListed(db, symbol, { history: true })
  if (refused) return refused
  const [settings, drawings, kept] = await Promise.all([
    readSettings(db, memberId),
    readDrawings(db, memberId, symbol),
    countDrawings(db, memberId, null),
  ])
  return done({ settings, drawings, max: marketDataRules.maxDrawings.default, kept })
}
