// The member's orders, positions and closed positions. Two rows of tabs: by state and by kind.

import { Chip, Chips, IconButton, Segments, SkeletonRows } from '@fairlot/ui'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from '@fairlot/app-shell/router'
import { OwnBids } from '#features/auctions'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch, useSetSearch } from '#shell/search.ts'
import { read, write } from '#shell/storage.ts'
import { shellTexts } from '#shell/texts/index.ts'
import type { PositionRow } from './figures.ts'
import { MarginBanner } from './MarginBanner.tsx'
import { isProduct, productNames, type Product } from './products.ts'
import { positionsTexts } from './texts/index.ts'
import { useOpenPositions } from './use-positions.ts'
import { useOwnChanges } from './use-own-changes.ts'
import { useWaiting } from './use-waiting.ts'
import styles from './PositionsScreen.module.css'

// The open positions are requested before the first render. The other tabs load when they are pressed.
const held = import('./list/InProgress.tsx')
const InProgress = lazy(() => held.then((file) => ({ default: file.InProgress })))
const OpenTotal = lazy(() => held.then((file) => ({ default: file.OpenTotal })))
const Delegation = lazy(() => import('./list/Delegation.tsx').then((file) => ({ default: file.Delegation })))
const Terminated = lazy(() => import('./list/Terminated.tsx').then((file) => ({ default: file.Terminated })))
const CloseSheet = lazy(() => import('./close/CloseSheet.tsx').then((file) => ({ default: file.CloseSheet })))
const CloseStockSheet = lazy(() =>
  import('./close/CloseStockSheet.tsx').then((file) => ({ default: file.CloseStockSheet })),
)
const StatementSheet = lazy(() =>
  import('./profit/StatementSheet.tsx').then((file) => ({ default: file.StatementSheet })),
)

const states = ['delegation', 'in-progress', 'terminated'] as const
type State = (typeof states)[number]

const isState = (name: string | null): name is State => states.some((state) => state === name)

const bidViewOf = { delegation: 'waiting', 'in-progress': 'won', terminated: 'ended' } as const

export const PositionsScreen = () => {
  const texts = positionsTexts.use()
  const { loading } = shellTexts.use()
  const navigate = useNavigate()
  const search = useSearch()
  const asked = search.get('state')
  const askedProduct = search.get('product')
  const setSearch = useSetSearch()
  const state: State = isState(asked) ? asked : 'in-progress'
  const product: Product = isProduct(askedProduct) ? askedProduct : 'all'
  const [closing, setClosing] = useState<PositionRow>()
  const [closingStock, setClosingStock] = useState<readonly PositionRow[]>()
  const [by, setBy] = useState(() => (read('positions-by') === 'stock' ? 'stock' : 'order'))
  const [exporting, setExporting] = useState(false)
  const open = useOpenPositions()
  const waiting = useWaiting()
  useOwnChanges()
  const positions = open.data?.flatMap((page) => page.positions) ?? []
  const counts: Partial<Record<State, number>> = {
    delegation: waiting.count,
    'in-progress': positions.length,
  }
  // Delivered lots are positions: below the bids of the auction tab.
  const hasMore =
    state === 'terminated' || (state === 'in-progress' && positions.some((row) => row.product === 'auction'))
  return (
    <RouteScreen
      trailing={
        state === 'terminated' ? (
          <IconButton name="download" size={1.5} label={texts.statement} onPress={() => setExporting(true)} />
        ) : (
          <IconButton
            name="history"
            size={1.5}
            label={texts.profit}
            onPress={() => navigate('/position/position?view=profit')}
          />
        )
      }
    >
      <MarginBanner />
      <Suspense>{state === 'in-progress' ? <OpenTotal read={open} /> : null}</Suspense>
      <Segments
        label={texts.states.label}
        value={state}
        onChange={(next) => setSearch('state', next)}
        items={states.map((value) => ({
          value,
          label: counts[value] ? `${texts.states[value]} ${counts[value]}` : texts.states[value],
        }))}
      />
      <div className={styles.products}>
        <Chips label={texts.products.label}>
          {productNames.map((name) => (
            <Chip key={name} selected={name === product} onPress={() => setSearch('product', name)}>
              {texts.products[name]}
            </Chip>
          ))}
        </Chips>
        {state === 'in-progress' && (product !== 'auction' || hasMore) ? (
          <Segments
            compact
            label={texts.byStock.label}
            value={by}
            onChange={(next) => {
              write('positions-by', next)
              setBy(next)
            }}
            items={[
              { value: 'stock', label: texts.byStock.stock },
              { value: 'order', label: texts.byStock.order },
            ]}
          />
        ) : null}
      </div>
      <Suspense fallback={<SkeletonRows label={loading} />}>
        {product === 'auction' ? <OwnBids view={bidViewOf[state]} hasMore={hasMore} /> : null}
        {product === 'auction' && !hasMore ? null : state === 'in-progress' ? (
          <InProgress
            product={product}
            read={open}
            isByStock={by === 'stock'}
            onClose={setClosing}
            onCloseStock={setClosingStock}
          />
        ) : state === 'delegation' ? (
          <Delegation product={product} waiting={waiting} />
        ) : (
          <Terminated product={product} />
        )}
      </Suspense>
      <Suspense>
        {closing === undefined ? null : (
          <CloseSheet position={closing} onClose={() => setClosing(undefined)} />
        )}
        {closingStock === undefined ? null : (
          <CloseStockSheet rows={closingStock} onClose={() => setClosingStock(undefined)} />
        )}
        {exporting ? <StatementSheet onClose={() => setExporting(false)} /> : null}
      </Suspense>
    </RouteScreen>
  )
}
