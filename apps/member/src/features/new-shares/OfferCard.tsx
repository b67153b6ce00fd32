import { Card, cx, LinkButton } from '@fairlot/ui'
import { formatPrice } from '@fairlot/money'
import { useLanguage } from '@fairlot/app-shell/language'
import { formatDate, useMoment } from '#shell/format.ts'
import { offerPath } from '#shell/paths.ts'
import { OfferChip } from './OfferChip.tsx'
import { cash, chanceText, costOf, countText, lotsText, type Offer, shortDay } from './offer-figures.ts'
import { newSharesTexts } from './texts/index.ts'
import styles from './NewShares.module.css'

export const OfferCard = ({ offer }: { readonly offer: Offer }) => {
  const texts = newSharesTexts.use()
  const language = useLanguage()
  const canApply = offer.state === 'subscribing' && offer.mine === null
  return (
    <Card pad as="section" className={styles.offer}>
      <div className={styles.top}>
        <div className={styles.who}>
          <h2>
            {offer.name[language]} <OfferChip offer={offer} />
          </h2>
          <p className={styles.small}>
            {offer.symbol} · {offer.industry[language]}
          </p>
        </div>
        <p className={styles.price}>
          <span className="num">{formatPrice(BigInt(offer.price))}</span>
          <span className={styles.small}>{texts.price}</span>
        </p>
      </div>
      <Steps offer={offer} />
      <div className={styles.bottom}>
        <Odds offer={offer} />
        <LinkButton small kind={canApply ? 'primary' : 'quiet'} href={offerPath(offer.offerId)}>
          {canApply ? texts.apply : texts.see}
          <span className="visually-hidden"> {offer.name[language]}</span>
        </LinkButton>
      </div>
    </Card>
  )
}

const Odds = ({ offer }: { readonly offer: Offer }) => {
  const texts = newSharesTexts.use()
  const lots = texts.lots(countText(offer.lots))
  const isOpen = offer.state === 'subscribing' || offer.state === 'ended'
  return (
    <p className={styles.odds}>
      {isOpen ? (
        <>
          <span>
            {offer.state === 'ended' ? texts.drawnChance : texts.chance}{' '}
            <strong className="num">{chanceText(offer)}</strong>
          </span>
          <span className={styles.small}>{texts.chanceOf(countText(offer.applications), lots)}</span>
        </>
      ) : (
        <>
          <span>
            {texts.public} <strong>{lots}</strong>
          </span>
          <span className={styles.small}>
            {texts.needs(lotsText(offer.minShares, texts.lots), cash(costOf(offer).held))}
          </span>
        </>
      )}
    </p>
  )
}

/** How far the offer is: 0 apply, 1 draw, 2 pay, 3 listing, 4 listed. */
const stepOf = ({ state, stage }: Offer): number => {
  if (state !== 'ended') return state === 'subscribing' ? 0 : -1
  if (stage === 'waiting-draw' || stage === 'applying') return 1
  if (stage === 'paying') return 2
  return stage === 'listed' ? 4 : 3
}

const Steps = ({ offer }: { readonly offer: Offer }) => {
  const { steps } = newSharesTexts.use()
  const moment = useMoment()
  const now = stepOf(offer)
  const items = [
    { key: 'apply', when: moment(offer.closesAt) },
    { key: 'draw', when: moment(offer.drawsAt) },
    { key: 'pay', when: shortDay(formatDate(offer.payBy)) },
    { key: 'list', when: shortDay(offer.listsOn) },
  ] as const
  return (
    <ol className={styles.steps}>
      {items.map(({ key, when }, n) => (
        <li
          key={key}
          className={cx(styles.step, n === now && styles.now, n < now && styles.done)}
          aria-current={n === now ? 'step' : undefined}
        >
          <i />
          <span>{steps[key]}</span>
          <span className="num">{when}</span>
        </li>
      ))}
    </ol>
  )
}
