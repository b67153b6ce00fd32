// The ticket as a page: /market/marketBuy?symbol=2317&side=long&dayTrade=1

import { SkeletonRows } from '@fairlot/ui'
import { lazy, Suspense } from 'react'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch } from '#shell/search.ts'
import { ordersTexts } from '../texts/index.ts'
import type { Opening } from './draft.ts'

// The frame shows at once; its content is the largest form of the app.
const TicketPage = lazy(() => import('./TicketPage.tsx').then((file) => ({ default: file.TicketPage })))

export const MarketBuyScreen = () => {
  const { loading } = ordersTexts.use().ticket
  const search = useSearch()
  const symbol = search.get('symbol')?.trim() ?? ''
  const opening: Opening = {
    side: search.get('side') === 'short' ? 'short' : 'long',
    dayTrade: search.get('dayTrade') === '1',
  }
  return (
    <Suspense
      fallback={
        <RouteScreen>
          <SkeletonRows label={loading} count={6} />
        </RouteScreen>
      }
    >
      <TicketPage key={`${symbol} ${opening.side} ${opening.dayTrade}`} symbol={symbol} opening={opening} />
    </Suspense>
  )
}
