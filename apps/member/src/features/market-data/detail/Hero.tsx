import { cx, Delta, type Direction, StatusChip, Triangle } from '@fairlot/ui'
import { useEffect, useRef, useState } from 'react'
import type { LiveDetail } from '../live/index.ts'
import type { Feed } from '#shell/live/freshness.ts'
import { averageOf, changeTexts, directionOf, priceText, volumeText } from './figures.ts'
import type { Standing } from './standing.ts'
import { detailTexts } from './texts/index.ts'
import { ageText } from './times.ts'
import { useNow } from '#shell/live/use-now.ts'
import styles from './Hero.module.css'

const SPEAK_MS = 15_000
/** Above 999.99 the figures of the day would not fit beside it. */
const LONG_PRICE = 6

interface Props {
  readonly name: string
  readonly quote: LiveDetail
  readonly standing: Standing
  readonly feed: Feed
}

/** The one large number. It does not flash: the last-price line on the chart moves instead. */
export const Hero = ({ name, quote, standing, feed }: Props) => {
  const texts = detailTexts.use()
  const { price, direction, isOld, isIndicative } = standing
  const tone = isOld ? styles.old : styles[direction]
  return (
    <section className={styles.hero} aria-label={texts.sections.chart}>
      <div>
        <div className={styles.line}>
          <span
            className={cx('num', styles.price, priceText(price).length > LONG_PRICE && styles.long, tone)}
            data-part="price"
          >
            {priceText(price)}
          </span>
          {isIndicative ? (
            <StatusChip tone="warn">{texts.states.indicative}</StatusChip>
          ) : quote.state === 'paused' || quote.state === 'halted' ? (
            <StatusChip>{texts.states[quote.state]}</StatusChip>
          ) : quote.state === 'closed' ? (
            <StatusChip>{texts.states.closed}</StatusChip>
          ) : null}
        </div>
        <ChangeLine quote={quote} standing={standing} feed={feed} />
      </div>
      <DayFacts quote={quote} />
      <Spoken name={name} quote={quote} standing={standing} />
    </section>
  )
}

interface ChangeLineProps {
  readonly quote: LiveDetail
  readonly standing: Standing
  readonly feed: Feed
  readonly small?: boolean
}

/** 3.50 +1.66% under the price; the age of an old price, or the limit's name at a limit. */
export const ChangeLine = ({ quote, standing, feed, small = false }: ChangeLineProps) => {
  const texts = detailTexts.use()
  const { price, direction, isOld, isIndicative, limit } = standing
  const change = changeTexts(price, quote.reference)
  const now = useNow(isOld ? 1_000 : 0)
  if (isOld)
    return (
      <div className={cx('num', styles.change, small && styles.small, styles.old)}>
        {change === undefined ? null : (
          <span>
            {change.signed} {change.percent}
          </span>
        )}
        <Delta
          direction="flat"
          text={texts.states.stale(ageText(now - (feed.since ?? now), texts.states))}
          spoken=""
        />
      </div>
    )
  if (change === undefined) return <div className={cx('num', styles.change, small && styles.small)}>—</div>
  if (isIndicative && !small)
    return (
      <div className={cx('num', styles.change)}>
        <Delta
          direction={direction}
          text={`${change.size}  ${change.percent.replace(/^[+−]/, '')}`}
          spoken={texts.directions[direction]}
          outlined
        />
      </div>
    )
  return (
    <div className={cx('num', styles.change, small && styles.small, styles[direction])}>
      <span className={styles.amount}>
        {direction === 'flat' ? null : <Triangle direction={direction} />}
        <span className="visually-hidden">{texts.directions[direction]}</span>
        {change.size}
      </span>
      <span>{change.percent}</span>
      {limit === undefined || small ? null : (
        <Delta direction={limit} text={texts.limits[limit]} spoken="" limit />
      )}
    </div>
  )
}

/** The compact price of the bar and of the wide chart. */
export const SmallPrice = (props: Omit<ChangeLineProps, 'small'>) => (
  <span className={styles.compact}>
    <span
      className={cx(
        'num',
        styles.compactPrice,
        props.standing.isOld ? styles.old : styles[props.standing.direction],
      )}
    >
      {priceText(props.standing.price)}
    </span>
    <ChangeLine {...props} small />
  </span>
)

const DayFacts = ({ quote }: { readonly quote: LiveDetail }) => {
  const { facts } = detailTexts.use()
  const { open, high, low, reference, turnover, volume } = quote
  const average = averageOf(turnover, volume)
  const priced = (value: number | null): readonly [string, Direction | undefined] => [
    priceText(value),
    value === null ? undefined : directionOf(value, reference),
  ]
  const items: readonly [string, readonly [string, Direction | undefined]][] = [
    [facts.open, priced(open)],
    [facts.previous, [priceText(reference), undefined]],
    [facts.high, priced(high)],
    [facts.average, priced(average)],
    [facts.low, priced(low)],
    [facts.volume, [volumeText(volume), undefined]],
  ]
  return (
    <dl className={styles.facts}>
      {items.map(([label, [text, direction]]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={cx('num', direction && direction !== 'flat' && styles[direction])}>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Spoken at most every fifteen seconds, and at once when a limit is reached. */
const Spoken = ({ name, quote, standing }: Omit<Props, 'feed'>) => {
  const texts = detailTexts.use()
  const change = changeTexts(standing.price, quote.reference)
  const spoken =
    change === undefined
      ? ''
      : texts.spokenPrice(
          name,
          priceText(standing.price),
          standing.limit === undefined
            ? texts.spokenChange(texts.directions[standing.direction], change.size, change.percent)
            : texts.limits[standing.limit],
        )
  const newest = useRef(spoken)
  useEffect(() => {
    newest.current = spoken
  }, [spoken])
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (standing.limit !== undefined) setSaid(newest.current)
    const timer = setInterval(() => setSaid(newest.current), SPEAK_MS)
    return () => clearInterval(timer)
  }, [standing.limit])
  return (
    <p className="visually-hidden" role="status" data-part="spoken-price">
      {said}
    </p>
  )
}
