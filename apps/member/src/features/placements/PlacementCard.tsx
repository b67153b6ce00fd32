import { Card, LinkButton } from '@fairlot/ui'
import { formatPrice } from '@fairlot/money'
import { useLanguage } from '@fairlot/app-shell/language'
import { useDay, useMoment } from '#shell/format.ts'
import { useNow } from '#shell/live/use-now.ts'
import { PlacementChip } from './PlacementChip.tsx'
import { placementsTexts } from './texts/index.ts'
import { countText, detailOf, isOpenAt, type Placement, rateText, standing } from './use-placements.ts'
import styles from './Placements.module.css'

export const PlacementCard = ({ placement }: { readonly placement: Placement }) => {
  const texts = placementsTexts.use()
  const language = useLanguage()
  const day = useDay()
  const now = useNow(5_000)
  const { kind, method, state } = placement
  const canApply = isOpenAt(placement, now) && standing(placement) === null
  const name = placement.name[language]
  const isEnded = state === 'allotted' || state === 'void'
  const final = texts.final[method]
  const running = method === 'lot' ? texts.chance : texts.rate
  return (
    <Card pad as="section" className={styles.card}>
      <div className={styles.top}>
        <div className={styles.who}>
          <h2>
            {name} <PlacementChip placement={placement} />
          </h2>
          <p className={styles.small}>
            {placement.symbol} · {texts.of(texts.kinds[kind], texts.methods[method])}
          </p>
        </div>
        <p className={styles.price}>
          <span className="num">{formatPrice(BigInt(placement.price))}</span>
          <span className={styles.small}>{texts.price[kind]}</span>
        </p>
      </div>
      <Figures placement={placement} />
      <div className={styles.bottom}>
        <p className={styles.small}>
          {placement.applications === 0 ? null : (
            <>
              {isEnded ? final : running} <strong className="num">{rateText(placement)}</strong>
              <br />
            </>
          )}
          {texts.each(countText(placement.minLots), countText(placement.maxLots))} ·{' '}
          {texts.delivers(day(placement.settlesOn ?? placement.deliversOn))}
        </p>
        <LinkButton small kind={canApply ? 'primary' : 'quiet'} href={detailOf(placement)}>
          {canApply ? texts.apply : texts.see}
          <span className="visually-hidden"> {name}</span>
        </LinkButton>
      </div>
    </Card>
  )
}

const Figures = ({ placement }: { readonly placement: Placement }) => {
  const texts = placementsTexts.use()
  const moment = useMoment()
  const mine = standing(placement)
  const figures = [
    { label: texts.total[placement.kind], value: texts.lots(countText(placement.lots)) },
    placement.method === 'lot'
      ? { label: texts.people, value: texts.persons(countText(placement.applications)) }
      : { label: texts.applied, value: texts.lots(countText(placement.appliedLots)) },
    mine?.allotment
      ? { label: texts.got, value: texts.lots(countText(mine.allotment.lots)) }
      : { label: texts.closes, value: moment(placement.closesAt) },
  ]
  return (
    <dl className={styles.figures}>
      {figures.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
