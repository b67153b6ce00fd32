// One match: name and industry, what was traded, price and change, and the star of the watch list.

import type { QuoteRow } from '@fairlot/contract/market-data'
import { Delta, Link, StatusChip } from '@fairlot/ui'
import { memo } from 'react'
import { StarButton } from '#features/favourites'
import { useLanguage } from '@fairlot/app-shell/language'
import { useRow } from '../live/index.ts'
import { detailPath, lotsOf, nameIn, percentText, readingOf, shortNameIn } from '../lists/figures.ts'
import { QuotePrice } from '../lists/QuoteFigures.tsx'
import { listsTexts } from '../lists/texts/index.ts'
import { useTurnoverText } from '../lists/use-turnover-text.ts'
import { screenerTexts } from './texts/index.ts'
import styles from './ScreenResults.module.css'

interface Props {
  readonly row: QuoteRow
  readonly stale: string | undefined
}

export const ScreenLine = memo(function ScreenLine({ row, stale }: Props) {
  const texts = screenerTexts.use()
  const lists = listsTexts.use()
  const language = useLanguage()
  const turnoverText = useTurnoverText()
  const live = useRow(row.symbol) ?? row
  const reading = readingOf(live)
  const { price, direction, limit } = reading
  const full = nameIn(language, row)
  return (
    <div className={styles.line}>
      <Link href={detailPath(row.symbol)} className={styles.target}>
        <span className={styles.texts}>
          <span className={styles.name}>
            <span aria-hidden="true">{shortNameIn(language, row)}</span>
            <span className="visually-hidden">{full}</span>
            {limit === undefined || stale !== undefined ? null : (
              <>
                {' '}
                <StatusChip tone={limit}>{lists.limits[limit]}</StatusChip>
              </>
            )}
          </span>
          <span className={styles.caption}>
            {row.symbol} · {language === 'tw' ? row.industryTw : row.industryEn}
          </span>
        </span>
        <span className={styles.traded}>
          <span>{texts.lots(lotsOf(live.volume).toLocaleString('en-US'))}</span>
          <span className={styles.caption}>{turnoverText(live.turnover)}</span>
        </span>
        <span className={styles.figures}>
          <QuotePrice live={live} reading={reading} stale={stale} />
          {price === null ? null : (
            <Delta
              kind="inline"
              direction={stale === undefined ? direction : 'flat'}
              text={percentText(price, live.reference)}
              spoken={lists.directions[direction]}
            />
          )}
        </span>
      </Link>
      <StarButton symbol={row.symbol} name={full} />
    </div>
  )
})
