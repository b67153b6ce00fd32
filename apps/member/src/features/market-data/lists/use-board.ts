// The rows of a long list, page by page: only the pages in view are read, and read again every five seconds, which is
// also when the order may change. Never while the list is held.

import type { BodyOf } from '@fairlot/contract'
import type { Board, QuoteRow, Ranking, Sorting } from '@fairlot/contract/market-data'
import { useEffect, useRef } from 'react'
import { useReads } from '#shell/data.ts'
import { primeRows } from '../live/index.ts'

export const PAGE = 50
export const SORT_EVERY_MS = 5_000

export interface Question {
  readonly board: Board | 'any'
  readonly ranking: Ranking
  readonly sort?: { readonly by: Sorting; readonly descending: boolean } | undefined
}

const bodyOf = ({ board, ranking, sort }: Question, page: number): BodyOf<'/market/listQuotes'> => ({
  board,
  ranking,
  ...(sort === undefined ? {} : { sort }),
  from: page * PAGE,
  count: PAGE,
})

/** The first page is always among them: it carries the total and the counts of the board. */
export const pagesOf = (first: number, last: number): readonly number[] => {
  const pages = new Set([0])
  for (let page = Math.floor(first / PAGE); page <= Math.floor(last / PAGE); page++) pages.add(page)
  return [...pages]
}

export const useBoard = (question: Question, first: number, last: number, held: boolean) => {
  const pages = pagesOf(first, last)
  const reads = useReads(
    '/market/listQuotes',
    pages.map((page) => bodyOf(question, page)),
    { every: held ? false : SORT_EVERY_MS, staleTime: SORT_EVERY_MS, quiet: true },
  )
  const answers = reads.map(({ data }) => data)
  useEffect(() => {
    for (const answer of answers) if (answer !== undefined) primeRows(answer.rows)
    // The answers themselves are what may change, not the array around them.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, answers)

  // An answer that was already on its way when the finger came down waits until it is lifted.
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
