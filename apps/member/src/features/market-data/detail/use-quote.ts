import type { QuoteData } from '@fairlot/contract/market-data'
import { useEffect } from 'react'
import { call } from '#shell/client.ts'
import { useRead, type ReadError } from '#shell/data.ts'
import { useSession } from '#shell/session.ts'
import { primeDetail, useDetail, type LiveDetail } from '../live/index.ts'

export interface Quote {
  /** What does not change: names, board, kind. */
  readonly facts: QuoteData | undefined
  readonly live: LiveDetail | undefined
  readonly read: ReturnType<typeof useRead<'/market/readQuote'>>
  readonly isUnknown: boolean
}

const isUnknownSymbol = (error: ReadError | null): boolean =>
  error?.failed.why === 'refused' &&
  ['stock.not-found', 'stock.delisted', 'input.symbol'].includes(error.failed.msg)

/** One instrument: read once, then updated by the feed. */
export const useQuote = (symbol: string): Quote => {
  const read = useRead('/market/readQuote', { symbol }, { quiet: true, staleTime: 10_000 })
  const { data } = read
  useEffect(() => {
    if (data !== undefined) primeDetail(data)
  }, [data])
  const live = useDetail(symbol)
  return {
    facts: data,
    live: data === undefined ? undefined : (live ?? data),
    read,
    isUnknown: isUnknownSymbol(read.error),
  }
}

/** The server counts one view per member and day, for the list of most viewed instruments. Guests are not counted. */
export const useRecordView = (symbol: string, isKnown: boolean): void => {
  const account = useSession()?.account
  useEffect(() => {
    if (!isKnown || account === undefined) return
    void import('./viewed.ts').then(({ rememberViewed }) => rememberViewed(symbol))
    void call('/stock/recordView', { symbol }, { quiet: true })
  }, [symbol, isKnown, account])
}
