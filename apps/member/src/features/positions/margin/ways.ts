// The ways to meet a margin call, computed on the phone by the rules of a forced close.

import { previewClose, type ClosePreview, type TradingTerms } from '@fairlot/rules/orders'
import { coverOf, forcedCloses, maintenance, type Cover, type Secured } from '@fairlot/rules/positions'
import { heldOf, type PositionRow } from '../figures.ts'

export interface MarginFacts {
  readonly terms: TradingTerms
  readonly today: string
  readonly settlesOn: string
  /** Positions with a debt: loans and shorts. */
  readonly positions: readonly PositionRow[]
}

const hasDebt = (row: PositionRow): boolean => row.direction === 'short' || BigInt(row.loan) > 0n
export const owingOf = (rows: readonly PositionRow[]): readonly PositionRow[] => rows.filter(hasDebt)

const lastOf = (row: PositionRow): number => row.last ?? row.price

export const securedOf = (row: PositionRow): Secured => ({
  positionId: row.positionId,
  symbol: row.symbol,
  direction: row.direction,
  shares: row.shares,
  loan: BigInt(row.loan),
  collateral: BigInt(row.collateral),
  interest: BigInt(row.interest),
  last: lastOf(row),
})

const closeOf = (facts: MarginFacts, row: PositionRow, quantity: number): ClosePreview | null =>
  previewClose(
    {
      terms: facts.terms,
      kind: row.kind,
      upper: null,
      last: lastOf(row),
      buyingPower: 0n,
      date: facts.today,
      settlesOn: facts.settlesOn,
    },
    heldOf(row, facts.today),
    { quantity },
  )

export interface SellWay {
  readonly row: PositionRow
  readonly quantity: number
  readonly preview: ClosePreview
  /** The account's ratio afterwards; null without debt. */
  readonly ratioBp: number | null
}

/** The first position a forced close would take: the fewest whole lots that bring the account to the ratio. */
export function sellWay(facts: MarginFacts): SellWay | null {
  const account = facts.positions.map(securedOf)
  const [first] = forcedCloses(account, facts.terms.cancelRatio)
  const row = facts.positions.find(({ positionId }) => positionId === first?.positionId)
  if (first === undefined || row === undefined) return null
  const preview = closeOf(facts, row, first.quantity)
  if (preview === null) return null
  const left = row.shares - first.quantity
  const others = account.flatMap((one) =>
    one.positionId !== first.positionId
      ? [one]
      : left === 0
        ? []
        : [
            {
              ...one,
              shares: left,
              loan: one.loan - preview.loanRepaid,
              collateral: one.collateral - preview.collateral,
            },
          ],
  )
  return { row, quantity: first.quantity, preview, ratioBp: maintenance(others) }
}

/** The amount returned by closing everything with a debt. */
export const allWay = (facts: MarginFacts): bigint =>
  facts.positions.reduce((sum, row) => sum + (closeOf(facts, row, row.shares)?.received ?? 0n), 0n)

export const forcedWay = (facts: MarginFacts) =>
  forcedCloses(facts.positions.map(securedOf), facts.terms.cancelRatio).flatMap(
    ({ positionId, quantity }) => {
      const row = facts.positions.find((one) => one.positionId === positionId)
      return row === undefined ? [] : [{ row, quantity }]
    },
  )

export const coverIn = (facts: MarginFacts): Cover => coverOf(facts.positions.map(securedOf))

/** The price at which the call would end when the only debt is one long position: securing x price / debt = ratio. */
export function releasePrice(
  facts: MarginFacts,
): { readonly row: PositionRow; readonly price: number } | null {
  const [row, ...others] = facts.positions
  if (row === undefined || others.length > 0 || row.direction !== 'long') return null
  const needed = (BigInt(row.loan) * BigInt(facts.terms.cancelRatio) + 9_999n) / 10_000n
  return { row, price: Number((needed + BigInt(row.shares) - 1n) / BigInt(row.shares)) }
}
