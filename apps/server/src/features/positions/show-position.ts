import { valueAt } from '@fairlot/rules/orders'
import {
  averagePrice,
  callPrice,
  interestDue,
  marginIn,
  type Secured,
  unrealised,
} from '@fairlot/rules/positions'
import type { Today } from './account.ts'
import type { HoldingRow } from './store.ts'

/**
 * A position as the client gets it. `account` is everything open of the same member: its call price depends on all of
 * it.
 */
export function showPosition(row: HoldingRow, { terms, date }: Today, account: readonly Secured[]) {
  const isOpen = row.state !== 'closed'
  const closed = row.openedShares - row.shares
  return {
    positionId: row.positionId,
    symbol: row.symbol,
    nameTw: row.nameTw,
    nameEn: row.nameEn,
    kind: row.kind,
    direction: row.direction,
    multiple: row.multiple,
    product: row.product,
    origin: row.origin,
    dayTrade: row.dayTrade,
    state: row.state,
    reason: row.reason,
    openedShares: row.openedShares,
    shares: row.shares,
    closing: row.closing,
    price: averagePrice(row.openedValue, row.openedShares),
    openedValue: row.openedValue.toString(),
    openFee: row.openFee.toString(),
    openTax: row.openTax.toString(),
    borrowFee: row.borrowFee.toString(),
    loan: row.loan.toString(),
    collateral: row.collateral.toString(),
    margin: marginIn(row).toString(),
    interest: (isOpen ? interestDue(terms, row, date) : row.interest).toString(),
    closedValue: row.closedValue.toString(),
    closeFee: row.closeFee.toString(),
    closeTax: row.closeTax.toString(),
    interestPaid: row.interestPaid.toString(),
    realised: row.realised.toString(),
    closePrice: closed === 0 ? null : averagePrice(row.closedValue, closed),
    openedAt: row.openedAt.toISOString(),
    openedOn: row.openedOn,
    closedAt: row.closedAt?.toISOString() ?? null,
    settlesOn: row.settlesOn,
    sellableOn: row.sellableOn,
    unlocksAt: row.unlocksAt.toISOString(),
    last: row.last,
    marketValue: isOpen && row.last !== null ? valueAt(row.last, row.shares).toString() : null,
    unrealised:
      isOpen && row.last !== null ? unrealised(terms, row, row.last, row.kind, date).toString() : null,
    callPrice:
      isOpen && (row.loan > 0n || row.direction === 'short') ? callPrice(terms, account, row.symbol) : null,
  }
}
