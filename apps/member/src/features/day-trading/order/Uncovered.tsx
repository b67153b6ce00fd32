import { Button, Card, cx, Icon, Link, SkeletonRows, StatusChip } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { resultAt } from '@fairlot/rules/day-trading'
import { taxRate, type TradingTerms } from '@fairlot/rules/orders'
import { Suspense, useState } from 'react'
import { directionOf, minuteText, priceText, shortNameIn, useRow, useRows } from '#features/market-data'
import { rateText } from '#features/orders'
import { CloseSheet } from '#features/positions'
import { Answered } from '#shell/Answered.tsx'
import { useHideAmounts } from '#shell/appearance.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { shellTexts } from '#shell/texts/index.ts'
import { lotsText, openTradeOf, openTradePath, toneOf } from '../figures.ts'
import { dayTradingTexts } from '../texts/index.ts'
import { type DayTrade, useOpenDayTrades } from '../use-day-trades.ts'
import { useTerms } from '../use-terms.ts'
import styles from './Order.module.css'

/** Open day trades, each with the result of covering it now. */
export const Uncovered = () => {
  const texts = dayTradingTexts.use()
  const shell = shellTexts.use()
  const read = useOpenDayTrades()
  const [covering, setCovering] = useState<DayTrade>()
  const rows = read.data?.positions ?? []
  const terms = useTerms(rows[0]?.symbol)
  useRows(rows.map(({ symbol }) => symbol))
  return (
    <>
      <Answered read={read} skeleton={<SkeletonRows label={shell.loading} count={1} />}>
        {({ positions }) =>
          positions.length === 0 ? (
            <Card pad>
              <p className={styles.none}>{texts.uncovered.none}</p>
            </Card>
          ) : (
            <ul className={styles.list}>
              {positions.map((row) => (
                <li key={row.positionId}>
                  <Trade row={row} terms={terms} onCover={setCovering} />
                </li>
              ))}
            </ul>
          )
        }
      </Answered>
      <Suspense>
        {covering === undefined ? null : (
          <CloseSheet position={covering} onClose={() => setCovering(undefined)} />
        )}
      </Suspense>
    </>
  )
}

interface TradeProps {
  readonly row: DayTrade
  readonly terms: TradingTerms | undefined
  readonly onCover: (row: DayTrade) => void
}

const Trade = ({ row, terms, onCover }: TradeProps) => {
  const texts = dayTradingTexts.use().uncovered
  const kinds = dayTradingTexts.use().kinds
  const language = useLanguage()
  const hidden = useHideAmounts()
  const live = useRow(row.symbol)
  const last = live?.last ?? row.last
  const result =
    last === null || terms === undefined
      ? row.unrealised === null
        ? null
        : BigInt(row.unrealised)
      : resultAt(terms, openTradeOf(row), last)
  const direction = last === null || live === undefined ? 'flat' : directionOf(last, live.reference)
  const name = shortNameIn(language, row)
  const free = row.shares - row.closing
  return (
    <Card pad as="section">
      <Link href={openTradePath(row.positionId)} className={styles.trade}>
        <span className={styles.between}>
          <span className={styles.subject}>
            <b>{name}</b>
            <span className="num">{row.symbol}</span>
            <StatusChip tone={row.direction === 'long' ? 'up' : 'down'}>{kinds[row.direction]}</StatusChip>
          </span>
          <span className={cx('num', styles.net, result !== null && !hidden && styles[toneOf(result)])}>
            {result === null ? '—' : hidden ? '••••' : formatMoney(result, { plus: true })}
          </span>
        </span>
        <span className={styles.legs}>
          <span className={styles.leg}>
            <small>
              {texts.opened[row.direction](
                minuteText(Date.parse(row.openedAt)),
                lotsText(row.shares, language),
              )}
            </small>
            <b className="num">{priceText(row.price)}</b>
          </span>
          <Icon name="chevron" size={1} />
          <span className={cx(styles.leg, styles.empty)}>
            <small>{texts.now[row.direction]}</small>
            <b className={cx('num', direction !== 'flat' && styles[direction])}>{priceText(last)}</b>
          </span>
        </span>
        <span className="visually-hidden">{texts.see(name)}</span>
      </Link>
      <div className={cx(styles.between, styles.foot)}>
        <span className={styles.small}>
          {terms === undefined ? null : texts.net(rateText(taxRate(terms, row.kind, true)))}
        </span>
        {free > 0 ? (
          <Button kind="quiet" small onPress={() => onCover(row)}>
            <span aria-hidden="true">{texts.cover}</span>
            <span className="visually-hidden">{texts.coverOf(name)}</span>
          </Button>
        ) : (
          <StatusChip tone="brand">{texts.covering}</StatusChip>
        )}
      </div>
    </Card>
  )
}
