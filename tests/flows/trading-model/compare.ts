// Compares the model with the rows after every command. Tries on real rows every step that the database must refuse.

import { orderStates, orderTransitions } from '@fairlot/rules/orders'
import { positionStates, positionTransitions } from '@fairlot/rules/positions'
import { expect } from 'vitest'
import { closingOf, type ModelOrder, stateOf, type TradingModel } from './model.ts'
import type { RealTrading } from './real.ts'

export interface Seen {
  readonly orderSteps: Set<string>
  readonly positionSteps: Set<string>
  readonly refusedSteps: Set<string>
  readonly codes: Map<string, number>
  readonly kinds: Map<string, number>
  commands: number
}

export const newSeen = (): Seen => ({
  orderSteps: new Set(),
  positionSteps: new Set(),
  refusedSteps: new Set(),
  codes: new Map(),
  kinds: new Map(),
  commands: 0,
})

interface OrderRow {
  readonly id: string
  readonly state: string
  readonly left: number
  readonly filled: number
}
interface PositionRow {
  readonly id: string
  readonly state: string
  readonly shares: number
  readonly closing: number
}

const lastStates = new WeakMap<TradingModel, Map<string, string>>()

export async function compare(
  model: TradingModel,
  { harness, members }: RealTrading,
  seen: Seen,
): Promise<void> {
  const ids = Object.values(members).map(({ memberId }) => memberId)
  const [orders, positions, conditionals] = await Promise.all([
    harness.venue.sql.query<OrderRow>(
      `SELECT id, state, left_shares AS left, filled_shares AS filled FROM app.orders WHERE member_id = ANY ($1)`,
      [ids],
    ),
    harness.venue.sql.query<PositionRow>(
      'SELECT id, state, shares, closing FROM app.positions WHERE member_id = ANY ($1)',
      [ids],
    ),
    harness.venue.sql.query<{ id: string; state: string; orderId: string | null }>(
      `SELECT id, state, order_id AS "orderId" FROM app.conditional_orders WHERE member_id = ANY ($1)`,
      [ids],
    ),
  ])
  for (const { id, state, orderId } of conditionals) {
    const known = model.conditionals.get(id)
    if (!known) throw new Error(`conditional order ${id} is not in the model`)
    known.state = state
    known.orderId = orderId
  }
  const byId = (rows: readonly { id: string }[]) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  expect(byId(orders)).toEqual(
    byId([...model.orders.values()].map(({ id, state, left, filled }) => ({ id, state, left, filled }))),
  )
  expect(byId(positions)).toEqual(
    byId(
      [...model.positions.values()].map((position) => ({
        id: position.id,
        state: stateOf(model, position),
        shares: position.shares,
        closing: closingOf(model, position.id),
      })),
    ),
  )
  noteSteps(model, orders, positions, seen)
}

function noteSteps(
  model: TradingModel,
  orders: readonly OrderRow[],
  positions: readonly PositionRow[],
  seen: Seen,
): void {
  let last = lastStates.get(model)
  if (!last) lastStates.set(model, (last = new Map()))
  // A position may take two steps between two comparisons.
  for (const { id, state } of orders) {
    const before = last.get(`o${id}`) ?? 'entrusted'
    if (before !== state) seen.orderSteps.add(`${before} > ${state}`)
    last.set(`o${id}`, state)
  }
  for (const { id, state } of positions) {
    const before = last.get(`p${id}`) ?? 'holding'
    if (before !== state) {
      if (before === 'holding' && state === 'closed') {
        seen.positionSteps.add('holding > preparing-to-close')
        seen.positionSteps.add('preparing-to-close > closed')
      } else seen.positionSteps.add(`${before} > ${state}`)
    }
    last.set(`p${id}`, state)
  }
}

const isAllowed = (table: readonly (readonly [string, string])[], from: string, to: string): boolean =>
  from === to || table.some(([before, after]) => before === from && after === to)

/** Tries on this run's rows, with the rights of the tables' owner, every step that packages/rules does not allow. */
export async function tryIllegalSteps(
  model: TradingModel,
  { harness }: RealTrading,
  seen: Seen,
): Promise<void> {
  const attempt = async (what: string, text: string, values: readonly unknown[]): Promise<void> => {
    await expect(harness.venue.sql.query(text, values), what).rejects.toThrow(
      /does not go from|violates check/,
    )
    seen.refusedSteps.add(what)
  }
  const firstIn = <Row extends { state: string }>(rows: Iterable<Row>, state: string): Row | undefined =>
    [...rows].find((row) => row.state === state)
  for (const from of orderStates) {
    const order: ModelOrder | undefined = firstIn(model.orders.values(), from)
    for (const to of orderStates)
      if (order && !isAllowed(orderTransitions, from, to) && !seen.refusedSteps.has(`order ${from} > ${to}`))
        await attempt(
          `order ${from} > ${to}`,
          `UPDATE app.orders SET state = $2, ended_at = CASE WHEN $2 = 'entrusted' THEN NULL ELSE now() END,
             left_shares = CASE WHEN $2 = 'entrusted' THEN 1000 ELSE 0 END WHERE id = $1`,
          [order.id, to],
        )
  }
  const positions = [...model.positions.values()].map((position) => ({
    id: position.id,
    state: stateOf(model, position),
  }))
  for (const from of positionStates) {
    const position = firstIn(positions, from)
    for (const to of positionStates)
      if (
        position &&
        !isAllowed(positionTransitions, from, to) &&
        !seen.refusedSteps.has(`position ${from} > ${to}`)
      )
        await attempt(
          `position ${from} > ${to}`,
          `UPDATE app.positions SET state = $2, closed_at = CASE WHEN $2 = 'closed' THEN now() END,
             shares = CASE WHEN $2 = 'closed' THEN 0 ELSE greatest(shares, 1000) END, closing = 0 WHERE id = $1`,
          [position.id, to],
        )
  }
}

export const illegalSteps: readonly string[] = [
  ...orderStates.flatMap((from) =>
    orderStates.filter((to) => !isAllowed(orderTransitions, from, to)).map((to) => `order ${from} > ${to}`),
  ),
  ...positionStates.flatMap((from) =>
    positionStates
      .filter((to) => !isAllowed(positionTransitions, from, to))
      .map((to) => `position ${from} > ${to}`),
  ),
]
