// The stock of a plan, and a list of those the member watches or viewed last to choose from.

import { cx, Icon, Link } from '@fairlot/ui'
import type { QuoteRow } from '@fairlot/contract/market-data'
import { useLanguage } from '@fairlot/app-shell/language'
import { useState } from 'react'
import { useWatchList } from '#features/favourites'
import {
  priceText,
  readingOf,
  shortNameIn,
  useNamedRows,
  useRow,
  useRows,
  useViewed,
} from '#features/market-data'
import { savingsPlansTexts } from './texts/index.ts'
import styles from './PlanSheet.module.css'

const MAX = 8
/** Offered to a member who has watched and viewed nothing: the fund of the fifty largest companies. */
const USUAL = '0050'

interface Props {
  readonly symbol: string
  /** Absent: the stock of a plan does not change. */
  readonly onChoose: ((symbol: string) => void) | undefined
}

export const StockChoice = ({ symbol, onChoose }: Props) => {
  const texts = savingsPlansTexts.use().sheet
  const watched = useWatchList().data?.symbols ?? []
  const viewed = useViewed()
  const [isOpen, setOpen] = useState(symbol === '')
  const offered = [...new Set([...watched, ...viewed, USUAL])].slice(0, MAX)
  const symbols = symbol === '' ? offered : [...new Set([symbol, ...offered])]
  const rows = useNamedRows(symbols)
  useRows(symbols)
  const chosen = rows.get(symbol)
  return (
    <div>
      <button
        type="button"
        className={styles.stock}
        disabled={onChoose === undefined}
        aria-expanded={onChoose === undefined ? undefined : isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {chosen === undefined ? <span>{symbol === '' ? texts.stock : symbol}</span> : <Stock row={chosen} />}
        {onChoose === undefined ? null : <Icon name="chevron-down" size={1.125} />}
      </button>
      {isOpen && onChoose !== undefined ? (
        <ul className={styles.stocks} aria-label={texts.stocks}>
          {offered.flatMap((one) => {
            const row = rows.get(one)
            if (row === undefined) return []
            const choose = () => {
              onChoose(one)
              setOpen(false)
            }
            return (
              <li key={one}>
                <button type="button" aria-pressed={one === symbol} onClick={choose}>
                  <Stock row={row} />
                </button>
              </li>
            )
          })}
          <li>
            <Link href="/home/searchIndex" className={styles.search}>
              <Icon name="search" size={1.125} />
              {texts.search}
            </Link>
          </li>
        </ul>
      ) : null}
    </div>
  )
}

const Stock = ({ row }: { readonly row: QuoteRow }) => {
  const language = useLanguage()
  const { price, direction } = readingOf(useRow(row.symbol) ?? row)
  return (
    <>
      <span>
        <b>{shortNameIn(language, row)}</b> <span className="num">{row.symbol}</span>
      </span>
      <span className={cx('num', styles[direction])}>{priceText(price)}</span>
    </>
  )
}
