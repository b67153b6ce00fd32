import { nextTradingDay } from '@fairlot/rules/calendar'
import type { TradingTerms } from '@fairlot/rules/orders'
import type { SettlementOrder, SettlementPosition, SettlementInput } from './settlement-input.ts'

/** The position that an opening order creates with its first fill, still without shares. */
export function beginPosition(
  input: Pick<SettlementInput, 'eligible' | 'calendar' | 'closures'>,
  order: SettlementOrder,
  { at, day, due }: { readonly at: number; readonly day: string; readonly due: string },
  terms: TradingTerms,
): SettlementPosition {
  // A short may be covered at once: a member who owes shares must be able to end the risk. Bought shares wait a day.
  const sameDay = order.dayTrade || order.direction === 'short' || input.eligible.has(order.memberId)
  let sellableOn = day
  for (let days = sameDay ? 0 : terms.minHoldDays; days > 0; days -= 1)
    sellableOn = nextTradingDay(input.calendar, input.closures, sellableOn)
  const lockMinutes = order.dayTrade ? terms.dayTradeLockMinutes : terms.lockMinutes
  return {
    id: order.positionId,
    memberId: order.memberId,
    symbol: order.symbol,
    kind: order.kind,
    direction: order.direction,
    multiple: order.multiple,
    product: order.kind === 'etf' ? 'etf' : 'competition',
    openedOn: day,
    openedAt: at,
    settlesOn: due,
    sellableOn,
    unlocksAt: at + lockMinutes * 60_000,
    dayTrade: order.dayTrade,
    state: 'holding',
    reason: null,
    openedShares: 0,
    shares: 0,
    closing: 0,
    openedValue: 0n,
    openFee: 0n,
    openTax: 0n,
    borrowFee: 0n,
    loan: 0n,
    collateral: 0n,
    interest: 0n,
    closedValue: 0n,
    closeFee: 0n,
    closeTax: 0n,
    interestPaid: 0n,
    closedBasis: 0n,
    realised: 0n,
    closedAt: null,
    openCloses: 0,
  }
}
