// The stocks the member watches or viewed last, each with a long and a short ticket.

import { Card, cx, Icon, Link, LinkButton, Section } from '@fairlot/ui'
import type { QuoteRow } from '@fairlot/contract/market-data'
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
import { useLanguage } from '@fairlot/app-shell/language'
import { ticketPath } from '../paths.ts'
import { ordersTexts } from '../texts/index.ts'
import { hubTexts } from './texts/index.ts'
import styles from './QuickOrders.module.css'

const MAX = 4

export const QuickOrders = () => {
  const texts = hubTexts.use()
  const watched = useWatchList().data?.symbols
  const viewed = useViewed()
  const symbols = [...new Set([...(watched ?? []), ...viewed])].slice(0, MAX)
  const rows = useNamedRows(symbols)
  useRows(symbols)
  return (
    <Section small title={texts.quick}>
      <Card rows as="ul">
        {symbols.map((symbol) => {
          const row = rows.get(symbol)
          return row === undefined ? null : <Quick key={symbol} row={row} />
        })}
        <li>
          <Link href="/home/searchIndex" className={styles.other}>
            <Icon name="search" />
            {texts.other}
          </Link>
        </li>
      </Card>
    </Section>
  )
}

const Quick = ({ row }: { readonly row: QuoteRow }) => {
  const texts = hubTexts.use()
  const { directions } = ordersTexts.use()
  const language = useLanguage()
  const { price, direction } = readingOf(useRow(row.symbol) ?? row)
  const name = shortNameIn(language, row)
  return (
    <li className={styles.row}>
      <span className={styles.texts}>
        <span className={styles.name}>{name}</span>
        <span className={cx('num', styles.code)}>
          {row.symbol} · <span className={styles[direction]}>{priceText(price)}</span>
        </span>
      </span>
      {(['long', 'short'] as const).map((side) => (
        <LinkButton
          key={side}
          small
          kind={side === 'long' ? 'long-soft' : 'short-soft'}
          href={ticketPath(row.symbol, { side })}
        >
          {directions[side]}
          <span className="visually-hidden">{texts.quickOrder('', name)}</span>
        </LinkButton>
      ))}
    </li>
  )
}
