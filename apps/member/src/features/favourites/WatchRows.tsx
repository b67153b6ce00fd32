// The watched instruments of one group, in the member's order or sorted. Prices update live; the order only every five
// seconds, and never during a touch.

import type { QuoteRow } from '@fairlot/contract/market-data'
import { compareChanges } from '@fairlot/rules/market-data'
import { useEffect, useRef } from 'react'
import {
  Bones,
  isAuction,
  primeRows,
  QuoteList,
  SORT_EVERY_MS,
  useHeld,
  useMarketSession,
} from '#features/market-data'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { shellTexts } from '#shell/texts/index.ts'
import type { WatchSorting } from './sortings.ts'
import { favouritesTexts } from './texts/index.ts'

const priceOf = ({ last, reference }: QuoteRow): number => last ?? reference

/** Equal rows stay in the member's own order. */
const sortWatched = (rows: readonly QuoteRow[], sorting: WatchSorting): readonly QuoteRow[] => {
  if (sorting === 'mine') return rows
  return rows.toSorted((a, b) => {
    if (sorting === 'price-down') return priceOf(b) - priceOf(a)
    return sorting === 'change-down' ? compareChanges(b, a) : compareChanges(a, b)
  })
}

const useWatchedRows = (symbols: readonly string[], held: boolean) => {
  const read = useRead(
    '/market/someQuotes',
    { symbols: [...symbols] },
    { every: held ? false : SORT_EVERY_MS, quiet: true, keep: true, enabled: symbols.length > 0 },
  )
  const rows = read.data?.rows
  useEffect(() => {
    if (rows !== undefined) primeRows(rows)
  }, [rows])
  return read
}

interface Props {
  readonly label: string
  readonly symbols: readonly string[]
  readonly sorting: WatchSorting
  /** Symbols with a waiting alert: they show a bell. */
  readonly alerted: ReadonlySet<string>
  readonly onRows?: ((rows: readonly QuoteRow[]) => void) | undefined
}

export const WatchRows = ({ label, symbols, sorting, alerted, onRows }: Props) => {
  const texts = favouritesTexts.use()
  const shell = shellTexts.use()
  const list = useRef<HTMLUListElement>(null)
  const held = useHeld(list)
  const read = useWatchedRows(symbols, held)
  const session = useMarketSession()
  const rows = read.data?.rows
  useEffect(() => {
    if (rows !== undefined) onRows?.(rows)
    // The function is new at every render; the rows are not.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [rows])
  const shown = useRef<readonly QuoteRow[]>([])
  return (
    <Answered read={read} skeleton={<Bones label={shell.loading} count={Math.min(9, symbols.length)} />}>
      {(data) => {
        const wanted = new Set(symbols)
        const fresh = data.rows.filter(({ symbol }) => wanted.has(symbol))
        if (!held || fresh.length !== shown.current.length) shown.current = sortWatched(fresh, sorting)
        const ordered = shown.current
        return (
          <QuoteList
            ref={list}
            label={label}
            count={ordered.length}
            rowAt={(index) => ordered[index]}
            auction={isAuction(session)}
            bells={alerted}
            bellText={texts.hasAlert}
          />
        )
      }}
    </Answered>
  )
}
