// A row with a star: name, market, price and change; the star watches the instrument.

import type { QuoteRow } from '@fairlot/contract/market-data'
import { Delta, Link, PriceCell } from '@fairlot/ui'
import type { ReactNode } from 'react'
import {
  detailPath,
  listsTexts,
  nameIn,
  percentText,
  priceText,
  readingOf,
  useRow,
} from '#features/market-data'
import { useLanguage } from '@fairlot/app-shell/language'
import { StarButton } from './StarButton.tsx'
import styles from './StarLine.module.css'

interface Props {
  readonly row: Pick<QuoteRow, 'symbol' | 'nameTw' | 'nameEn' | 'board' | 'kind'>
  /** The name with the search match highlighted. */
  readonly name?: ReactNode
  readonly caption?: ReactNode
  readonly onOpen?: (() => void) | undefined
  readonly stale?: boolean | undefined
}

export const StarLine = ({ row, name, caption, onOpen, stale = false }: Props) => {
  const texts = listsTexts.use()
  const language = useLanguage()
  const live = useRow(row.symbol)
  const reading = live === undefined ? undefined : readingOf(live)
  const place = row.kind === 'etf' ? texts.boards.etf : texts.boards[row.board]
  return (
    <div className={styles.line}>
      <Link href={detailPath(row.symbol)} className={styles.target} onClick={onOpen}>
        <span className={styles.texts}>
          <span className={styles.name}>{name ?? nameIn(language, row)}</span>
          <span className={styles.caption}>{caption ?? `${row.symbol} · ${place}`}</span>
        </span>
        {live === undefined || reading === undefined ? null : (
          <span className={styles.figures}>
            <span className="visually-hidden">{texts.price} </span>
            <PriceCell direction={reading.direction} text={priceText(reading.price)} stale={stale} />
            {reading.price === null ? null : (
              <Delta
                kind="inline"
                direction={stale ? 'flat' : reading.direction}
                text={percentText(reading.price, live.reference)}
                spoken={texts.directions[reading.direction]}
              />
            )}
          </span>
        )}
      </Link>
      <StarButton symbol={row.symbol} name={nameIn(language, row)} />
    </div>
  )
}
