import { lotSize } from '@fairlot/rules/instruments'
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
export const tooMany = (free: number): OrderRefusal => ({
  msg: 'order.lots',
  field: 'quantity',
  rule: ruleIdOf('maxLots'),
  params: { max: Math.floor(free / lotSize) },
})
