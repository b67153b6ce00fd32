import type { QuoteRow } from '@fairlot/contract/market-data'
import { Button, Card, cx, Empty, Icon, Link, LinkButton, SkeletonRows } from '@fairlot/ui'
import { useEffect } from 'react'
import {
  detailPath,
  priceText,
  primeRows,
  readingOf,
  shortNameIn,
  useRow,
  useRows,
} from '#features/market-data'
import { ticketPath } from '#features/orders'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { shellTexts } from '#shell/texts/index.ts'
import { dayTradingTexts } from '../texts/index.ts'
import styles from './Order.module.css'

const SHOWN = 8

/** The most traded stocks, because they are easy to cover. `reason` says why none can be opened now. */
export const Stocks = ({ reason }: { readonly reason: string | undefined }) => {
  const texts = dayTradingTexts.use().stocks
  const shell = shellTexts.use()
  const read = useRead(
    '/market/listQuotes',
    { board: 'any', ranking: 'turnover', from: 0, count: SHOWN },
    { staleTime: 60_000, quiet: true },
  )
  const rows = read.data?.rows
  useEffect(() => {
    if (rows !== undefined) primeRows(rows)
  }, [rows])
  useRows((rows ?? []).map(({ symbol }) => symbol))
  return (
    <>
      <Answered read={read} skeleton={<SkeletonRows label={shell.loading} count={3} />}>
        {({ rows: list }) => (
          <Card rows as="ul">
            {list.length === 0 ? (
              <li>
                <Empty nothing={shell.nothing} text={texts.none} icon="market" />
              </li>
            ) : (
              list.map((row) => (
                <li key={row.symbol}>
                  <Stock row={row} reason={reason} />
                </li>
              ))
            )}
          </Card>
        )}
      </Answered>
      <p className={styles.aside}>
        <span>{texts.note}</span>
        <Link href="/home/searchIndex" className={styles.more}>
          {texts.more}
          <Icon name="chevron" size={0.875} />
        </Link>
      </p>
    </>
  )
}

const Stock = ({ row, reason }: { readonly row: QuoteRow; readonly reason: string | undefined }) => {
  const texts = dayTradingTexts.use().stocks
  const language = useLanguage()
  const { price, direction } = readingOf(useRow(row.symbol) ?? row)
  const name = shortNameIn(language, row)
  const first = (side: 'long' | 'short') => {
    const kind = side === 'long' ? 'long-soft' : 'short-soft'
    const label = side === 'long' ? texts.buyFirst : texts.sellFirst
    const spoken = side === 'long' ? texts.buyOf(name) : texts.sellOf(name)
    const content = (
      <>
        <span aria-hidden="true">{label}</span>
        <span className="visually-hidden">{reason === undefined ? spoken : `${spoken}，${reason}`}</span>
      </>
    )
    return reason === undefined ? (
      <LinkButton kind={kind} small href={ticketPath(row.symbol, { side, dayTrade: true })}>
        {content}
      </LinkButton>
    ) : (
      <Button kind={kind} small disabled>
        {content}
      </Button>
    )
  }
  return (
    <div className={styles.stock}>
      <Link href={detailPath(row.symbol)} className={styles.texts}>
        <b>{name}</b>
        <small>
          {row.symbol} ·{' '}
          <span className={cx('num', direction !== 'flat' && styles[direction])}>{priceText(price)}</span>
        </small>
      </Link>
      {first('long')}
      {first('short')}
    </div>
  )
}
