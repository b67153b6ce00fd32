import type { QuoteRow } from '@fairlot/contract/market-data'
import { breadthOf } from '@fairlot/rules/market-data'
import { cx, Triangle } from '@fairlot/ui'
import { favouritesTexts } from './texts/index.ts'
import styles from './FavoScreen.module.css'

export const WatchSummary = ({ rows }: { rows: readonly QuoteRow[] }) => {
  const texts = favouritesTexts.use()
  const { rising, falling, flat } = breadthOf(rows)
  return (
    <span className={cx('num', styles.summary)}>
      <span className={styles.up}>
        <Triangle direction="up" />
        {texts.rising} {rising}
      </span>
      <span>
        {texts.flat} {flat}
      </span>
      <span className={styles.down}>
        <Triangle direction="down" />
        {texts.falling} {falling}
      </span>
    </span>
  )
}
