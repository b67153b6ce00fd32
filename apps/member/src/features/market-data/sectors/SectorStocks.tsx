// The most traded stocks of the chosen sector, with live prices.

import type { SectorData } from '@fairlot/contract/market-data'
import { Icon, Link, cx } from '@fairlot/ui'
import { useEffect } from 'react'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { primeRows, useRows } from '../live/index.ts'
import { Bones } from '../lists/Bones.tsx'
import { directionOf, nameIn, pointsText } from '../lists/figures.ts'
import { QuoteLine } from '../lists/QuoteLine.tsx'
import { SORT_EVERY_MS } from '../lists/sort-every.ts'
import { useStaleness } from '../lists/use-staleness.ts'
import { sectorPath } from './sector-path.ts'
import { sectorsTexts } from './texts/index.ts'
import styles from './SectorsTab.module.css'

const SHOWN = 5

export const SectorStocks = ({ sector }: { sector: SectorData }) => {
  const texts = sectorsTexts.use()
  const shell = shellTexts.use()
  const language = useLanguage()
  const stale = useStaleness()
  const read = useRead(
    '/market/listQuotes',
    {
      board: 'any',
      ranking: 'turnover',
      screen: { industries: [sector.nameEn], kind: 'stock' },
      from: 0,
      count: SHOWN,
    },
    { every: SORT_EVERY_MS, quiet: true, keep: true },
  )
  const rows = read.data?.rows
  useEffect(() => {
    if (rows !== undefined) primeRows(rows)
  }, [rows])
  useRows((rows ?? []).map(({ symbol }) => symbol))
  const name = nameIn(language, sector)
  const { change } = sector
  return (
    <section aria-label={texts.leaders(name)}>
      <div className={styles.head}>
        <h2>
          {name}{' '}
          {change === null ? null : (
            <span className={cx('num', styles[directionOf(change, 0)])}>{pointsText(change)}</span>
          )}
        </h2>
        <Link
          href={sectorPath(sector.nameEn)}
          className={styles.more}
          aria-label={texts.openAll(name, sector.count)}
        >
          {texts.stocks(sector.count)}
          <Icon name="chevron" size={1} />
        </Link>
      </div>
      <Answered read={read} skeleton={<Bones label={shell.loading} count={3} />}>
        {(data) => (
          <ul className={styles.list} aria-label={texts.leaders(name)}>
            {data.rows.map((row) => (
              <li key={row.symbol}>
                <QuoteLine row={row} stale={stale} volume />
              </li>
            ))}
          </ul>
        )}
      </Answered>
    </section>
  )
}
