// New shares that can be applied for, that wait for their draw, and that were drawn.

import { Empty, IconButton, TabStrip, TextLink } from '@fairlot/ui'
import { offerViews, type OfferView } from '@fairlot/contract/new-shares/states'
import { useNavigate } from '@fairlot/app-shell/router'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { HelpRow } from '#shell/HelpRow.tsx'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch, useSetSearch } from '#shell/search.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { OfferCard } from './OfferCard.tsx'
import { newSharesTexts } from './texts/index.ts'
import { useSubscriptionChanges } from './use-subscription-changes.ts'
import styles from './NewShares.module.css'

const PANEL = 'subscribe-panel'
/** The last leads to the screen of auctions. */
const tabs = [...offerViews, 'auctions'] as const
const isView = (name: string | null): name is OfferView => offerViews.some((view) => view === name)

export const SubscribeScreen = () => {
  const texts = newSharesTexts.use()
  const { nothing } = shellTexts.use()
  const navigate = useNavigate()
  const asked = useSearch().get('tab')
  const setSearch = useSetSearch()
  const view: OfferView = isView(asked) ? asked : 'open'
  const read = useRead('/new-shares/offers', { view }, { every: 15_000 })
  useSubscriptionChanges()
  return (
    <RouteScreen
      trailing={
        <IconButton
          name="receipt"
          size={1.5}
          label={texts.records}
          onPress={() => navigate('/market/subscribeRecord')}
        />
      }
    >
      <TabStrip
        label={texts.tabs.label}
        value={view}
        onChange={(next) => (next === 'auctions' ? navigate('/common/dividend2') : setSearch('tab', next))}
        items={tabs.map((value) => ({ value, label: texts.tabs[value] }))}
        panel={PANEL}
      />
      <div id={PANEL} role="tabpanel" aria-labelledby={`${PANEL}-${view}`} className={styles.panel}>
        <p>
          <TextLink href="/common/dividend3">{texts.placements}</TextLink>
        </p>
        <Answered read={read}>
          {({ offers }) =>
            offers.length === 0 ? (
              <Empty nothing={nothing} text={texts.none[view]} icon="ticket" />
            ) : (
              <>
                {offers.some(({ isPractice }) => isPractice) ? (
                  <p className={styles.practice}>{texts.practice}</p>
                ) : null}
                <ul className={styles.list}>
                  {offers.map((offer) => (
                    <li key={offer.offerId}>
                      <OfferCard offer={offer} />
                    </li>
                  ))}
                </ul>
              </>
            )
          }
        </Answered>
      </div>
      <HelpRow page="new-shares" />
    </RouteScreen>
  )
}
