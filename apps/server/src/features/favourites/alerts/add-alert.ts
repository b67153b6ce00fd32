import { shardOf } from '@fairlot/contract/venue'
import {
  type AlertTerms,
  favouritesRules,
  isAlertPossible,
  isReached,
  isSymbol,
} from '@fairlot/rules/favourites'
import { findInstrument } from '#features/instruments'
import type { Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { done, type Outcome, refuse } from '#platform/outcome'
import { lockList } from '../store.ts'
import { countAlerts, insertAlert, isWaiting, readStanding } from './store.ts'

export interface WantedAlert extends AlertTerms {
  readonly symbol: string
  readonly repeat: 'once' | 'daily'
}

/**
 * Refuses: `input.symbol`, `stock.not-found`, `favourites.alert-price`, `favourites.alert-reached`,
 * `favourites.alert-same`, `favourites.alerts-full`.
 */
export async function addAlert(
  tx: Tx,
  memberId: string,
  wanted: WantedAlert,
  now: Date,
): Promise<Outcome<{ id: string }>> {
  const { symbol } = wanted
  if (!isSymbol(symbol)) return refuse('input.symbol', { field: 'symbol' })
  const instrument = await findInstrument(tx, symbol)
  if (!instrument) return refuse('stock.not-found', { field: 'symbol' })
  await lockList(tx, memberId)
  const standing = await readStanding(tx, symbol, shardOf(symbol))
  const reference = standing.reference ?? instrument.reference
  if (!isAlertPossible(wanted, { kind: instrument.kind, limited: instrument.limited, reference })) {
    return refuse('favourites.alert-price', { field: 'threshold' })
  }
  // The last trade counts if it is of this trading day; before the first trade the price is the reference.
  const isToday = standing.tradeEvent !== null && standing.tradeEvent > (standing.dayEvent ?? 0n)
  const price = isToday ? standing.tradePrice! : reference
  if (isReached(wanted, price, reference)) return refuse('favourites.alert-reached', { field: 'threshold' })
  if (await isWaiting(tx, memberId, wanted)) return refuse('favourites.alert-same', { field: 'threshold' })
  const { maxAlertsPerStock } = favouritesRules
  if ((await countAlerts(tx, memberId, symbol)) >= maxAlertsPerStock.default) {
    return refuse('favourites.alerts-full', {
      params: { max: maxAlertsPerStock.default },
      rule: maxAlertsPerStock.id,
    })
  }
  const id = newId(now.getTime())
  await insertAlert(tx, { ...wanted, id, memberId, createdAt: now, afterEvent: standing.event })
  return done({ id }, 'done.alert-added')
}
