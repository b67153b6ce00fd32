// The sort order of every list, so that a list can state its rule and anyone can check it. Ties are sorted by symbol:
// the same data always gives the same list.

import { compareChanges, type Limited, limitOf, type Priced } from './change.ts'

export interface Ranked extends Priced, Limited {
  readonly symbol: string
  readonly volume: number
  readonly turnover: number
}

type RankingName = 'all' | 'change' | 'losers' | 'volume' | 'turnover' | 'limit-up' | 'limit-down'
type SortingName = 'symbol' | 'price' | 'change' | 'volume' | 'turnover'
type Compare = (a: Ranked, b: Ranked) => number

const bySymbol: Compare = (a, b) => (a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : 0)
const sizeOfChange = ({ last, reference }: Priced): Priced => ({
  last: reference + Math.abs((last ?? reference) - reference),
  reference,
})

const byTurnover: Compare = (a, b) => b.turnover - a.turnover

/** The rankings that have only some of the instruments. */
const members: Partial<Readonly<Record<RankingName, (row: Ranked) => boolean>>> = {
  losers: ({ last, reference }) => last !== null && last < reference,
  'limit-up': (row) => limitOf(row) === 'up',
  'limit-down': (row) => limitOf(row) === 'down',
}

const rankingOrders: Readonly<Record<RankingName, Compare>> = {
  all: bySymbol,
  change: (a, b) => compareChanges(sizeOfChange(b), sizeOfChange(a)),
  losers: compareChanges,
  volume: (a, b) => b.volume - a.volume,
  turnover: byTurnover,
  'limit-up': byTurnover,
  'limit-down': byTurnover,
}

const sortingOrders: Readonly<Record<SortingName, Compare>> = {
  symbol: bySymbol,
  price: (a, b) => (a.last ?? a.reference) - (b.last ?? b.reference),
  change: compareChanges,
  volume: (a, b) => a.volume - b.volume,
  turnover: (a, b) => a.turnover - b.turnover,
}

/** The loss list has only falling instruments, the limit lists only those at their limit; the others have all. */
export function rank<Row extends Ranked>(
  rows: readonly Row[],
  ranking: RankingName,
  sort?: { readonly by: SortingName; readonly descending: boolean },
): Row[] {
  const isMember = members[ranking]
  const order = sort ? sortingOrders[sort.by] : rankingOrders[ranking]
  const direction = sort?.descending ? -1 : 1
  return (isMember ? rows.filter(isMember) : rows).toSorted(
    (a, b) => direction * order(a, b) || bySymbol(a, b),
  )
}

export interface Breadth {
  readonly rising: number
  readonly falling: number
  readonly flat: number
}

/** Instruments without a trade today count as unchanged. */
export function breadthOf(rows: readonly Priced[]): Breadth {
  let [rising, falling] = [0, 0]
  for (const { last, reference } of rows) {
    if (last === null) continue
    if (last > reference) rising += 1
    if (last < reference) falling += 1
  }
  return { rising, falling, flat: rows.length - rising - falling }
}
