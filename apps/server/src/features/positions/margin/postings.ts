import { entry, type Entry, lending, member } from '@fairlot/ledger'
import type { TopUpPart } from '@fairlot/rules/positions'

export interface TopUp {
  readonly memberId: string
  /** The key of the request: one key, one effect. */
  readonly key: string
  /** The call it is meant for, or the position. */
  readonly reference: string
  readonly at: Date
  readonly parts: readonly TopUpPart[]
}

/** Free cash repays accrued interest and loans, or is added to the collateral of shorts. */
export function topUpEntry({ memberId, key, reference, at, parts }: TopUp): Entry {
  const owner = member(memberId)
  const sum = (of: (part: TopUpPart) => bigint): bigint => parts.reduce((total, part) => total + of(part), 0n)
  const loan = sum((part) => part.loan)
  return entry({ event: 'margin.top-up', reference, key, postedAt: at })
    .move(
      sum((part) => part.interest),
      owner.available('TWD'),
      owner.interest('TWD'),
    )
    .move(loan, owner.available('TWD'), lending.available('TWD'))
    .move(loan, lending.lent('TWD'), owner.loan('TWD'))
    .move(
      sum((part) => part.collateral),
      owner.available('TWD'),
      owner.collateral('TWD'),
    )
    .done()
}
