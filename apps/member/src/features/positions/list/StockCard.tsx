// All positions of one stock in one direction: average cost, value, result, its parts, and the two next steps.

import { Button, Card, cx, Icon, Link, LinkButton } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { directionOf, priceText, useRow } from '#features/market-data'
import { ticketPath } from '#features/orders'
import { useHideAmounts } from '#shell/appearance.ts'
import { useMoment } from '#shell/format.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { lotsText, resultAt, type Ground, type PositionRow } from '../figures.ts'
import { Result } from '../Result.tsx'
import { Subject } from '../Subject.tsx'
import { positionsTexts } from '../texts/index.ts'
import { useLock } from '../use-lock.ts'
import type { StockGroup } from './by-stock.ts'
import { Percent } from './PositionCard.tsx'
import { useClosable } from './use-closable.ts'
import cards from './Cards.module.css'
import styles from './StockCard.module.css'

interface Props {
  readonly group: StockGroup
  readonly ground: Ground | undefined
  /** With the positions that can be closed now. */
  readonly onClose: (rows: readonly PositionRow[]) => void
}

export const StockCard = ({ group, ground, onClose }: Props) => {
  const texts = positionsTexts.use().byStock
  const language = useLanguage()
  const hidden = useHideAmounts()
  const { rows, symbol, direction, shares, average, margin } = group
  const [first] = rows as readonly [PositionRow, ...PositionRow[]]
  const live = useRow(symbol)
  const last = live?.last ?? first.last
  const results = rows.map((row) => resultAt(row, last, ground))
  const result = results.some((one) => one === null)
    ? null
    : results.reduce<bigint>((sum, one) => sum + (one ?? 0n), 0n)
  const tone = last === null || live === undefined ? 'flat' : directionOf(last, live.reference)
  const closable = useClosable(rows, ground)
  const free = closable.reduce((sum, row) => sum + row.shares - row.closing, 0)
  const amount = (value: bigint) => (hidden ? '••••' : formatMoney(value))
  return (
    <Card className={cards.card}>
      <div className={cards.main}>
        <span className={cards.left}>
          <Subject {...first} names={first} />
          <span className={cards.line}>
            {lotsText(shares, language)}
            <i className={cards.bar} />
            {texts.average(priceText(average))}
            <Icon name="chevron" size={0.75} weight={2} />
            <b className={tone === 'flat' ? undefined : cards[tone]}>{priceText(last)}</b>
          </span>
        </span>
        <span className={cards.right}>
          <Result amount={result} size="row" />
          <Percent part={result} whole={margin} />
        </span>
      </div>
      <p className={styles.sums}>
        <span>{texts.value(amount(BigInt(last ?? average) * BigInt(shares)))}</span>
        <span>{texts.own[direction](amount(margin))}</span>
      </p>
      <ul className={styles.parts}>
        {rows.map((row) => (
          <Part key={row.positionId} row={row} ground={ground} />
        ))}
      </ul>
      <div className={styles.buttons}>
        <LinkButton kind="quiet" small href={ticketPath(symbol, { side: direction })}>
          {texts.add}
        </LinkButton>
        <Button kind="quiet" small disabled={free <= 0} onPress={() => onClose(closable)}>
          {free >= shares || free <= 0 ? texts.closeAll : texts.closeSome(lotsText(free, language))}
        </Button>
      </div>
    </Card>
  )
}

const Part = ({ row, ground }: { readonly row: PositionRow; readonly ground: Ground | undefined }) => {
  const texts = positionsTexts.use()
  const language = useLanguage()
  const moment = useMoment()
  const lock = useLock(row, ground)
  return (
    <li>
      <Link className={styles.part} href={`/position/positionDetail?id=${row.positionId}`}>
        <span>
          <b>
            {lotsText(row.shares, language)} × {priceText(row.price)}
          </b>
          <small>{moment(row.openedAt)}</small>
        </span>
        {lock === undefined ? (
          <small>
            {row.closing > 0 ? texts.closing(lotsText(row.closing, language)) : texts.byStock.closable}
          </small>
        ) : (
          <small className={cx(cards.locked, styles.locked)}>
            {lock.text}
            <Icon name="lock" size={0.9375} />
          </small>
        )}
      </Link>
    </li>
  )
}
