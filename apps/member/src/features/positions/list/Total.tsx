// The result of all positions, following every price, and the values of longs and shorts.

import { formatMoney } from '@fairlot/money'
import type { DataOf } from '@fairlot/contract'
import { useRowsNow } from '#features/market-data'
import { useHideAmounts } from '#shell/appearance.ts'
import { resultAt, type Ground, type PositionRow } from '../figures.ts'
import { Result } from '../Result.tsx'
import { positionsTexts } from '../texts/index.ts'
import { Percent } from './PositionCard.tsx'
import styles from './Total.module.css'

interface Props {
  readonly account: DataOf<'/positions/account'>
  /** All of them, or only the first pages; then the server's figures are shown. */
  readonly positions: readonly PositionRow[]
  readonly isComplete: boolean
  readonly ground: Ground | undefined
}

export const Total = ({ account, positions, isComplete, ground }: Props) => {
  const texts = positionsTexts.use()
  const hidden = useHideAmounts()
  const live = useRowsNow(positions.map(({ symbol }) => symbol))
  const priced = positions.map((row, at) => ({ row, last: live[at]?.last ?? row.last }))
  const sum = (direction: 'long' | 'short') =>
    priced
      .filter(({ row }) => row.direction === direction)
      .reduce((total, { row, last }) => total + BigInt(last ?? row.price) * BigInt(row.shares), 0n)
  const long = isComplete ? sum('long') : BigInt(account.longValue)
  const short = isComplete ? sum('short') : BigInt(account.shortValue)
  const result = isComplete
    ? priced.reduce((total, { row, last }) => total + (resultAt(row, last, ground) ?? 0n), 0n)
    : BigInt(account.unrealised)
  const margin = isComplete
    ? positions.reduce((total, row) => total + BigInt(row.margin), 0n)
    : BigInt(account.margin)
  const amount = (value: bigint) => (hidden ? '••••' : formatMoney(value))
  return (
    <section className={styles.total} aria-label={texts.unrealised}>
      <h2 className={styles.label}>{texts.unrealised}</h2>
      <p className={styles.figure}>
        <Result amount={result} size="hero" />
        {hidden ? null : (
          <span className={styles.percent}>
            <Percent part={result} whole={margin} />
          </span>
        )}
      </p>
      <div className={styles.bar} role="img" aria-label={texts.exposure(amount(long), amount(short))}>
        {long > 0n ? <i className={styles.long} style={{ flexGrow: Number(long) }} /> : null}
        {short > 0n ? <i className={styles.short} style={{ flexGrow: Number(short) }} /> : null}
      </div>
      <dl className={styles.figures}>
        <Figure label={texts.longValue}>{amount(long)}</Figure>
        <Figure label={texts.margin}>{amount(margin)}</Figure>
        <Figure label={texts.shortValue}>{amount(short)}</Figure>
      </dl>
    </section>
  )
}

const Figure = ({ label, children }: { readonly label: string; readonly children: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
