import { Icon } from '@fairlot/ui'
import { minuteText } from '#features/market-data'
import { useLanguage } from '@fairlot/app-shell/language'
import { leftText, lotsText } from '../figures.ts'
import { dayTradingTexts } from '../texts/index.ts'
import type { DayTrade } from '../use-day-trades.ts'
import styles from './OpenTrade.module.css'

interface Props {
  readonly row: DayTrade
  /** Undefined: the market has closed. */
  readonly coverAt: number | undefined
  readonly now: number
}

/** How long it can stay open before the house covers it. */
export const Countdown = ({ row, coverAt, now }: Props) => {
  const all = dayTradingTexts.use()
  const texts = all.open
  const language = useLanguage()
  const isBegun = coverAt === undefined || coverAt <= now
  return (
    <section className={styles.cover}>
      <Icon name="clock" size={1.5} />
      <span className={styles.texts}>
        <b>{isBegun ? texts.begun : texts.coverAt(minuteText(coverAt))}</b>
        <span>
          {isBegun ? texts.begunText : texts.coverHow[row.direction](lotsText(row.shares, language))}
        </span>
      </span>
      {isBegun ? null : (
        <strong className="num" role="timer">
          {texts.left(leftText(coverAt - now, all.left))}
        </strong>
      )}
    </section>
  )
}
