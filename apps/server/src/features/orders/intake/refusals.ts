import { isOddLot, lotSize, maxOddShares } from '@fairlot/rules/instruments'
import { formatMoney } from '@fairlot/money'
import { type OrderRefusal, ruleIdOf, stopRule } from '@fairlot/rules/orders'

export const duplicateId: OrderRefusal = { msg: 'order.duplicate-id', field: 'orderId' }
export const notPending: OrderRefusal = { msg: 'order.not-pending' }
export const notHolding: OrderRefusal = { msg: 'order.not-holding' }
export const stopped = (by: 'member' | 'rule'): OrderRefusal => ({
  msg: 'order.stopped',
  rule: stopRule(by),
})
export const marginCalled: OrderRefusal = { msg: 'margin.called', rule: ruleIdOf('callRatio') }
export const notEligible: OrderRefusal = {
  msg: 'day-trading.not-eligible',
  rule: ruleIdOf('dayTradeAccountDays'),
}
export const dailyLoss = (limit: bigint): OrderRefusal => ({
  msg: 'guard.daily-loss',
  rule: 'guard.dailyLoss',
  params: { limit: formatMoney(limit, { symbol: true }) },
})
export const onlyLots = (max: number): OrderRefusal => ({
  msg: 'order.lots',
  field: 'quantity',
  rule: ruleIdOf('maxLots'),
  params: { max },
})
const oddShares = (max: number): OrderRefusal => ({
  msg: 'order.shares',
  field: 'quantity',
  rule: 'odd.quantity',
  params: { max },
})
export const onlyOddLots = oddShares(maxOddShares)
/** More than `free` shares; `quantity` says which book the order is for. */
export const tooMany = (quantity: number, free: number): OrderRefusal =>
  isOddLot(quantity) ? oddShares(free) : onlyLots(Math.floor(free / lotSize))
