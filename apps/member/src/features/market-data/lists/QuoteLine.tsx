// One row of a list of prices: name, sparkline, price, change. The whole row links to the instrument.

import type { QuoteRow } from '@fairlot/contract/market-data'
import { cx, Icon, Link, Sparkline, StatusChip } from '@fairlot/ui'
import { memo } from 'react'
import { useLanguage } from '@fairlot/app-shell/language'
import { useRow, type LiveRow } from '../live/index.ts'
import { minuteText } from './clock-text.ts'
import {
  detailPath,
  isLongName,
  lotsOf,
  nameIn,
  priceText,
  readingOf,
  shortNameIn,
  sparkOf,
  type Reading,
} from './figures.ts'
import { QuoteChange, QuotePrice } from './QuoteFigures.tsx'
import { listsTexts } from './texts/index.ts'
import styles from './QuoteLine.module.css'

interface Props {
  readonly row: QuoteRow
  readonly stale: string | undefined
  /** While an auction collects orders, yesterday's close replaces the sparkline. */
  readonly auction?: boolean | undefined
  /** Shows the volume after the code; otherwise the code alone. */
  readonly volume?: boolean | undefined
  /** An alert is waiting: draws a bell before the code with this label. */
  readonly bell?: string | undefined
}

/** An English name of more than two short lines. */
const WORDY = 18

const useCaption = (live: LiveRow, { standing }: Reading, volume: boolean): string | undefined => {
  const texts = listsTexts.use()
  const lots = (shares: number) => lotsOf(shares).toLocaleString('en-US')
  if (standing === 'halted' || standing === 'paused') {
    const reason = texts.reasons[live.reason ?? ''] ?? texts.stopped
    return live.until === null ? reason : texts.until(reason, minuteText(live.until))
  }
  if (standing === 'indicative') return texts.indicativeVolume(lots(live.indicative?.quantity ?? 0))
  if (standing === 'unmatched') return texts.noMatch
  return volume ? texts.volume(lots(live.volume)) : undefined
}

export const QuoteLine = memo(function QuoteLine({
  row,
  stale,
  auction = false,
  volume = false,
  bell,
}: Props) {
  const texts = listsTexts.use()
  const language = useLanguage()
  const live = useRow(row.symbol) ?? row
  const reading = readingOf(live)
  const caption = useCaption(live, reading, volume)
  const isStopped = reading.standing === 'halted' || reading.standing === 'paused'
  const below = auction
    ? isStopped
      ? texts.lastTrade
      : texts.yesterday(priceText(live.reference))
    : undefined
  const full = nameIn(language, row)
  const short = shortNameIn(language, row)
  return (
    <Link href={detailPath(row.symbol)} className={cx(styles.line, auction && styles.auction)}>
      <span className={styles.texts}>
        <span
          className={cx(styles.name, isLongName(short) && styles.long, short.length > WORDY && styles.wordy)}
        >
          {short === full ? (
            full
          ) : (
            <>
              <span aria-hidden="true">{short}</span>
              <span className="visually-hidden">{full}</span>
            </>
          )}
          {reading.limit === undefined || stale !== undefined ? null : (
            <>
              {' '}
              <span className={styles.tag}>
                <StatusChip tone={reading.limit}>{texts.limits[reading.limit]}</StatusChip>
              </span>
            </>
          )}
          {reading.standing === 'indicative' && stale === undefined ? (
            <>
              {' '}
              <span className={styles.tag}>
                <StatusChip tone="warn">{texts.indicative}</StatusChip>
              </span>
            </>
          ) : null}
        </span>
        <span className={cx(styles.caption, isStopped && styles.reason)}>
          {bell === undefined ? null : (
            <>
              <Icon name="bell" size={0.875} weight={2} className={styles.bell} />
              <span className="visually-hidden">{bell}</span>
            </>
          )}
          {row.symbol}
          {caption === undefined ? null : ` · ${caption}`}
        </span>
      </span>
      {auction ? null : (
        <span className={styles.spark}>
          <Sparkline
            values={sparkOf(row.spark, live.last)}
            reference={live.reference}
            direction={reading.direction}
            stale={stale !== undefined}
          />
        </span>
      )}
      <QuotePrice live={live} reading={reading} stale={stale} below={below} />
      <QuoteChange live={live} reading={reading} stale={stale} />
    </Link>
  )
})
