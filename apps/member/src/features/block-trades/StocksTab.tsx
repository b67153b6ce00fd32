import { Button, Card, Empty, Note, SkeletonRows, StatusChip } from '@fairlot/ui'
import { taipeiDate } from '@fairlot/rules/calendar'
import { lazy, Suspense, useState } from 'react'
import { minuteText, shortNameIn } from '#features/market-data'
import { Answered } from '#shell/Answered.tsx'
import { useMoment } from '#shell/format.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { useNow } from '#shell/live/use-now.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { ListingPrices } from './ListingPrices.tsx'
import { blockTradesTexts } from './texts/index.ts'
import { type Listing, type Listings, useBlockChanges, useListings } from './use-block-trades.ts'
import styles from './BlockTrades.module.css'

const ApplySheet = lazy(() => import('./ApplySheet.tsx').then((file) => ({ default: file.ApplySheet })))

/** What seats sell today. */
export const StocksTab = ({ onSent }: { readonly onSent: () => void }) => {
  const texts = blockTradesTexts.use()
  const shell = shellTexts.use()
  const read = useListings()
  useBlockChanges()
  const [chosen, setChosen] = useState<string>()
  return (
    <Answered read={read} skeleton={<SkeletonRows label={shell.loading} />}>
      {(data) => {
        const listing = data.listings.find(({ listingId }) => listingId === chosen)
        return (
          <div className={styles.tab}>
            <div className={styles.top}>
              <span>
                <Hours day={data} />
              </span>
              <span>{texts.perDay(data.perDay)}</span>
            </div>
            {data.listings.length === 0 ? (
              <Card>
                <Empty nothing={shell.nothing} text={texts.none} icon="box" />
              </Card>
            ) : (
              <ul className={styles.list}>
                {data.listings.map((each) => (
                  <li key={each.listingId}>
                    <ListingCard listing={each} onApply={() => setChosen(each.listingId)} />
                  </li>
                ))}
              </ul>
            )}
            <Note>{texts.locked}</Note>
            <Suspense>
              {listing === undefined ? null : (
                <ApplySheet
                  day={data}
                  listing={listing}
                  onClose={() => setChosen(undefined)}
                  onSent={onSent}
                />
              )}
            </Suspense>
          </div>
        )
      }}
    </Answered>
  )
}

const Hours = ({ day }: { readonly day: Listings }) => {
  const texts = blockTradesTexts.use()
  const moment = useMoment()
  const now = useNow(30_000)
  const closes = Date.parse(day.closesAt)
  if (day.isOpen) {
    const isToday = taipeiDate(closes) === taipeiDate(now)
    return isToday ? texts.until(minuteText(closes)) : texts.untilNext(moment(day.closesAt))
  }
  return closes <= now ? texts.over : texts.opens(moment(day.opensAt))
}

interface CardProps {
  readonly listing: Listing
  readonly onApply: () => void
}

const ListingCard = ({ listing, onApply }: CardProps) => {
  const texts = blockTradesTexts.use()
  const language = useLanguage()
  const name = shortNameIn(language, listing)
  const state = !listing.isOpen ? 'closed' : listing.leftLots < listing.minLots ? 'full' : 'open'
  return (
    <Card pad as="section" className={styles.card}>
      <div className={styles.head}>
        <h2 className={styles.name}>
          {name} <span className="num">{listing.symbol}</span>
        </h2>
        <StatusChip tone={state === 'open' ? 'brand' : 'neutral'}>{texts.states[state]}</StatusChip>
      </div>
      <ListingPrices listing={listing} />
      <div className={styles.foot}>
        <span className={styles.small}>
          {texts.each(
            listing.minLots.toLocaleString('en-US'),
            listing.maxLots.toLocaleString('en-US'),
            listing.leftLots.toLocaleString('en-US'),
          )}
        </span>
        <Button kind="quiet" small disabled={state !== 'open'} onPress={onApply}>
          {state === 'open' ? texts.apply : texts[state]}
          <span className="visually-hidden">{name}</span>
        </Button>
      </div>
    </Card>
  )
}
