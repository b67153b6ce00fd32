// The ledger entries of credit. Pure: facts in, balanced entry out. The pool lends and is repaid; interest is owed from the day it
// is accrued; a pledge is a hold over shares.

import {
  type Entry,
  entry,
  houseAccounts,
  lending,
  member,
  type SettlementDate,
  stock,
} from '@fairlot/ledger'

const cash = 'TWD'

interface Of {
  readonly loanId: string
  readonly memberId: string
}

const head = ({ loanId }: Of, event: string, key: string, postedAt: Date) => ({
  event,
  reference: loanId,
  key: `${event} ${key}`,
  postedAt,
})

interface Pledge {
  readonly holdId: string
  readonly symbol: string
  readonly shares: number
}

export const pledgeEntry = (of: Of, { holdId, symbol, shares }: Pledge, at: Date): Entry =>
  entry(head(of, 'credit.pledged', holdId, at))
    .hold(holdId, BigInt(shares), member(of.memberId).available(stock(symbol)))
    .done()

/** `cause` makes the key: a pledge is freed once, or sold by one order at a time. */
export const freeEntry = (of: Of, { holdId, symbol, shares }: Pledge, cause: string, at: Date): Entry =>
  entry(head(of, 'credit.freed', `${holdId} ${cause}`, at))
    .release(holdId, BigInt(shares), member(of.memberId).available(stock(symbol)))
    .done()

export const disburseEntry = (of: Of, amount: bigint, at: Date): Entry =>
  entry(head(of, 'credit.disbursed', of.loanId, at))
    .move(amount, lending.available(cash), member(of.memberId).available(cash))
    .move(amount, member(of.memberId).loan(cash), lending.lent(cash))
    .done()

export const accrueEntry = (of: Of, through: string, amount: bigint, at: Date): Entry =>
  entry(head(of, 'credit.accrued', `${of.loanId} ${through}`, at))
    .move(amount, member(of.memberId).interest(cash), houseAccounts.interest(cash))
    .done()

export interface Repayment {
  readonly interest: bigint
  readonly principal: bigint
}

/** By the member, or from the proceeds of a forced sale: those of a date that has not settled are taken from what comes in then. */
export function repayEntry(
  of: Of,
  { interest, principal }: Repayment,
  by: {
    readonly event: 'credit.repaid' | 'credit.collected'
    readonly key: string
    readonly due: SettlementDate | null
  },
  at: Date,
): Entry {
  const owner = member(of.memberId)
  const from = by.due === null ? owner.available(cash) : owner.receivable(cash, by.due)
  return entry(head(of, by.event, by.key, at))
    .move(interest, from, owner.interest(cash))
    .move(principal, from, lending.available(cash))
    .move(principal, lending.lent(cash), owner.loan(cash))
    .done()
}
