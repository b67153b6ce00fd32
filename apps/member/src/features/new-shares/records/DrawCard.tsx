import { Card, cx, TextLink } from '@fairlot/ui'
import { useLanguage } from '@fairlot/app-shell/language'
import { useMoment } from '#shell/format.ts'
import { offerDrawPath } from '#shell/paths.ts'
import { OwnChip } from '../OfferChip.tsx'
import { type Application, chanceText, countText } from '../offer-figures.ts'
import { newSharesTexts } from '../texts/index.ts'
import styles from '../NewShares.module.css'

const length = 5

/** The place in the drawn order as lots: solid when drawn, outlined when not; the same size either way. */
export const DrawCard = ({ application }: { readonly application: Application }) => {
  const texts = newSharesTexts.use()
  const language = useLanguage()
  const moment = useMoment()
  const { place, places, drawnFrom, state, decidedAt, offerId } = application
  const digits = String(place ?? 0).padStart(length, '0')
  const applications = drawnFrom ?? 0
  return (
    <Card pad as="section" className={styles.application}>
      <div className={styles.top}>
        <h2>
          {application.name[language]} <span className={styles.small}>{application.symbol}</span>
        </h2>
        <OwnChip state={state} />
      </div>
      <div className={styles.top}>
        <p>
          <span className={styles.small}>{texts.record.place}</span>
          <span className="visually-hidden">{countText(place ?? 0)}</span>
          <span className={cx(styles.digits, state !== 'not-won' && styles.won)} aria-hidden="true">
            {[...digits].map((digit, n) => (
              // The digits have no identity but their position.
              <span key={`${n}-${digit}`}>{digit}</span>
            ))}
          </span>
        </p>
        <p className={styles.heroSide}>
          <span className={styles.small}>
            {texts.record.drawnOf(countText(places), countText(applications))}
          </span>
          <span className={styles.small}>
            {texts.drawnChance} {chanceText({ places, applications })}
          </span>
        </p>
      </div>
      <div className={styles.actions}>
        <span className={styles.small}>{decidedAt === null ? '' : moment(decidedAt)}</span>
        <TextLink href={offerDrawPath(offerId)}>{texts.record.verify}</TextLink>
      </div>
    </Card>
  )
}
