import { cx, Icon } from '@fairlot/ui'
import { percentBp } from '@fairlot/rules/figures'
import { useNow } from '#kit/use-now.ts'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { formatWait, minutesBetween } from '#shell/format.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { queueTexts } from '../queue/texts/index.ts'
import { useCounts } from '../queue/use-counts.ts'
import { Broken } from './Broken.tsx'
import { PasskeyOffer } from './PasskeyOffer.tsx'
import { LateCard, MineCard } from './ReviewCards.tsx'
import { homeTexts } from './texts/index.ts'
import styles from './Home.module.css'

/** The first page of a shift: what is late, what waits for this operator, what is broken. */
export function HomePage() {
  const counts = useCounts()
  return (
    <div className={styles.page}>
      <Urgent />
      <PasskeyOffer />
      <Answered read={counts}>
        {({ counts: of, today }) => (
          <>
            <div className={styles.cards}>
              <LateCard count={of.late} />
              <MineCard count={of.mine} assigned={of.assigned} />
              <Broken />
            </div>
            <Today today={today} />
          </>
        )}
      </Answered>
    </div>
  )
}

/** The urgent review with the earliest deadline that this operator can decide. */
function Urgent() {
  const texts = homeTexts.use()
  const { kinds } = queueTexts.use()
  const language = useLanguage()
  const now = useNow()
  const [first, ...others] = useRead('/operators/bell', {}, { every: 15_000, keep: true }).data?.urgent ?? []
  if (first === undefined) return null
  const left = -minutesBetween(first.promisedAt, now)
  return (
    <section className={styles.urgent} role="status">
      <Icon name="warning" size={1.25} />
      <p>
        <b>{texts.urgent(kinds[first.kind], first.number)}</b>
        <span className={styles.due}>
          {left >= 0
            ? texts.urgentDue(formatWait(left, language))
            : texts.urgentLate(formatWait(-left, language))}
        </span>
        {others.length === 0 ? null : <small>{texts.urgentMore(others.length)}</small>}
      </p>
      <a className={styles.decide} href={`#/queue?review=${first.reviewId}`}>
        {texts.decide}
      </a>
    </section>
  )
}

interface TodayProps {
  readonly today: NonNullable<ReturnType<typeof useCounts>['data']>['today']
}

function Today({ today }: TodayProps) {
  const texts = homeTexts.use().today
  const onTime = percentBp(BigInt(today.decided - today.late), BigInt(today.decided))
  const figures: readonly (readonly [string, string])[] = [
    [texts.decided, texts.count(today.decided)],
    [texts.withMe, texts.count(today.decidedWithMe)],
    [
      texts.median,
      today.medianWaitMinutes === null ? texts.none : texts.minutes(Math.round(today.medianWaitMinutes)),
    ],
    [texts.onTime, onTime === null ? texts.none : `${(onTime / 100).toFixed(1)}%`],
    [texts.late, texts.count(today.late)],
  ]
  return (
    <section className={styles.card}>
      <h2 className={styles.title}>{texts.title}</h2>
      <dl className={styles.figures}>
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={cx('num')}>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
