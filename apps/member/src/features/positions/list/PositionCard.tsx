// One position: what it is, its price, its result after costs, and the close button.

import { Button, Card, cx, Icon, Link, LinkButton, StatusChip } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { useId } from 'react'
import { directionOf, priceText, shortNameIn, useRow } from '#features/market-data'
import { useHideAmounts } from '#shell/appearance.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { grossAt, lotsText, resultAt, shareText, toneOf, type Ground, type PositionRow } from '../figures.ts'
import { Result } from '../Result.tsx'
import { Subject } from '../Subject.tsx'
import { positionsTexts } from '../texts/index.ts'
import { conditionsPath, useConditionShares } from '../use-conditions.ts'
import { useLock } from '../use-lock.ts'
import styles from './Cards.module.css'

interface Props {
  readonly row: PositionRow
  readonly ground: Ground | undefined
  readonly onClose: (row: PositionRow) => void
}

export const PositionCard = ({ row, ground, onClose }: Props) => {
  const texts = positionsTexts.use()
  const language = useLanguage()
  const live = useRow(row.symbol)
  const lock = useLock(row, ground)
  const noteId = useId()
  const last = live?.last ?? row.last
  const result = resultAt(row, last, ground)
  const direction = last === null || live === undefined ? 'flat' : directionOf(last, live.reference)
  const free = row.shares - row.closing
  const waiting = Math.min(row.closing, useConditionShares(row.positionId))
  const ordered = row.closing - waiting
  return (
    <Card className={styles.card}>
      <Link href={`/position/positionDetail?id=${row.positionId}`} className={styles.main}>
        <span className={styles.left}>
          <Subject {...row} names={row} />
          <span className={styles.line}>
            {lotsText(row.shares, language)}
            <i className={styles.bar} />
            {priceText(row.price)}
            <Icon name="chevron" size={0.75} weight={2} />
            <b className={direction === 'flat' ? undefined : styles[direction]}>{priceText(last)}</b>
          </span>
        </span>
        <span className={styles.right}>
          <Result amount={result} size="row" />
          <Percent part={result} whole={BigInt(row.margin)} />
        </span>
      </Link>
      <div className={styles.foot}>
        {lock === undefined ? (
          <FootNote row={row} last={last} result={result} />
        ) : (
          <span id={noteId} className={cx(styles.small, styles.locked)}>
            <Icon name="lock" size={0.9375} />
            {lock.text}
          </span>
        )}
        {waiting > 0 ? <StatusChip tone="brand">{texts.conditionSet}</StatusChip> : null}
        {ordered > 0 ? (
          <StatusChip tone="brand">{texts.closing(lotsText(ordered, language))}</StatusChip>
        ) : null}
        {free > 0 ? (
          <Button
            kind="quiet"
            small
            disabled={lock !== undefined}
            aria-describedby={lock === undefined ? undefined : noteId}
            onPress={() => onClose(row)}
          >
            {texts.close}
            <span className="visually-hidden">{shortNameIn(language, row)}</span>
          </Button>
        ) : waiting > 0 ? (
          <LinkButton kind="quiet" small href={conditionsPath}>
            {texts.order.change}
            <span className="visually-hidden">
              {texts.conditionSet} {shortNameIn(language, row)}
            </span>
          </LinkButton>
        ) : null}
      </div>
    </Card>
  )
}

export const Percent = ({ part, whole }: { readonly part: bigint | null; readonly whole: bigint }) => {
  const text = part === null ? null : shareText(part, whole)
  const tone = toneOf(part)
  return text === null ? null : (
    <span className={cx(styles.percent, tone !== 'flat' && styles[tone])}>{text}</span>
  )
}

interface FootNoteProps {
  readonly row: PositionRow
  readonly last: number | null
  readonly result: bigint | null
}

/** The member's own money in it; or a note when the costs have used up the price gain. */
const FootNote = ({ row, last, result }: FootNoteProps) => {
  const texts = positionsTexts.use()
  const hidden = useHideAmounts()
  if (last === null) return <span className={styles.small}>{texts.noPrice}</span>
  const gross = grossAt(row, last)
  const isEaten = !hidden && gross > 0n && result !== null && result < 0n
  return (
    <span className={styles.small}>
      {isEaten
        ? texts.gone(formatMoney(gross, { plus: true }))
        : `${texts.margin} ${hidden ? '••••' : formatMoney(row.margin)}`}
    </span>
  )
}
