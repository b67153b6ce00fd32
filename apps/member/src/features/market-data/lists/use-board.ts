// The rows of a long list, page by page: only visible pages are read, again every five seconds, which is also when the
// order can change. Never while the list is touched.

import type { BodyOf } from '@fairlot/contract'
import type { Board, QuoteRow, Ranking, ScreenData, Sorting } from '@fairlot/contract/market-data'
import { useEffect, useRef } from 'react'
import { useRead } from '#shell/data.ts'
import { primeRows } from '../live/index.ts'
import { SORT_EVERY_MS } from './sort-every.ts'

const PAGE = 50

export interface Question {
  readonly board: Board | 'any'
  readonly ranking: Ranking
  readonly sort?: { readonly by: Sorting; readonly descending: boolean } | undefined
  /** Keeps only what matches. */
  readonly screen?: ScreenData | undefined
}

const bodyOf = ({ board, ranking, sort, screen }: Question, page: number): BodyOf<'/market/listQuotes'> => ({
  board,
  ranking,
  ...(sort === undefined ? {} : { sort }),
  ...(screen === undefined ? {} : { screen }),
  from: page * PAGE,
  count: PAGE,
})

/**
 * At most three queries, usually the same one: the first page, which has the total and the counts of the board, and the
 * pages of the first and the last visible row. Fifty rows are more than any phone shows.
 */
export const useBoard = (question: Question, first: number, last: number, held: boolean) => {
  const options = { every: held ? false : SORT_EVERY_MS, staleTime: SORT_EVERY_MS, quiet: true } as const
  const pages = [0, Math.floor(first / PAGE), Math.floor(last / PAGE)] as const
  const reads = [
    useRead('/market/listQuotes', bodyOf(question, pages[0]), options),
    useRead('/market/listQuotes', bodyOf(question, pages[1]), options),
    useRead('/market/listQuotes', bodyOf(question, pages[2]), options),
  ] as const
  const answers = reads.map(({ data }) => data)
  useEffect(() => {
    for (const answer of new Set(answers)) if (answer !== undefined) primeRows(answer.rows)
    // The answers themselves are what may change, not the array around them.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, answers)

  // An answer already on its way when a touch began waits until the touch ends.
  const shown = useRef(new Map<number, readonly QuoteRow[]>())
  const order = shown.current
  for (const [at, page] of pages.entries()) {
    const rows = answers[at]?.rows
    if (rows !== undefined && (!held || !order.has(page))) order.set(page, rows)
  }

  const wasHeld = useRef(held)
  useEffect(() => {
    if (wasHeld.current && !held) {
      for (const read of reads) if (Date.now() - read.dataUpdatedAt > SORT_EVERY_MS) void read.refetch()
    }
    wasHeld.current = held
    // Only letting go asks; the reads are new objects at every render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [held])

  return {
    head: reads[0],
    rowAt: (index: number): QuoteRow | undefined => order.get(Math.floor(index / PAGE))?.[index % PAGE],
    retry: () => {
      for (const read of reads) void read.refetch()
    },
  }
}
