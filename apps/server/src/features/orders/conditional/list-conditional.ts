import { type Exits, trailingTrigger } from '@fairlot/rules/orders'
import type { Db } from '#platform/db'
import { type EntryRow, listEntryRows } from './entry/store.ts'
import { type ConditionalRow, listConditionalRows } from './store.ts'

export async function listConditional(
  db: Db,
  memberId: string,
  which: 'waiting' | 'ended',
  positionId: string | undefined,
) {
  const rows = await listConditionalRows(db, memberId, which, positionId)
  // An entry has no position yet.
  const entries = positionId === undefined ? await listEntryRows(db, memberId, which) : []
  const conditional = [...rows.map(toResponse), ...entries.map(toEntryResponse)]
  return { conditional: conditional.toSorted((a, b) => (a.createdAt > b.createdAt ? -1 : 1)) }
}

const shownExits = (exits: Exits | undefined) =>
  exits === undefined ? null : { stop: exits.stop ?? null, takeProfit: exits.takeProfit ?? null }

const common = (row: ConditionalRow | EntryRow) => ({
  conditionalId: row.id,
  symbol: row.symbol,
  quantity: row.quantity,
  state: row.state,
  reason: row.reason,
  orderId: row.orderId,
  held: String(row.held),
  expiresOn: row.expiresOn,
  createdAt: row.createdAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
})

function toEntryResponse(row: EntryRow) {
  const { direction, multiple, way, trigger, price, exits } = row.body.entry
  return {
    ...common(row),
    positionId: null,
    kind: 'entry' as const,
    side: direction === 'long' ? ('buy' as const) : ('sell' as const),
    stop: null,
    takeProfit: null,
    bestPrice: null,
    entry: {
      direction,
      multiple,
      way,
      trigger,
      price: price ?? null,
      worstPrice: row.worstPrice,
      exits: shownExits(exits),
    },
  }
}

function toResponse(row: ConditionalRow) {
  const side = row.direction === 'long' ? ('sell' as const) : ('buy' as const)
  const { stop, takeProfit } = row.body
  const trailing =
    stop?.distance !== undefined && row.bestPrice !== null
      ? trailingTrigger(side, row.bestPrice, stop.distance)
      : null
  return {
    ...common(row),
    positionId: row.positionId,
    kind: row.kind,
    side,
    stop: stop && {
      trigger: stop.trigger ?? trailing,
      distance: stop.distance ?? null,
      price: stop.price ?? null,
    },
    takeProfit: takeProfit && { trigger: takeProfit.price, distance: null, price: takeProfit.price },
    entry: null,
    bestPrice: row.bestPrice,
  }
}
