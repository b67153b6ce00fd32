import type { Board, Ranking } from '@fairlot/contract/market-data'
import { Chip, Chips, IconButton, Note, SkeletonRows, TabStrip } from '@fairlot/ui'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from '@fairlot/app-shell/router'
import { WatchTab } from '#features/favourites'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { shellTexts } from '#shell/texts/index.ts'
import { BoardList } from './BoardList.tsx'
import { nextSort, sortOfRanking, type Sort } from './sorting.ts'
import { listsTexts } from './texts/index.ts'
import { useMarketQuery } from './use-market-query.ts'
import { isAuction, useMarketSession } from './use-market-session.ts'
import styles from './MarketScreen.module.css'

// The market opens on a board; these load when their tab is pressed.
const SectorsTab = lazy(() =>
  import('../sectors/SectorsTab.tsx').then((file) => ({ default: file.SectorsTab })),
)
const ScreenerTab = lazy(() =>
  import('../screener/ScreenerTab.tsx').then((file) => ({ default: file.ScreenerTab })),
)

const tabs = ['watch', 'listed', 'otc', 'etf', 'sectors', 'screener'] as const
const rankings = [
  'all',
  'change',
  'losers',
  'volume',
  'limit-up',
  'limit-down',
] as const satisfies readonly Ranking[]
const PANEL = 'market-panel'

export const MarketScreen = () => {
  const texts = listsTexts.use()
  const navigate = useNavigate()
  const [query, setQuery] = useMarketQuery()
  const params = new URLSearchParams(query)
  const tab = tabs.find((each) => each === params.get('tab')) ?? 'listed'
  return (
    <RouteScreen
      ownOffline
      trailing={
        <IconButton
          name="search"
          size={1.5}
          label={texts.search}
          onPress={() => navigate('/home/searchIndex')}
        />
      }
    >
      <TabStrip
        label={texts.tabs}
        value={tab}
        onChange={(next) => {
          window.scrollTo(0, 0)
          params.set('tab', next)
          setQuery(params)
        }}
        items={tabs.map((value) => ({ value, label: texts.boards[value] }))}
        panel={PANEL}
      />
      <div id={PANEL} role="tabpanel" aria-labelledby={`${PANEL}-${tab}`} className={styles.panel}>
        {tab === 'watch' ? (
          <WatchTab />
        ) : tab === 'sectors' || tab === 'screener' ? (
          <Suspense fallback={<Wait />}>
            {tab === 'sectors' ? <SectorsTab /> : <ScreenerTab query={query} onQuery={setQuery} />}
          </Suspense>
        ) : (
          <Rankings key={tab} board={tab} />
        )}
      </div>
    </RouteScreen>
  )
}

const Wait = () => <SkeletonRows label={shellTexts.use().loading} count={5} />

const Rankings = ({ board }: { board: Board }) => {
  const texts = listsTexts.use()
  const session = useMarketSession()
  const [ranking, setRanking] = useState<(typeof rankings)[number]>('all')
  const [sort, setSort] = useState<Sort>()
  const by = sort ?? sortOfRanking(ranking)
  return (
    <>
      <div className={styles.chips}>
        <Chips label={texts.chips} fill>
          {rankings.map((each) => (
            <Chip
              key={each}
              selected={each === ranking}
              onPress={() => {
                setRanking(each)
                setSort(undefined)
              }}
            >
              {texts.rankings[each]}
            </Chip>
          ))}
        </Chips>
      </div>
      <BoardList
        key={`${ranking} ${sort?.by ?? ''} ${sort?.descending ?? ''}`}
        question={{ board, ranking, sort }}
        sort={by}
        onSort={(column) => setSort(nextSort(by, column))}
        rule={sort === undefined ? texts.rules[ranking] : texts.sortedBy[sort.by]}
        label={texts.list(texts.boards[board], texts.rankings[ranking])}
        auction={isAuction(session)}
        auctionNote={
          <Note tone="warn" icon="info" className={styles.auctionNote}>
            {texts.auctionNote}
          </Note>
        }
      />
    </>
  )
}
