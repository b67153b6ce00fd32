// Auctions of new shares: taking bids, waiting for the opening, opened.

import { Empty, IconButton, TabStrip } from '@fairlot/ui'
import { auctionViews, type AuctionView } from '@fairlot/contract/auctions/states'
import { useNavigate } from '@fairlot/app-shell/router'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { HelpRow } from '#shell/HelpRow.tsx'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch, useSetSearch } from '#shell/search.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { AuctionCard } from './AuctionCard.tsx'
import { useBidChanges } from './figures.ts'
import { auctionsTexts } from './texts/index.ts'
import styles from './Auctions.module.css'

const PANEL = 'auctions-panel'
const isView = (name: string | null): name is AuctionView => auctionViews.some((view) => view === name)

export const AuctionsScreen = () => {
  const texts = auctionsTexts.use()
  const { nothing } = shellTexts.use()
  const asked = useSearch().get('tab')
  const setSearch = useSetSearch()
  const navigate = useNavigate()
  const view: AuctionView = isView(asked) ? asked : 'open'
  const read = useRead('/auctions/list', { view }, { every: 15_000 })
  useBidChanges()
  return (
    <RouteScreen
      trailing={
        <IconButton
          name="receipt"
          size={1.5}
          label={texts.records}
          onPress={() => navigate('/position/position?state=delegation&product=auction')}
        />
      }
    >
      <TabStrip
        label={texts.tabs.label}
        value={view}
        onChange={(next) => setSearch('tab', next)}
        items={auctionViews.map((value) => ({ value, label: texts.tabs[value] }))}
        panel={PANEL}
      />
      <div id={PANEL} role="tabpanel" aria-labelledby={`${PANEL}-${view}`} className={styles.stack}>
        <p className={styles.small}>{texts.lead}</p>
        <Answered read={read}>
          {({ auctions }) =>
            auctions.length === 0 ? (
              <Empty nothing={nothing} text={texts.none[view]} icon="ticket" />
            ) : (
              <>
                {auctions.some(({ isPractice }) => isPractice) ? (
                  <p className={styles.small}>{texts.practice}</p>
                ) : null}
                <ul className={styles.list}>
                  {auctions.map((auction) => (
                    <li key={auction.auctionId}>
                      <AuctionCard auction={auction} />
                    </li>
                  ))}
                </ul>
              </>
            )
          }
        </Answered>
      </div>
      <HelpRow page="auctions" />
    </RouteScreen>
  )
}
