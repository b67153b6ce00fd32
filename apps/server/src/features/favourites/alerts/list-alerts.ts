import type { DataOf } from '@fairlot/contract/routes'
import { favouritesRules, isSymbol } from '@fairlot/rules/favourites'
import type { Db } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { readAlerts } from './store.ts'

/** Newest first. Refuses: `input.symbol`. */
export async function listAlerts(
  db: Db,
  memberId: string,
  symbol: string | undefined,
): Promise<Outcome<DataOf<'/favourites/listAlerts'>>> {
  if (symbol !== undefined && !isSymbol(symbol)) return refuse('input.symbol', { field: 'symbol' })
  const alerts = await readAlerts(db, memberId, symbol)
  return done({
    alerts: alerts.map((alert) => ({
      ...alert,
      createdAt: alert.createdAt.toISOString(),
      firedAt: alert.firedAt?.toISOString() ?? null,
    })),
    max: favouritesRules.maxAlertsPerStock.default,
  })
}
