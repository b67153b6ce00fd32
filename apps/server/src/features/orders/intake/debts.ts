import { debtOf, valueAt } from '@fairlot/rules/orders'
import type { HoldingFacts, MoreMemberFacts } from './facts.ts'

/** Cash of every kind less debts, and positions at their last price. */
export const equityOf = ({ cash, holdings }: Pick<MoreMemberFacts, 'cash' | 'holdings'>): bigint =>
  holdings.reduce((sum, { direction, shares, price }) => {
    const value = valueAt(price, shares)
    return direction === 'long' ? sum + value : sum - value
  }, cash)

/** Loans, shorts at their sale value, and what open orders can still borrow. */
export const owedOf = ({ holdings, openOrders }: Pick<MoreMemberFacts, 'holdings' | 'openOrders'>): bigint =>
  holdings.reduce((sum, holding) => sum + debtOfHolding(holding), 0n) +
  openOrders.reduce((sum, order) => sum + debtOf(order, order.worstPrice), 0n)

const debtOfHolding = ({ direction, loan, openedValue, shares, openedShares }: HoldingFacts): bigint =>
  direction === 'long' ? loan : (openedValue * BigInt(shares)) / BigInt(openedShares)

/** Opening value of the day's day trades; open orders count at the worst price they can fill at. */
export const dayTradedOf = ({ dayTrades }: Pick<MoreMemberFacts, 'dayTrades'>): bigint =>
  dayTrades.reduce(
    (sum, { filledValue, quantity, worstPrice }) => sum + filledValue + valueAt(worstPrice, quantity),
    0n,
  )
