import { valueAt } from '@fairlot/rules/orders'
import { averagePrice } from '@fairlot/rules/positions'
import type { SettlementOrder } from './settlement-input.ts'
import type { MemberChange } from './settlement-result.ts'

export interface MemberEvents {
  orderChanged(order: SettlementOrder, at: number): void
  orderFilled(order: SettlementOrder, price: number, quantity: number, at: number): void
  all(): MemberChange[]
}

/** The fills of one order in this transaction. */
interface Filled {
  readonly fills: number
  readonly quantity: number
  readonly value: bigint
}

interface Changed {
  readonly order: SettlementOrder
  readonly at: number
  readonly filled: Filled | undefined
}

/** One event per order and transaction, with the order's final state. It also stands for the order's position. */
export function collectMemberEvents(): MemberEvents {
  const changed = new Map<string, Changed>()
  return {
    orderChanged(order, at) {
      changed.set(order.id, { order, at, filled: changed.get(order.id)?.filled })
    },
    orderFilled(order, price, quantity, at) {
      const before = changed.get(order.id)?.filled ?? { fills: 0, quantity: 0, value: 0n }
      const filled = {
        fills: before.fills + 1,
        quantity: before.quantity + quantity,
        value: before.value + valueAt(price, quantity),
      }
      changed.set(order.id, { order, at, filled })
    },
    all: () => [...changed.values()].map(eventOf),
  }
}

function eventOf({ order, at, filled: fills }: Changed): MemberChange {
  const { id, memberId, positionId, symbol, side, purpose, state, left, filled, reason } = order
  const data = { orderId: id, state, left, filled, reason }
  if (fills === undefined)
    return {
      memberId,
      kind: 'order.changed',
      data: { ...data, ...(purpose === 'close' ? { positionId } : {}) },
      at,
    }
  const price = averagePrice(fills.value, fills.quantity)
  return {
    memberId,
    kind: 'order.filled',
    data: { ...data, positionId, symbol, side, price, quantity: fills.quantity, fills: fills.fills },
    at,
  }
}
