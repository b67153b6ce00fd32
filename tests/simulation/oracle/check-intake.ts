// What intake must not have accepted, computed from the rows after its commit: no opening order of a stopped member, none
// above the member's loss limit, the rate limit, the credit line, the quota of day trades, or with a debt during a
// margin call. Written without decideBatch.

import { loanOf } from '@fairlot/rules/orders'
import {
  type FillRow,
  type HoldingRow,
  type MarginCallRow,
  noRiskLimits,
  type OrderRow,
  type OwnerRow,
  type RiskLimitsRow,
} from '../actors/rows.ts'
import type { Simulation } from '../actors/simulation.ts'
import type { Change } from '../world/store.ts'

export type Say = (invariant: string, what: string) => void

interface History {
  /** The commit that wrote an order, and a fill. */
  readonly orders: Map<string, number>
  readonly fills: Map<string, number>
  /** The commits that changed a member's margin call, and to what. */
  readonly calls: { readonly memberId: string; readonly commit: number; readonly isOpen: boolean }[]
  batches: number
  rateStops: number
}

const histories = new WeakMap<Simulation, History>()

function historyOf(simulation: Simulation): History {
  let history = histories.get(simulation)
  if (!history)
    histories.set(
      simulation,
      (history = { orders: new Map(), fills: new Map(), calls: [], batches: 0, rateStops: 0 }),
    )
  return history
}

export function intakeCounts(simulation: Simulation): { batches: number; rateStops: number } {
  const { batches, rateStops } = historyOf(simulation)
  return { batches, rateStops }
}

export function checkIntake(simulation: Simulation, changes: readonly Change[], say: Say): void {
  const { store } = simulation
  const history = historyOf(simulation)
  const placed: OrderRow[] = []
  for (const { table, key, before, after } of changes) {
    if (table === 'fills') history.fills.set(key, store.commits)
    else if (table === 'margin_calls')
      history.calls.push({ memberId: key, commit: store.commits, isOpen: (after as MarginCallRow).isOpen })
    else if (table === 'orders' && before === undefined) placed.push(after as OrderRow)
    else if (table === 'risk_limits' && (after as RiskLimitsRow).stoppedBy === 'rule')
      if ((before as RiskLimitsRow | undefined)?.stoppedBy !== 'rule') history.rateStops += 1
  }
  if (placed.length > 1) history.batches += 1
  for (const order of placed) checkTurn(simulation, history, order, say)
  for (const { id } of placed) history.orders.set(id, store.commits)
  for (const order of placed) {
    checkGroup(simulation, order, say)
    if (order.purpose === 'open') checkOpening(simulation, history, order, changes, say)
  }
}

/** Opening orders of a member, and close orders of a position, are decided one commit after the other. */
function checkTurn({ store }: Simulation, history: History, order: OrderRow, say: Say): void {
  for (const row of store.table<OrderRow>('orders').values()) {
    const isBeside =
      row.purpose === order.purpose &&
      (order.purpose === 'open' ? row.memberId === order.memberId : row.positionId === order.positionId)
    if (isBeside && (history.orders.get(row.id) ?? 0) > order.decidedAfter)
      say('limit', `order ${order.id} was decided without order ${row.id}`)
  }
}

function checkGroup({ store }: Simulation, { id, memberId, command }: OrderRow, say: Say): void {
  const ownerGroup = store.read<OwnerRow>('directory.owners', memberId)?.ownerGroup
  const { group } = JSON.parse(command) as { readonly group?: string }
  if (group !== (ownerGroup && `owner:${ownerGroup}`)) say('limit', `order ${id} goes out in group ${group}`)
}

function checkOpening(
  { store, terms }: Simulation,
  history: History,
  order: OrderRow,
  changes: readonly Change[],
  say: Say,
): void {
  const { id, memberId, date, placedAt, decidedAfter } = order
  const isOwn = (row: { readonly memberId: string }): boolean => row.memberId === memberId
  // The commit of an order may stop its owner as well, after this order.
  const changed = changes.find(({ table, key }) => table === 'risk_limits' && key === memberId)
  const limits = changed ? changed.before : store.read<RiskLimitsRow>('risk_limits', memberId)
  const { stoppedBy, lossLimit } = (limits as RiskLimitsRow | undefined) ?? noRiskLimits
  if (stoppedBy !== null) say('limit', `order ${id} opens, its owner is stopped by ${stoppedBy}`)

  const lost = [...store.table<FillRow>('fills')].reduce(
    (sum, [key, fill]) =>
      isOwn(fill) && fill.date === date && history.fills.get(key)! <= decidedAfter
        ? sum - (fill.realised ?? 0n)
        : sum,
    0n,
  )
  if (lossLimit !== null && lost >= lossLimit)
    say('limit', `order ${id} opens after a loss of ${lost}, the limit is ${lossLimit}`)

  const opening = [...store.table<OrderRow>('orders').values()].filter(
    (row) => isOwn(row) && row.purpose === 'open',
  )
  const recent = opening.filter((row) => row.placedAt > placedAt - 10_000).length
  if (recent > terms.orderRateLimit) say('limit', `order ${id} is the ${recent}th within ten seconds`)

  const dayTraded = opening.reduce(
    (sum, row) =>
      row.dayTrade && row.date === date
        ? sum + row.filledValue + BigInt(row.left) * BigInt(row.worstPrice)
        : sum,
    0n,
  )
  if (order.dayTrade && dayTraded > BigInt(terms.dayTradeGross))
    say('limit', `order ${id} brings the day trades to ${dayTraded}`)

  if (borrowedBy(order) === 0n) return
  const owed =
    opening.reduce((sum, row) => sum + borrowedBy(row), 0n) +
    [...store.table<HoldingRow>('positions').values()]
      .filter(isOwn)
      .reduce((sum, row) => sum + owedFor(row), 0n)
  if (owed > BigInt(terms.lineMax)) say('limit', `order ${id} brings the debts to ${owed}`)
  const call = history.calls.findLast((one) => one.memberId === memberId && one.commit <= decidedAfter)
  if (call?.isOpen) say('limit', `order ${id} borrows during a margin call`)
}

/** What the open part of an order can still borrow. */
function borrowedBy({ direction, multiple, left, worstPrice }: OrderRow): bigint {
  const value = BigInt(left) * BigInt(worstPrice)
  return direction === 'short' ? value : loanOf(multiple, value)
}

const owedFor = ({ direction, loan, openedValue, shares, openedShares }: HoldingRow): bigint =>
  direction === 'long' ? loan : (openedValue * BigInt(shares)) / BigInt(openedShares)
