import type { Board as BoardName, QuoteRow, Ranking, Sorting } from '@fairlot/contract/market-data'
import { breadthOf, matchesScreen, rank, type Screen } from '@fairlot/rules/market-data'
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
  readonly at: number
}

const isOn = (board: ListWish['board'], row: QuoteRow): boolean =>
  board === 'any' || (board === 'etf' ? row.kind === 'etf' : row.kind === 'stock' && row.board === board)

export async function listQuotes(board: Board, wish: ListWish): Promise<ListedPage> {
  const { rows, at } = await board.read()
  const members = rows.filter((row) => isOn(wish.board, row))
  const { screen } = wish
  const matches = screen ? members.filter((row) => matchesScreen(row, screen)) : members
  const ranked = rank(matches, wish.ranking, wish.sort)
  return {
    rows: ranked.slice(wish.from, wish.from + wish.count),
    total: ranked.length,
    ...breadthOf(members),
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
