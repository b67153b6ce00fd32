import type { SettlementOrder, SettlementPosition } from './settlement-input.ts'
import type { MemberChange } from './settlement-result.ts'

export interface MemberEvents {
  orderChanged(order: SettlementOrder, at: number): void
  orderFilled(order: SettlementOrder, event: number, price: number, quantity: number, at: number): void
  positionChanged(position: SettlementPosition, at: number): void
  all(): MemberChange[]
}

/** Each order and position is published once per transaction, in its final state: the client reloads it anyway. */
export function collectMemberEvents(): MemberEvents {
  const events = new Map<string, MemberChange>()
  return {
    orderChanged({ id, memberId, state, left, filled, reason }, at) {
      const data = { orderId: id, state, left, filled, reason }
      events.set(`order ${id}`, { memberId, kind: 'order.changed', data, at })
    },
    orderFilled({ id, memberId, positionId, symbol, side }, event, price, quantity, at) {
      const data = { orderId: id, positionId, symbol, side, price, quantity }
      events.set(`fill ${event} ${side}`, { memberId, kind: 'order.filled', data, at })
    },
    positionChanged({ id, memberId }, at) {
      events.set(`position ${id}`, { memberId, kind: 'position.changed', data: { positionId: id }, at })
    },
    all: () => [...events.values()],
  }
}
