// My applications and my draws: what is held, what is due, and how often I was drawn against the published odds.

import { Card, Empty, LinkButton, TabStrip } from '@fairlot/ui'
import { formatPrice } from '@fairlot/money'
import { recordViews, type RecordView } from '@fairlot/contract/new-shares/states'
import { Answered } from '#shell/Answered.tsx'
import { MoreButton } from '#shell/MoreButton.tsx'
import { usePaged } from '#shell/paged.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch, useSetSearch } from '#shell/search.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { cash } from '../offer-figures.ts'
import { newSharesTexts } from '../texts/index.ts'
import { useSubscriptionChanges } from '../use-subscription-changes.ts'
import { ApplicationCard } from './ApplicationCard.tsx'
import { DrawCard } from './DrawCard.tsx'
import styles from '../NewShares.module.css'

const PANEL = 'subscribe-record-panel'
const isView = (name: string | null): name is RecordView => recordViews.some((view) => view === name)

export const RecordsScreen = () => {
  const texts = newSharesTexts.use().record
  const { nothing } = shellTexts.use()
  const asked = useSearch().get('tab')
  const setSearch = useSetSearch()
  const view: RecordView = isView(asked) ? asked : 'applications'
  const read = usePaged('/new-shares/records', { view })
  useSubscriptionChanges()
  const counts = read.data?.[0]?.counts
  return (
    <RouteScreen>
      <TabStrip
        label={texts.tabs.label}
        value={view}
        onChange={(next) => setSearch('tab', next)}
        items={recordViews.map((value) => ({
          value,
          label: texts.tabs[value],
          ...(counts && counts[value] > 0 ? { count: counts[value] } : {}),
        }))}
        panel={PANEL}
      />
      <div id={PANEL} role="tabpanel" aria-labelledby={`${PANEL}-${view}`} className={styles.panel}>
        <Answered read={read}>
          {(pages) => {
            const applications = pages.flatMap((page) => page.applications)
            const first = pages[0]
            if (applications.length === 0 || first === undefined)
              return (
                <Empty
                  nothing={nothing}
                  text={texts.none[view]}
                  icon="ticket"
                  action={<LinkButton href="/market/subscribe">{texts.go}</LinkButton>}
                />
              )
            return (
              <>
                {view === 'applications' ? (
                  <p className={styles.total}>
                    <span>{texts.heldTotal}</span>
                    <strong>{cash(first.held)}</strong>
                  </p>
                ) : (
                  <Luck counts={first.counts} expected={first.expected} />
                )}
                <ul className={styles.list}>
                  {applications.map((application) => (
                    <li key={application.applicationId}>
                      {view === 'applications' ? (
                        <ApplicationCard application={application} />
                      ) : (
                        <DrawCard application={application} />
                      )}
                    </li>
                  ))}
                </ul>
                <MoreButton read={read}>{texts.more}</MoreButton>
              </>
            )
          }}
        </Answered>
      </div>
    </RouteScreen>
  )
}

interface LuckProps {
  readonly counts: { readonly draws: number; readonly won: number }
  /** Hundredths of a win. */
  readonly expected: number
}

const Luck = ({ counts, expected }: LuckProps) => {
  const texts = newSharesTexts.use().record
  return (
    <Card pad as="section" className={styles.luck}>
      <p>
        <span className={styles.small}>{texts.times(counts.draws)}</span>
        <strong>{texts.won(counts.won)}</strong>
      </p>
      <p>
        <span className={styles.small}>{texts.average}</span>
        <strong>{texts.expected(formatPrice(BigInt(expected)))}</strong>
      </p>
      <p className={styles.small}>{texts.expectedText}</p>
    </Card>
  )
}
