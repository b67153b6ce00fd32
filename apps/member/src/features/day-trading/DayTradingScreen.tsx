// Day trading: what can still be opened and must be covered today, today's orders, completed day trades, and the
// application.

import { IconButton, SkeletonRows, TabStrip } from '@fairlot/ui'
import { lazy, Suspense } from 'react'
import { useNavigate } from '@fairlot/app-shell/router'
import { HelpRow } from '#shell/HelpRow.tsx'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch, useSetSearch } from '#shell/search.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { OrderTab } from './order/OrderTab.tsx'
import { dayTradingTexts } from './texts/index.ts'
import { useDayTradeNews } from './use-day-trades.ts'

const TransactionTab = lazy(() =>
  import('./details/TransactionTab.tsx').then((file) => ({ default: file.TransactionTab })),
)
const DetailsTab = lazy(() =>
  import('./details/DetailsTab.tsx').then((file) => ({ default: file.DetailsTab })),
)
const AppliedTab = lazy(() =>
  import('./applying/AppliedTab.tsx').then((file) => ({ default: file.AppliedTab })),
)

const tabs = ['order', 'transaction', 'details', 'applied'] as const
type Tab = (typeof tabs)[number]
const isTab = (name: string | null): name is Tab => tabs.some((tab) => tab === name)

const PANEL = 'day-trading-panel'

export const DayTradingScreen = () => {
  const texts = dayTradingTexts.use()
  const shell = shellTexts.use()
  const navigate = useNavigate()
  const asked = useSearch().get('tab')
  const setSearch = useSetSearch()
  const tab: Tab = isTab(asked) ? asked : 'order'
  useDayTradeNews()
  return (
    <RouteScreen
      trailing={
        <IconButton name="info" size={1.5} label={texts.how} onPress={() => setSearch('tab', 'applied')} />
      }
    >
      <TabStrip
        label={texts.tabs.label}
        value={tab}
        onChange={(next) => setSearch('tab', next)}
        items={tabs.map((value) => ({ value, label: texts.tabs[value] }))}
        panel={PANEL}
      />
      <div id={PANEL} role="tabpanel" aria-labelledby={`${PANEL}-${tab}`}>
        <Suspense fallback={<SkeletonRows label={shell.loading} />}>
          {tab === 'order' ? (
            <OrderTab onApply={() => setSearch('tab', 'applied')} />
          ) : tab === 'transaction' ? (
            <TransactionTab />
          ) : tab === 'details' ? (
            <DetailsTab />
          ) : (
            <AppliedTab onPassed={() => navigate('/common/dayTrading?tab=order', { replace: true })} />
          )}
        </Suspense>
      </div>
      <HelpRow page="day-trading" />
    </RouteScreen>
  )
}
