// One quote: firm while its time runs, then either exchanged or over.

import { useEffect, useState } from 'react'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { useNow } from '#shell/live/use-now.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch } from '#shell/search.ts'
import { DealtQuote } from './DealtQuote.tsx'
import { ExpiredQuote } from './ExpiredQuote.tsx'
import { FirmQuote } from './FirmQuote.tsx'
import { endOf, type Read, useExchangeChanges } from './use-exchange.ts'

export const QuoteView = () => {
  const quoteId = useSearch().get('id') ?? ''
  const read = useRead('/currency-exchange/read', { quoteId })
  useExchangeChanges()
  if (read.data !== undefined) return <ReadQuote key={quoteId} read={read.data} />
  return (
    <RouteScreen>
      <Answered read={read}>{() => null}</Answered>
    </RouteScreen>
  )
}

const ReadQuote = ({ read }: { readonly read: Read }) => {
  const { quote } = read
  const now = useNow(quote.state === 'open' ? 250 : 0)
  const [end] = useState(() => endOf(quote))
  const isOver = quote.state === 'expired' || (quote.state === 'open' && now >= end)
  const shown = quote.state === 'dealt' ? 'dealt' : isOver ? 'expired' : 'firm'
  useEffect(() => {
    // The three are pages of their own.
    window.scrollTo(0, 0)
  }, [shown])
  return shown === 'dealt' ? (
    <DealtQuote read={read} />
  ) : shown === 'expired' ? (
    <ExpiredQuote read={read} />
  ) : (
    <FirmQuote read={read} left={Math.max(0, Math.ceil((end - now) / 1_000))} />
  )
}
