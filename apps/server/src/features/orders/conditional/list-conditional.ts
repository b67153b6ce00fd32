import { trailingTrigger } from '@fairlot/rules/orders'
import type { Db } from '#platform/db'
import { type ConditionalRow, listConditionalRows } from './store.ts'

export async function listConditional(
  db: Db,
  memberId: string,
  which: 'waiting' | 'ended',
  positionId: string | undefined,
) {
  const rows = await listConditionalRows(db, memberId, which, positionId)
  return { conditional: rows.map(toResponse) }
}

function toResponse(row: ConditionalRow) {
  const side = row.direction === 'long' ? ('sell' as const) : ('buy' as const)
  const { stop, takeProfit } = row.body
  const trailing =
    stop?.distance !== undefined && row.bestPrice !== null
      ? trailingTrigger(side, row.bestPrice, stop.distance)
      : null
  return {
    conditionalId: row.id,
    symbol: row.symbol,
    positionId: row.positionId,
    kind: row.kind,
    side,
    quantity: row.quantity,
    stop: stop && {
      trigger: stop.trigger ?? trailing,
      distance: stop.distance ?? null,
      price: stop.price ?? null,
    },
    takeProfit: takeProfit && { trigger: takeProfit.price, distance: null, price: takeProfit.price },
    bestPrice: row.bestPrice,
    state: row.state,
    reason: row.reason,
    orderId: row.orderId,
    held: String(row.held),
    expiresOn: row.expiresOn,
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  }
}
