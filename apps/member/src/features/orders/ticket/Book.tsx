// The best five levels beside the fields. A tap takes a level's price as the limit.

import { DepthPicker } from '@fairlot/ui'
import { ladderOf, priceText } from '#features/market-data'
import { ordersTexts } from '../texts/index.ts'
import type { Ticket } from './use-ticket.ts'

export const Book = ({ ticket }: { readonly ticket: Ticket }) => {
  const { book } = ordersTexts.use()
  const { draft, change, source } = ticket
  const { live, feed } = source
  const at = (levels: typeof live.bids): number =>
    draft.priceType === 'limit' ? levels.slice(0, 5).findIndex(([price]) => price === draft.price) : -1
  const ask = at(live.asks)
  const bid = at(live.bids)
  const [bestBid] = live.bids[0] ?? []
  const [bestAsk] = live.asks[0] ?? []
  return (
    <DepthPicker
      texts={book}
      {...ladderOf(live)}
      spread={bestBid === undefined || bestAsk === undefined ? '—' : priceText(bestAsk - bestBid)}
      selected={ask >= 0 ? { side: 'ask', at: ask } : bid >= 0 ? { side: 'bid', at: bid } : undefined}
      onPick={(side, place) => {
        const level = (side === 'ask' ? live.asks : live.bids)[place]
        if (level) change({ priceType: 'limit', price: level[0] })
      }}
      stale={feed.state === 'stale' || feed.state === 'offline'}
    />
  )
}
