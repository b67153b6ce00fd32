// How long withdrawals took for all members: the same public figures that need no account.

import { Card } from '@fairlot/ui'
import { fundComponentsTexts, timeLeftText } from '#features/funds'
import { useRead } from '#shell/data.ts'
import { withdrawalsTexts } from './texts/index.ts'
import styles from './Withdrawals.module.css'

export const StatisticsCard = () => {
  const texts = withdrawalsTexts.use().statistics
  const { left } = fundComponentsTexts.use()
  const { data } = useRead('/withdrawals/statistics', {}, { quiet: true, staleTime: 60_000 })
  if (data === undefined) return null
  const time = (minutes: number | null) =>
    minutes === null ? '–' : timeLeftText(Math.max(1, minutes) * 60_000, left)
  return (
    <Card pad as="section">
      <h2 className={styles.heading}>{texts.title(data.days)}</h2>
      {data.count === 0 ? (
        <p className={styles.heading}>{texts.none}</p>
      ) : (
        <>
          <Spread spread={data.spread} />
          <dl className={styles.figures}>
            <Figure label={texts.count}>{texts.unit(data.count)}</Figure>
            <Figure label={texts.kept}>{data.keptPromise === null ? '–' : `${data.keptPromise}%`}</Figure>
            <Figure label={texts.median}>{time(data.medianMinutes)}</Figure>
            <Figure label={texts.slow}>{time(data.slowestTenthMinutes)}</Figure>
            <Figure label={texts.rejected}>{texts.unit(data.rejected)}</Figure>
          </dl>
        </>
      )}
    </Card>
  )
}

/** How much of the promised time they took: a late one would stand at the right. */
const Spread = ({ spread }: { readonly spread: readonly number[] }) => {
  const texts = withdrawalsTexts.use().statistics
  const max = Math.max(1, ...spread)
  return (
    <div className={styles.spread} role="img" aria-label={texts.spread(spread.join(', '))}>
      <div className={styles.bars}>
        {spread.map((count, part) => (
          // A part of the time has no identity but its place.
          <i key={part} style={{ height: `${(100 * count) / max}%` }} />
        ))}
      </div>
      <div className={styles.ends}>
        <span>{texts.start}</span>
        <span>{texts.promised}</span>
        <span>{texts.late}</span>
      </div>
    </div>
  )
}

const Figure = ({ label, children }: { readonly label: string; readonly children: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
