// Block trades: what seats sell today, and the member's applications.

import { SkeletonRows, TabStrip } from '@fairlot/ui'
import { lazy, Suspense } from 'react'
import { HelpRow } from '#shell/HelpRow.tsx'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch, useSetSearch } from '#shell/search.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { blockTradesTexts } from './texts/index.ts'

// Both load after the screen, so that the entry names few files for it.
const StocksTab = lazy(() => import('./StocksTab.tsx').then((file) => ({ default: file.StocksTab })))
const ApplicationsTab = lazy(() =>
  import('./ApplicationsTab.tsx').then((file) => ({ default: file.ApplicationsTab })),
)

const tabs = ['stocks', 'applications'] as const
type Tab = (typeof tabs)[number]

const PANEL = 'block-trades-panel'

export const BlockTradesScreen = () => {
  const texts = blockTradesTexts.use()
  const shell = shellTexts.use()
  const asked = useSearch().get('tab')
  const setSearch = useSetSearch()
  const tab: Tab = tabs.find((each) => each === asked) ?? 'stocks'
  return (
    <RouteScreen>
      <TabStrip
        label={texts.tabs.label}
        value={tab}
        onChange={(next) => setSearch('tab', next)}
        items={tabs.map((value) => ({ value, label: texts.tabs[value] }))}
        panel={PANEL}
      />
      <div id={PANEL} role="tabpanel" aria-labelledby={`${PANEL}-${tab}`}>
        <Suspense fallback={<SkeletonRows label={shell.loading} />}>
          {tab === 'stocks' ? (
            <StocksTab onSent={() => setSearch('tab', 'applications')} />
          ) : (
            <ApplicationsTab />
          )}
        </Suspense>
      </div>
      <HelpRow page="block-trades" />
    </RouteScreen>
  )
}
