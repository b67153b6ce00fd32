// One offer: its terms, its timeline, the commitment to its draw, and the way to apply.

import { ActionBar, Button, Card, cx, LinkButton, Note, Section, Timeline } from '@fairlot/ui'
import type { DataOf } from '@fairlot/contract'
import { formatPrice } from '@fairlot/money'
import { useLanguage } from '@fairlot/app-shell/language'
import { lazy, Suspense, useState } from 'react'
import { detailPath } from '#features/market-data'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { useDay, useMoment } from '#shell/format.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch } from '#shell/search.ts'
import { OfferChip } from '../OfferChip.tsx'
import { cash, chanceText, costOf, countText, lotsText, type Offer } from '../offer-figures.ts'
import { ApplicationCard } from '../records/ApplicationCard.tsx'
import { newSharesTexts } from '../texts/index.ts'
import { useSubscriptionChanges } from '../use-subscription-changes.ts'
import { Commitment } from './Commitment.tsx'
import { timelineOf } from './timeline-of.ts'
import styles from '../NewShares.module.css'

const ApplySheet = lazy(() =>
  import('../apply/ApplySheet.tsx').then((file) => ({ default: file.ApplySheet })),
)

type Detail = DataOf<'/new-shares/offer'>

/** The member may send another application. */
const canApply = ({ offer, applications }: Detail): boolean =>
  offer.state === 'subscribing' &&
  applications.filter(({ state }) => state !== 'cancelled' && state !== 'void').length < offer.maxPerMember

export const OfferScreen = () => {
  useSubscriptionChanges()
  const offerId = useSearch().get('id') ?? ''
  const read = useRead('/new-shares/offer', { offerId }, { every: 15_000 })
  const language = useLanguage()
  const [applying, setApplying] = useState(false)
  const { data } = read
  const isOpen = data !== undefined && canApply(data)
  return (
    <RouteScreen
      {...(data === undefined ? {} : { heading: `${data.offer.name[language]} ${data.offer.symbol}` })}
      footer={isOpen ? <ApplyBar detail={data} onApply={() => setApplying(true)} /> : undefined}
    >
      <Answered read={read}>{(detail) => <OfferDetail detail={detail} />}</Answered>
      <Suspense>
        {applying && isOpen ? <ApplySheet detail={data} onClose={() => setApplying(false)} /> : null}
      </Suspense>
    </RouteScreen>
  )
}

const ApplyBar = ({ detail, onApply }: { readonly detail: Detail; readonly onApply: () => void }) => {
  const texts = newSharesTexts.use()
  const { offer, isVerified } = detail
  return (
    <ActionBar>
      {isVerified ? (
        <div className={styles.foot}>
          <span className={styles.footHeld}>
            <span className={styles.small}>{texts.detail.holdsNow}</span>
            <strong>{cash(costOf(offer).held)}</strong>
          </span>
          <Button wide onPress={onApply}>
            {texts.detail.applyLots(lotsText(offer.minShares, texts.lots))}
          </Button>
        </div>
      ) : (
        <LinkButton wide href="/user/bandCard">
          {texts.detail.verify}
        </LinkButton>
      )}
    </ActionBar>
  )
}

const OfferDetail = ({ detail: { offer, applications } }: { readonly detail: Detail }) => {
  const texts = newSharesTexts.use()
  const moment = useMoment()
  const day = useDay()
  return (
    <div className={styles.stack}>
      <div className={styles.hero}>
        <p className={styles.heroPrice}>
          <span className={styles.small}>{texts.price}</span>
          <span className={cx('num', styles.heroNumber)}>{formatPrice(BigInt(offer.price))}</span>
        </p>
        <p className={styles.heroSide}>
          <OfferChip offer={offer} />
          {offer.state === 'subscribing' ? <span>{texts.closes(moment(offer.closesAt))}</span> : null}
        </p>
      </div>
      {offer.isPractice ? <p className={styles.practice}>{texts.practice}</p> : null}
      {offer.stage === 'void' ? (
        <Note tone="crit">{offer.isRemoved ? texts.detail.removedText : texts.detail.voidText}</Note>
      ) : null}
      {offer.stage === 'listed' ? (
        <LinkButton wide kind="quiet" href={detailPath(offer.symbol)}>
          {texts.detail.quote}
        </LinkButton>
      ) : null}
      <Facts offer={offer} />
      {applications.length === 0 ? null : (
        <Section title={texts.detail.mine}>
          <div className={styles.list}>
            {applications.map((application) => (
              <ApplicationCard key={application.applicationId} application={application} />
            ))}
          </div>
        </Section>
      )}
      <Card pad as="section">
        <h2 className="visually-hidden">{texts.detail.timeline}</h2>
        <Timeline steps={timelineOf(offer, texts.detail, { moment, day })} />
      </Card>
      {offer.drawId === null ? null : <Commitment offerId={offer.offerId} drawId={offer.drawId} />}
    </div>
  )
}

const Facts = ({ offer }: { readonly offer: Offer }) => {
  const all = newSharesTexts.use()
  const texts = all.detail
  const day = useDay()
  const ratio = (hundredths: number | null): string =>
    hundredths === null ? texts.noPe : formatPrice(BigInt(hundredths))
  const facts = [
    [texts.public, all.lots(countText(offer.lots))],
    [texts.applications, texts.count(countText(offer.applications))],
    [offer.state === 'ended' ? all.drawnChance : all.chance, chanceText(offer)],
    [texts.pe, ratio(offer.pe)],
    [texts.industryPe, ratio(offer.industryPe)],
    [texts.perPerson, texts.times(offer.maxPerMember)],
    [texts.each, all.shares(countText(offer.minShares))],
    [texts.issue, day(offer.issuesOn)],
  ] as const
  return (
    <Card pad as="section">
      <h2 className="visually-hidden">{texts.facts}</h2>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
