// What a member has ordered, holds and has had. Two questions, two rows of tabs: which state, which kind.

import { Chip, Chips, IconButton, Segments } from '@fairlot/ui'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { FeedNote } from '#features/market-data'
import { refresh } from '#shell/data.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch, useSetSearch } from '#shell/search.ts'
import type { PositionRow } from './figures.ts'
import { Delegation, useWaiting } from './list/Delegation.tsx'
import { InProgress, OpenTotal } from './list/InProgress.tsx'
import { Terminated } from './list/Terminated.tsx'
import { MarginBanner } from './MarginBanner.tsx'
import { productNames, type Product } from './products.ts'
import { positionsTexts } from './texts/index.ts'
import { useOpenPositions } from './use-positions.ts'
import { useOwnChanges } from './use-own-changes.ts'
import styles from './PositionsScreen.module.css'

const CloseSheet = lazy(() => import('./close/CloseSheet.tsx').then((file) => ({ default: file.CloseSheet })))
const StatementSheet = lazy(() =>
  import('./profit/StatementSheet.tsx').then((file) => ({ default: file.StatementSheet })),
)

const states = ['delegation', 'in-progress', 'terminated'] as const
type State = (typeof states)[number]

const isState = (name: string | null): name is State => states.some((state) => state === name)

export const PositionsScreen = () => {
  const texts = positionsTexts.use()
  const navigate = useNavigate()
  const asked = useSearch().get('state')
  const setSearch = useSetSearch()
  const state: State = isState(asked) ? asked : 'in-progress'
  const [product, setProduct] = useState<Product>('all')
  const [closing, setClosing] = useState<PositionRow>()
  const [exporting, setExporting] = useState(false)
  const open = useOpenPositions()
  const waiting = useWaiting()
  useOwnChanges()
  const counts: Partial<Record<State, number>> = {
    delegation: waiting.count,
    'in-progress': open.data?.flatMap((page) => page.positions).length ?? 0,
  }
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
            onPress={() => void navigate('/position/position?view=profit')}
          />
        )
      }
    >
      <MarginBanner />
      {state === 'in-progress' ? <OpenTotal read={open} /> : null}
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
            <Chip key={name} selected={name === product} onPress={() => setProduct(name)}>
              {texts.products[name]}
            </Chip>
          ))}
        </Chips>
      </div>
      {state === 'in-progress' ? (
        <>
          <FeedNote onRetry={() => void refresh('/positions/listPositions')} />
          <InProgress product={product} read={open} onClose={setClosing} />
        </>
      ) : state === 'delegation' ? (
        <Delegation product={product} waiting={waiting} />
      ) : (
        <Terminated product={product} />
      )}
      <Suspense>
        {closing === undefined ? null : (
          <CloseSheet position={closing} onClose={() => setClosing(undefined)} />
        )}
        {exporting ? <StatementSheet onClose={() => setExporting(false)} /> : null}
      </Suspense>
    </RouteScreen>
  )
}
