import { Card, cx, Empty, IconButton, KeyValues, Link, SkeletonRows, StatusChip } from '@fairlot/ui'
import { formatMoney, MINUS } from '@fairlot/money'
import { addDays, taipeiDate } from '@fairlot/rules/calendar'
import { useState } from 'react'
import { minuteText, priceText, shortNameIn } from '#features/market-data'
import { Answered } from '#shell/Answered.tsx'
import { useHideAmounts } from '#shell/appearance.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { MoreButton } from '#shell/MoreButton.tsx'
import { usePaged } from '#shell/paged.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { lotsText, toneOf } from '../figures.ts'
import { dayTradingTexts } from '../texts/index.ts'
import type { DayTrade } from '../use-day-trades.ts'
import styles from './Details.module.css'

const monthOf = (date: string): string => date.slice(0, 7)
const before = (month: string): string => monthOf(addDays(`${month}-01`, -1))
const after = (month: string): string => monthOf(addDays(`${month}-28`, 5))

/** Completed day trades, month by month: both legs, their costs, and the result. */
export const DetailsTab = () => {
  const { details: texts, transaction } = dayTradingTexts.use()
  const { more } = transaction
  const shell = shellTexts.use()
  const [thisMonth] = useState(() => monthOf(taipeiDate(Date.now())))
  const [month, setMonth] = useState(thisMonth)
  const body = { which: 'closed', dayTrade: true, month } as const
  const paged = usePaged('/positions/listPositions', body, { quiet: true })
  return (
    <div className={styles.tab}>
      <div className={styles.month}>
        <IconButton name="back" label={texts.earlier} onPress={() => setMonth(before(month))} />
        <h2>{texts.month(month.replace('-', '/'))}</h2>
        {month === thisMonth ? (
          <span className={styles.gap} />
        ) : (
          <IconButton name="chevron" label={texts.later} onPress={() => setMonth(after(month))} />
        )}
      </div>
      <Answered read={paged} skeleton={<SkeletonRows label={shell.loading} />}>
        {(pages) => {
          const totals = pages[0]?.totals ?? null
          const rows = pages.flatMap(({ positions }) => positions)
          return (
            <>
              {totals === null || totals.count === 0 ? null : <Totals {...totals} />}
              {rows.length === 0 ? (
                <Card>
                  <Empty nothing={shell.nothing} text={texts.none} icon="receipt" />
                </Card>
              ) : (
                <ul className={styles.list}>
                  {rows.map((row) => (
                    <li key={row.positionId}>
                      <RoundTrip row={row} />
                    </li>
                  ))}
                </ul>
              )}
            </>
          )
        }}
      </Answered>
      <MoreButton read={paged} kind="text">
        {more}
      </MoreButton>
    </div>
  )
}

interface TotalsProps {
  readonly gross: string
  readonly costs: string
  readonly realised: string
  readonly count: number
}

const Totals = ({ gross, costs, realised, count }: TotalsProps) => {
  const texts = dayTradingTexts.use().details
  const hidden = useHideAmounts()
  const amount = (value: bigint): string => (hidden ? '••••' : formatMoney(value, { plus: true }))
  const net = BigInt(realised)
  return (
    <Card pad as="section">
      <KeyValues
        items={[
          { key: 'count', label: texts.count(count), value: '' },
          { key: 'gross', label: texts.gross, value: amount(BigInt(gross)) },
          { key: 'costs', label: texts.costs, value: amount(-BigInt(costs)) },
          {
            key: 'net',
            label: texts.net,
            value: <b className={cx(!hidden && styles[toneOf(net)])}>{amount(net)}</b>,
            sum: true,
          },
        ]}
      />
    </Card>
  )
}

/** One completed day trade. A short is sold first and bought back later. */
const RoundTrip = ({ row }: { readonly row: DayTrade }) => {
  const all = dayTradingTexts.use()
  const texts = all.details
  const language = useLanguage()
  const hidden = useHideAmounts()
  const net = BigInt(row.realised)
  const cost = (amount: bigint): string =>
    hidden ? '••••' : amount === 0n ? '0.00' : `${MINUS}${formatMoney(amount)}`
  const opened = { at: row.openedAt, price: row.price }
  const closed = { at: row.closedAt ?? row.openedAt, price: row.closePrice }
  const [bought, sold] = row.direction === 'long' ? [opened, closed] : [closed, opened]
  const leg = ({ at, price }: { readonly at: string; readonly price: number | null }) => (
    <>
      <small>{minuteText(Date.parse(at))}</small> {priceText(price)}
    </>
  )
  return (
    <Card pad as="section">
      <Link href={`/position/positionDetail?id=${row.positionId}`} className={styles.head}>
        <span className={styles.subject}>
          <b>{shortNameIn(language, row)}</b>
          <span className="num">{row.symbol}</span>
          <StatusChip tone={row.direction === 'long' ? 'up' : 'down'}>{all.kinds[row.direction]}</StatusChip>
        </span>
        <b className={cx('num', !hidden && styles[toneOf(net)])}>
          {hidden ? '••••' : formatMoney(net, { plus: true })}
        </b>
      </Link>
      <p className={styles.small}>
        {row.openedOn.slice(5).replace('-', '/')} · {lotsText(row.openedShares, language)} ·{' '}
        {texts.reasons[row.reason ?? 'member']}
      </p>
      <KeyValues
        items={[
          { key: 'bought', label: texts.bought, value: leg(bought) },
          { key: 'sold', label: texts.sold, value: leg(sold) },
          { key: 'fees', label: texts.fees, value: cost(BigInt(row.openFee) + BigInt(row.closeFee)) },
          { key: 'tax', label: texts.tax, value: cost(BigInt(row.openTax) + BigInt(row.closeTax)) },
        ]}
      />
    </Card>
  )
}
