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
        <dl className={styles.figures}>
          <Figure label={texts.count}>{texts.unit(data.count)}</Figure>
          <Figure label={texts.kept}>{data.keptPromise === null ? '–' : `${data.keptPromise}%`}</Figure>
          <Figure label={texts.median}>{time(data.medianMinutes)}</Figure>
          <Figure label={texts.slow}>{time(data.slowestTenthMinutes)}</Figure>
          <Figure label={texts.rejected}>{texts.unit(data.rejected)}</Figure>
        </dl>
      )}
    </Card>
  )
}

const Figure = ({ label, children }: { readonly label: string; readonly children: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
