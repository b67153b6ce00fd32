import { debtOf, valueAt } from '@fairlot/rules/orders'
import type { HoldingFacts, MoreMemberFacts } from './facts.ts'

/** Cash of every kind less debts, and positions at their last price. */
export const equityOf = ({ cash, holdings }: Pick<MoreMemberFacts, 'cash' | 'holdings'>): bigint =>
  holdings.reduce((sum, { direction, shares, price }) => {
    const value = valueAt(price, shares)
    return direction === 'long' ? sum + value : sum - value
  }, cash)

/** Loans, shorts at their sale value, and what open orders can still borrow. */
export const owedOf = ({ holdings, borrowing }: Pick<MoreMemberFacts, 'holdings' | 'borrowing'>): bigint =>
  holdings.reduce((sum, holding) => sum + debtOfHolding(holding), 0n) +
  borrowing.reduce((sum, order) => sum + debtOf(order, order.worstPrice), 0n)

const debtOfHolding = ({ direction, loan, openedValue, shares, openedShares }: HoldingFacts): bigint =>
  direction === 'long' ? loan : (openedValue * BigInt(shares)) / BigInt(openedShares)
