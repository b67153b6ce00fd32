import type { ConsoleBodyOf, ConsoleDataOf } from '@fairlot/contract/console-routes'
import { dayMs, taipeiMidnight } from '@fairlot/rules/calendar'
import { maskAccount, memberNumber } from '@fairlot/rules/members'
import {
  type ByOperator,
  exportLimit,
  exportList,
  membersOfSearch,
  queryOf,
  recordSearch,
  showOwner,
  taipeiText,
} from '#features/operators'
import type { CsvFile } from '#platform/csv'
import type { Db, Tx } from '#platform/db'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import { cursorAfter, cursorFrom } from '#platform/page-cursor'
import {
  type ConsoleOrder,
  type OrderFilter,
  readConsoleOrder,
  readConsoleOrders,
  readWaitingEntries,
  type WaitingEntryRow,
} from './store.ts'

type Asked = ConsoleBodyOf<'/orders/orders'>

const pageSize = 50

/**
 * Refuses: `input.invalid`, `orders.narrow`. Without a member or an order, one day of one stock: no index finds the
 * orders of a stock over months.
 */
export async function listConsoleOrders(
  db: Db,
  { filter: asked, after }: Asked,
  context: ByOperator,
): Promise<ConsoleOutcome<ConsoleDataOf<'/orders/orders'>>> {
  const place = cursorFrom(after)
  if (place === undefined) return refuse('input.invalid', { field: 'after' })
  if (!isNarrow(asked)) return refuse('orders.narrow', { field: 'text' })
  return db.transaction(async (tx) => {
    const filter = await resolve(tx, asked, place === null ? context : null)
    const rows = await readConsoleOrders(tx, filter, place, pageSize + 1)
    const page = rows.slice(0, pageSize)
    const { memberIds, symbol, state } = filter
    const isSearched = memberIds !== null && place === null && (state === null || state === 'entrusted')
    const waiting = isSearched ? await readWaitingEntries(tx, memberIds, symbol) : []
    const last = page.at(-1)
    return done({
      orders: page.map(showConsoleOrder),
      waiting: waiting.map(showWaiting),
      next: last && rows.length > pageSize ? cursorAfter({ id: last.id, sentAt: last.placedAt }) : null,
    })
  })
}

const isNarrow = ({ text, symbol, from, to }: Asked['filter']): boolean =>
  text !== undefined || (symbol !== undefined && from !== undefined && from === to)

async function resolve(
  tx: Tx,
  { text, symbol, from, to, state }: Asked['filter'],
  context: ByOperator | null,
): Promise<OrderFilter> {
  const query = text === undefined ? null : queryOf(text)
  // An id is an order's or a member's.
  const order = query?.id == null ? undefined : await readConsoleOrder(tx, query.id)
  const memberIds = query === null || order !== undefined ? null : await membersOfSearch(tx, query)
  if (query !== null && context !== null) {
    await recordSearch(tx, query, order === undefined ? (memberIds?.length ?? 0) : 1, context)
  }
  return {
    memberIds,
    orderId: order?.id ?? null,
    symbol: symbol?.toUpperCase() ?? null,
    from: from === undefined ? null : new Date(taipeiMidnight(from)),
    until: to === undefined ? null : new Date(taipeiMidnight(to) + dayMs),
    state: state ?? null,
  }
}

/** An order as operators see it: its owner masked. */
export const showConsoleOrder = ({ id, memberId, account, name, ...row }: ConsoleOrder) => ({
  ...row,
  orderId: id,
  member: showOwner({ memberId, account, name }),
  placedAt: row.placedAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
})

const showWaiting = ({ id, memberId, account, name, body, held, createdAt, ...row }: WaitingEntryRow) => {
  const { direction, multiple, way, trigger, price, exits } = body.entry
  return {
    ...row,
    conditionalId: id,
    member: showOwner({ memberId, account, name }),
    direction,
    multiple,
    way,
    trigger,
    price: price ?? null,
    held: held.toString(),
    exits: exits === undefined ? null : { stop: exits.stop ?? null, takeProfit: exits.takeProfit ?? null },
    createdAt: createdAt.toISOString(),
  }
}

const head = [
  'order_id',
  'placed_at',
  'member',
  'member_number',
  'account',
  'symbol',
  'side',
  'purpose',
  'direction',
  'multiple',
  'day_trade',
  'price',
  'quantity',
  'filled',
  'validity',
  'state',
  'reason',
  'origin',
  'ended_at',
]

/** Refuses: `orders.narrow`. */
export async function exportOrders(
  db: Db,
  { filter: asked }: Pick<Asked, 'filter'>,
  context: ByOperator,
): Promise<ConsoleOutcome<CsvFile>> {
  if (!isNarrow(asked)) return refuse('orders.narrow', { field: 'text' })
  return db.transaction(async (tx) => {
    const filter = await resolve(tx, asked, null)
    const rows = (await readConsoleOrders(tx, filter, null, exportLimit)).map(lineOf)
    return done(await exportList(tx, { list: 'orders', filter: { ...asked }, head, rows }, context))
  })
}

const lineOf = (row: ConsoleOrder): readonly (string | null)[] => [
  row.id,
  taipeiText(row.placedAt),
  row.name,
  memberNumber(row.memberId),
  maskAccount(row.account),
  row.symbol,
  row.side,
  row.purpose,
  row.direction,
  String(row.multiple),
  String(row.dayTrade),
  row.price === null ? 'market' : (row.price / 100).toFixed(2),
  String(row.quantity),
  String(row.filled),
  row.validity,
  row.state,
  row.reason,
  row.origin,
  taipeiText(row.endedAt),
]
