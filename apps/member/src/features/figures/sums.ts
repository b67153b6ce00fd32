// How each figure is made up, from the server's answer: lines that add up to it. The sheet shows them and adds them up on
// the phone.

import { figureTerms, type FigureTerm } from '@fairlot/contract/positions/figures'
import type { Account } from './use-figures.ts'

export type FigureName = 'total' | FigureTerm | 'buyingPower' | 'withdrawable' | 'unrealised' | 'dayProfit'

export interface SumLine {
  readonly key: string
  /** A settlement date, or a symbol. */
  readonly of?: string
  readonly amount: bigint
}

export interface FigureSum {
  readonly value: bigint
  readonly lines: readonly SumLine[]
}

/** Every term but foreign cash, which most accounts do not have. */
export const shownTerms = ({ terms }: Account): readonly FigureTerm[] =>
  figureTerms.filter((one) => one !== 'foreign' || terms.foreign !== '0')

const term = (account: Account, name: FigureTerm): SumLine => ({
  key: name,
  amount: BigInt(account.terms[name]),
})

export function figureSum(name: FigureName, account: Account): FigureSum {
  switch (name) {
    case 'total':
      return { value: BigInt(account.total), lines: shownTerms(account).map((one) => term(account, one)) }
    case 'buyingPower':
      return {
        value: BigInt(account.buyingPower),
        lines: [term(account, 'available'), { key: 'unsettled', amount: BigInt(account.parts.unsettled) }],
      }
    case 'withdrawable':
      return withdrawable(account)
    case 'unrealised':
      return {
        value: BigInt(account.unrealised),
        lines: [
          { key: 'unrealisedBefore', amount: BigInt(account.unrealisedBefore) },
          { key: 'exitCost', amount: -BigInt(account.exitCost) },
        ],
      }
    case 'dayProfit':
      return {
        value: BigInt(account.day.profit),
        lines: [
          { key: 'total', amount: BigInt(account.total) },
          { key: 'opening', amount: -BigInt(account.day.opening) },
          { key: 'paidIn', amount: -BigInt(account.day.paidIn) },
        ],
      }
    default:
      return { value: BigInt(account.terms[name]), lines: linesOfTerm(name, account) }
  }
}

function linesOfTerm(name: FigureTerm, account: Account): readonly SumLine[] {
  if (name === 'unsettled' && account.unsettledOn.length > 0)
    return account.unsettledOn.map(({ on, amount }) => ({ key: 'on', of: on, amount: BigInt(amount) }))
  if (name === 'marketValue') {
    const stocks = account.allocation.filter(({ of }) => of === 'stock')
    if (stocks.length > 0)
      return stocks.map(({ symbol, amount }) => ({
        key: 'stock',
        of: symbol ?? '',
        amount: BigInt(amount),
      }))
  }
  if (name === 'foreign')
    return account.foreign.map(({ currency, twd }) => ({
      key: 'foreign-cash',
      of: currency,
      amount: BigInt(twd ?? '0'),
    }))
  if (name === 'loans')
    return (['cashLoans', 'borrowedShares', 'interest', 'owed'] as const).map((key) => ({
      key,
      amount: BigInt(account.parts[key]),
    }))
  return [term(account, name)]
}

function withdrawable(account: Account): FigureSum {
  const lines: SumLine[] = [
    term(account, 'available'),
    { key: 'owed', amount: BigInt(account.parts.owed) },
    { key: 'interest', amount: BigInt(account.parts.interest) },
    { key: 'called', amount: -BigInt(account.called) },
  ]
  const left = lines.reduce((sum, { amount }) => sum + amount, 0n)
  // More is owed than is available: nothing can be withdrawn, and the gap has its own line.
  if (left < 0n) lines.push({ key: 'lacking', amount: -left })
  return { value: BigInt(account.withdrawable), lines }
}

/** What the profit of the day consists of: realised, the change of what is open, coupons, currencies, interest. */
export function dayParts({ day }: Account): readonly SumLine[] {
  const moves = new Map<string, bigint>()
  for (const { symbol, amount } of day.positions)
    moves.set(symbol, (moves.get(symbol) ?? 0n) + BigInt(amount))
  const named = (key: 'rebates' | 'currency' | 'rest'): SumLine[] =>
    day[key] === '0' ? [] : [{ key, amount: BigInt(day[key]) }]
  return [
    { key: 'realised', amount: BigInt(day.realised) },
    ...[...moves].map(([of, amount]) => ({ key: 'stock', of, amount })),
    ...named('rebates'),
    ...named('currency'),
    ...named('rest'),
  ]
}

export const addsUp = ({ value, lines }: FigureSum): boolean =>
  lines.reduce((sum, { amount }) => sum + amount, 0n) === value
