import { Button, Card, Empty, Icon } from '@fairlot/ui'
import type { DataOf } from '@fairlot/contract'
import { formatMoney } from '@fairlot/money'
import { useState } from 'react'
import { useNamedRows } from '#features/market-data'
import { Answered } from '#shell/Answered.tsx'
import { useHideAmounts } from '#shell/appearance.ts'
import { useRead } from '#shell/data.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { costText } from '../figures.ts'
import { isOfProduct, type Product } from '../products.ts'
import { Result } from '../Result.tsx'
import { positionsTexts } from '../texts/index.ts'
import { useClosedPositions, useEndedOrders } from '../use-positions.ts'
import { ClosedCard, EndedOrderCard } from './ClosedCard.tsx'
import { EndedEntryCard, isEntry } from './EntryCard.tsx'
import { lastMonths, monthOf } from './months.ts'
import styles from './Cards.module.css'
import month from './Month.module.css'

/** Closed positions of a month with their results, and the month's cancelled orders. */
export const Terminated = ({ product }: { readonly product: Product }) => {
  const texts = positionsTexts.use()
  const shell = shellTexts.use()
  const [months] = useState(() => lastMonths(Date.now()))
  const [chosen, setMonth] = useState(months[0] ?? '')
  const closed = useClosedPositions(chosen)
  const ended = useEndedOrders(true)
  const orders = (ended.data ?? [])
    .flatMap((page) => page.orders)
    .filter(
      (row) =>
        row.state !== 'filled' &&
        monthOf(row.endedAt ?? row.placedAt) === chosen &&
        isOfProduct(product, row.kind),
    )
  const entries = (
    useRead('/orders/listConditional', { which: 'ended' }, { quiet: true }).data?.conditional ?? []
  )
    .filter(isEntry)
    .filter((row) => monthOf(row.endedAt ?? row.createdAt) === chosen)
  const names = useNamedRows([...orders, ...entries].map(({ symbol }) => symbol))
  // Older orders can still belong to the month; closed positions are requested by month.
  const oldest = ended.data?.at(-1)?.orders.at(-1)
  const mayHaveOlder =
    closed.hasNextPage || (ended.hasNextPage && oldest !== undefined && monthOf(oldest.placedAt) >= chosen)
  return (
    <Answered read={closed}>
      {(pages) => {
        const positions = pages
          .flatMap((page) => page.positions)
          .filter((row) => product === 'all' || row.product === product)
        const rows = [
          ...positions.map((row) => ({
            key: row.positionId,
            at: row.closedAt ?? row.openedAt,
            card: <ClosedCard row={row} />,
          })),
          ...orders.map((row) => ({
            key: row.orderId,
            at: row.endedAt ?? row.placedAt,
            card: <EndedOrderCard row={row} names={names.get(row.symbol)} />,
          })),
          ...entries
            .filter(({ symbol }) => isOfProduct(product, names.get(symbol)?.kind))
            .map((row) => ({
              key: row.conditionalId,
              at: row.endedAt ?? row.createdAt,
              card: <EndedEntryCard row={row} names={names.get(row.symbol)} />,
            })),
        ].toSorted((one, other) => other.at.localeCompare(one.at))
        return (
          <>
            <MonthCard months={months} month={chosen} onMonth={setMonth} totals={pages[0]?.totals ?? null} />
            {rows.length === 0 ? (
              <Empty nothing={shell.nothing} text={texts.none.terminated} icon="history" />
            ) : (
              <ul className={styles.list}>
                {rows.map(({ key, card }) => (
                  <li key={key}>{card}</li>
                ))}
              </ul>
            )}
            {mayHaveOlder ? (
              <Button
                kind="quiet"
                wide
                className={styles.older}
                loading={closed.isFetchingNextPage || ended.isFetchingNextPage}
                onPress={() => {
                  if (closed.hasNextPage) void closed.fetchNextPage()
                  if (ended.hasNextPage) void ended.fetchNextPage()
                }}
              >
                {texts.older}
              </Button>
            ) : null}
          </>
        )
      }}
    </Answered>
  )
}

interface MonthCardProps {
  readonly months: readonly string[]
  readonly month: string
  readonly onMonth: (month: string) => void
  readonly totals: DataOf<'/positions/listPositions'>['totals']
}

const MonthCard = ({ months, month: chosen, onMonth, totals }: MonthCardProps) => {
  const texts = positionsTexts.use()
  const hidden = useHideAmounts()
  const amount = (text: string) => (hidden ? '••••' : text)
  return (
    <Card as="section" className={month.card}>
      <div className={month.head}>
        <h2 className={month.label}>{texts.ended.month(texts.months[Number(chosen.slice(5)) - 1] ?? '')}</h2>
        <label className={month.choice}>
          <select
            className={month.select}
            aria-label={texts.ended.choose}
            value={chosen}
            onChange={(event) => onMonth(event.target.value)}
          >
            {months.map((each) => (
              <option key={each} value={each}>
                {each.replace('-', '/')}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" size={1} />
        </label>
      </div>
      <Result amount={BigInt(totals?.realised ?? 0)} size="hero" />
      <dl className={month.parts}>
        <div>
          <dt>{texts.ended.gross}</dt>
          <dd>{amount(formatMoney(totals?.gross, { plus: true }))}</dd>
        </div>
        <div>
          <dt>{texts.ended.costs}</dt>
          <dd>{amount(costText(BigInt(totals?.costs ?? 0)))}</dd>
        </div>
        <div>
          <dt>{texts.ended.interest}</dt>
          <dd>{amount(costText(BigInt(totals?.interest ?? 0)))}</dd>
        </div>
      </dl>
    </Card>
  )
}
