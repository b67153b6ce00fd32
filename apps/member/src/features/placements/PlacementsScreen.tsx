// ETF offers and placements that can be applied for, and those that have ended.

import { Empty, TabStrip } from '@fairlot/ui'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { HelpRow } from '#shell/HelpRow.tsx'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch, useSetSearch } from '#shell/search.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { PlacementCard } from './PlacementCard.tsx'
import { placementsTexts } from './texts/index.ts'
import { usePlacementChanges } from './use-placements.ts'
import styles from './Placements.module.css'

const tabs = ['all', 'etf', 'placing', 'ended'] as const
type Tab = (typeof tabs)[number]
const PANEL = 'placements-panel'

export const PlacementsScreen = () => {
  const texts = placementsTexts.use()
  const { nothing } = shellTexts.use()
  const asked = useSearch().get('tab')
  const setSearch = useSetSearch()
  const tab: Tab = tabs.find((each) => each === asked) ?? 'all'
  const view = tab === 'ended' ? 'ended' : 'open'
  // Polled: others apply too, and offers end by the clock.
  const read = useRead('/placements/offers', { view }, { every: 10_000 })
  usePlacementChanges()
  return (
    <RouteScreen>
      <TabStrip
        label={texts.tabs.label}
        value={tab}
        onChange={(next) => setSearch('tab', next)}
        items={tabs.map((value) => ({ value, label: texts.tabs[value] }))}
        panel={PANEL}
      />
      <div id={PANEL} role="tabpanel" aria-labelledby={`${PANEL}-${tab}`} className={styles.panel}>
        <Answered read={read}>
          {({ placements }) => {
            const shown = placements.filter(({ kind }) => tab === 'all' || tab === 'ended' || kind === tab)
            return shown.length === 0 ? (
              <Empty nothing={nothing} text={tab === 'ended' ? texts.noneEnded : texts.none} icon="ticket" />
            ) : (
              <ul className={styles.list}>
                {shown.map((placement) => (
                  <li key={placement.placementId}>
                    <PlacementCard placement={placement} />
                  </li>
                ))}
              </ul>
            )
          }}
        </Answered>
      </div>
      <HelpRow page="placements" />
    </RouteScreen>
  )
}
