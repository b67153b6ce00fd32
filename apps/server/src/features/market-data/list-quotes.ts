import type { Board as BoardName, QuoteRow, Ranking, Sorting } from '@fairlot/contract/market-data'
import { breadthOf, lacksFigures, matchesScreen, rank, type Screen } from '@fairlot/rules/market-data'
import type { Board } from './board.ts'

export interface ListWish {
  readonly board: BoardName | 'any'
  readonly ranking: Ranking
  readonly sort?: { readonly by: Sorting; readonly descending: boolean } | undefined
  readonly screen?: Screen | undefined
  readonly from: number
  readonly count: number
}

export interface ListedPage {
  readonly rows: QuoteRow[]
  readonly total: number
  readonly rising: number
  readonly falling: number
  readonly flat: number
  readonly lacking: number
  readonly at: number
}

const isOn = (board: ListWish['board'], row: QuoteRow): boolean =>
  board === 'any' || (board === 'etf' ? row.kind === 'etf' : row.kind === 'stock' && row.board === board)

export async function listQuotes(board: Board, wish: ListWish): Promise<ListedPage> {
  const { rows, figuresOf, at } = await board.read()
  const members = rows.filter((row) => isOn(wish.board, row))
  const { screen } = wish
  const screened = screen ? members.map((row) => ({ row, ...row, ...figuresOf(row.symbol) })) : []
  const matches = screen
    ? screened.filter((one) => matchesScreen(one, screen)).map(({ row }) => row)
    : members
  const ranked = rank(matches, wish.ranking, wish.sort)
  return {
    rows: ranked.slice(wish.from, wish.from + wish.count),
    total: ranked.length,
    ...breadthOf(members),
    lacking: screen ? screened.filter((one) => lacksFigures(one, screen)).length : 0,
    at,
  }
}

/** In the requested order; a symbol named twice comes twice, an unknown one is omitted. */
export async function someQuotes(
  board: Board,
  symbols: readonly string[],
): Promise<{ rows: QuoteRow[]; at: number }> {
  const { bySymbol, at } = await board.read()
  return { rows: symbols.flatMap((symbol) => bySymbol.get(symbol) ?? []), at }
}
