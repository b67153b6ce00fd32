// The ledger entries of dividends. Pure: facts in, balanced entry out. app.is_dividend_entry says the same and refuses any other.

import { type Entry, entry, houseAccounts, member, type SettlementDate, tax } from '@fairlot/ledger'

const cash = 'TWD'

export interface DividendOf {
  readonly actionId: string
  readonly memberId: string
  readonly paysOn: SettlementDate
  readonly gross: bigint
  readonly withheld: bigint
  readonly owed: bigint
  /** The part of the supplement that the cash does not cover. */
  readonly owedSupplement: bigint
}

const head = (event: string, { actionId, memberId }: DividendOf, now: Date) => ({
  event,
  reference: actionId,
  // Once per dividend and member, however often the worker runs.
  key: `${event} ${actionId} ${memberId}`,
  postedAt: now,
})

/**
 * On the ex-date: the issuer owes the holder, the supplement is withheld, a short seller owes the lender. A holder owes what the
 * supplement on new shares takes beyond the cash.
 */
export function accrueEntry(dividend: DividendOf, now: Date): Entry {
  const { memberId, paysOn, gross, withheld, owed, owedSupplement } = dividend
  const building = entry(head('dividend.accrued', dividend, now))
  const issuers = houseAccounts.dividends(cash)
  if (gross > withheld) building.move(gross - withheld, issuers, member(memberId).dividend(cash, paysOn))
  if (withheld > 0n) building.move(withheld, issuers, tax('supplement', cash))
  if (owed > 0n) building.move(owed, member(memberId).payable(cash, paysOn), issuers)
  if (owedSupplement > 0n)
    building.move(owedSupplement, member(memberId).payable(cash, paysOn), tax('supplement', cash))
  return building.done()
}

/** On the payment date. */
export function payEntry(dividend: DividendOf, now: Date): Entry {
  const { memberId, paysOn, gross, withheld } = dividend
  return entry(head('dividend.paid', dividend, now))
    .move(gross - withheld, member(memberId).dividend(cash, paysOn), member(memberId).available(cash))
    .done()
}
