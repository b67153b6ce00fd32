// Every summary figure of an account, once: a pure function of ledger balances, open positions and prices of one moment.
// Screens show these figures and compute none of their own.

import type { FigurePart, FigureTerm } from '@fairlot/contract/positions'
import type { InstrumentKind } from '@fairlot/contract/venue'
import type { TradingTerms } from '../orders/terms.ts'
import type { Mids } from '../currency-exchange/convert.ts'
import { maintenance } from '../positions/maintenance.ts'
import { closingCosts, marginIn, type Position, unrealised } from '../positions/valuation.ts'
import { withdrawableOf } from '../withdrawals/withdrawable.ts'
import {
  type FigureBalance,
  figureCurrency,
  type Marks,
  type ForeignCash,
  foreignCashOf,
  type PartRow,
  partRows,
  partsOf,
  termsOfParts,
} from './parts.ts'

export interface FigurePosition extends Position {
  readonly positionId: string
  readonly symbol: string
  readonly kind: InstrumentKind
  /** The price it counts at. */
  readonly mark: number
}

export interface AccountFacts {
  readonly balances: readonly FigureBalance[]
  readonly marks: Marks
  /** New Taiwan dollars for one unit of each currency. */
  readonly mids: Mids
  /** Everything open. */
  readonly positions: readonly FigurePosition[]
  readonly terms: TradingTerms
  /** The trading day. */
  readonly date: string
  /** The amount an open margin call still requires. */
  readonly called: bigint
}

export interface Figures {
  /** The identity: the terms add up to the total. */
  readonly terms: Readonly<Record<FigureTerm, bigint>>
  readonly parts: Readonly<Record<FigurePart, bigint>>
  readonly total: bigint
  /** What the term `foreign` consists of. */
  readonly foreign: readonly ForeignCash[]
  /** What an order can hold: available and unsettled, without dividends that are not paid yet. */
  readonly buyingPower: bigint
  readonly withdrawable: bigint
  readonly called: bigint
  readonly unsettledOn: readonly { readonly on: string; readonly amount: bigint }[]
  /** Own money in open positions: the base of their result in percent. */
  readonly margin: bigint
  /** Accrued up to today, whether posted or not. */
  readonly interestDue: bigint
  /** Result of the open positions at the mark, before the costs of closing them. */
  readonly unrealisedBefore: bigint
  /** The costs of closing everything now: brokerage, tax, interest that is not posted yet. */
  readonly exitCost: bigint
  readonly unrealised: bigint
  /** Of the whole account, hundredths of a percent, rounded down; null without debt. */
  readonly ratioBp: number | null
}

export function figuresOf(facts: AccountFacts, rows: readonly PartRow[] = partRows): Figures {
  const { balances, positions, called } = facts
  const parts = partsOf(balances, facts.marks, facts.mids, rows)
  const terms = termsOfParts(parts, rows)
  const results = positions.map((position) => resultOf(facts, position))
  return {
    terms,
    parts,
    total: sum(Object.values(terms)),
    foreign: foreignCashOf(balances, facts.mids),
    buyingPower: parts.available + parts.unsettled,
    withdrawable: withdrawableOf(balances, figureCurrency, called).withdrawable,
    called,
    unsettledOn: balances
      .filter(({ asset, kind, amount }) => asset === figureCurrency && isComing(kind) && amount !== 0n)
      .map(({ due, amount }) => ({ on: due ?? '', amount }))
      .toSorted((a, b) => (a.on < b.on ? -1 : 1)),
    margin: sum(positions.map(marginIn)),
    interestDue: sum(results.map(({ interestDue }) => interestDue)),
    unrealisedBefore: sum(results.map(({ before }) => before)),
    exitCost: sum(results.map(({ exitCost }) => exitCost)),
    unrealised: sum(results.map(({ after }) => after)),
    ratioBp: maintenance(positions.map((one) => ({ ...one, last: one.mark }))),
  }
}

const isComing = (kind: string): boolean => kind === 'receivable' || kind === 'dividend'

export interface PositionResult {
  readonly before: bigint
  readonly exitCost: bigint
  readonly after: bigint
  readonly interestDue: bigint
}

/** One position: `before` is what the ledger's total contains of it, `after` what closing it now would leave. */
export function resultOf(
  { terms, date }: Pick<AccountFacts, 'terms' | 'date'>,
  position: FigurePosition,
): PositionResult {
  const costs = closingCosts(terms, position, position.mark, position.kind, date)
  const after = unrealised(terms, position, position.mark, position.kind, date)
  const exitCost = position.shares === 0 ? 0n : costs.fee + costs.tax + costs.interest - position.interest
  return { before: after + exitCost, exitCost, after, interestDue: costs.interest }
}

const sum = (amounts: Iterable<bigint>): bigint => {
  let total = 0n
  for (const amount of amounts) total += amount
  return total
}
