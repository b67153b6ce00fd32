import { formatMoney } from '@fairlot/money'
import { moneyText } from '#kit/money-text.ts'
import { revisedValues } from './ReviseField.tsx'
import type { QueueTexts } from './texts/index.ts'
import type { ReviewDetail, ReviewRow } from './view.ts'

/** This operator can approve, now or once the documents are open. */
export const mayStill = ({ mayApprove }: ReviewDetail): boolean =>
  mayApprove === null || mayApprove === 'review.not-opened'

/** What a vote is about: whom, how much, and what this operator may change in it. */
export function figuresOf(detail: ReviewDetail, typed: Readonly<Record<string, string>>) {
  const { review } = detail
  const mayRevise = review.state === 'waiting' && mayStill(detail) ? detail.mayRevise : []
  // With a bank line its amount is fixed; without one the operator types it.
  const revised: Readonly<Record<string, string>> = {
    ...typed,
    ...Object.fromEntries(
      Object.entries(detail.suggested).map(([field, value]) => [field, formatMoney(value)]),
    ),
  }
  const values = revisedValues(mayRevise, revised, detail.payload)
  const figure = values?.['booked'] ?? review.change?.to ?? review.amount
  const amount = figure === null ? '' : moneyText(figure, review.currency)
  return {
    mayRevise,
    revised,
    values,
    figure,
    who:
      review.member === null ? '' : `${review.member.name ?? review.member.account} ${review.member.number}`,
    amount,
    /** The amount the vote decides on. Surveillance shows what was traded, and decides on no money. */
    voted: review.kind === 'surveillance' ? '' : amount,
  }
}

export type Figures = ReturnType<typeof figuresOf>

/** The effect of the second vote, with the amount. */
export const sentenceOf = (all: QueueTexts, { kind }: ReviewRow, who: string, amount: string): string => {
  const { sentences } = all.confirm
  if (kind === 'deposit') return sentences.deposit(amount, who)
  if (kind === 'withdrawal') return sentences.withdrawal(amount, who)
  if (kind === 'identity') return sentences.identity(who)
  return sentences.other(all.kinds[kind], [amount, who].filter((part) => part !== '').join(' '))
}

export const buttonOf = (all: QueueTexts, { kind }: ReviewRow, amount: string): string =>
  kind === 'deposit'
    ? all.pane.book(amount)
    : amount === ''
      ? all.pane.approveSecond
      : all.pane.approveAmount(amount)
