// The result of all positions, following every price, and the values of longs and shorts.

import { formatMoney } from '@fairlot/money'
import { type Account, HowButton } from '#features/figures'
import { useRowsNow } from '#features/market-data'
import { useHideAmounts } from '#shell/appearance.ts'
import { resultAt, type Ground, type PositionRow } from '../figures.ts'
import { Result } from '../Result.tsx'
import { positionsTexts } from '../texts/index.ts'
import { Percent } from './PositionCard.tsx'
import styles from './Total.module.css'

interface Props {
  readonly account: Account
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
  const long = isComplete ? sum('long') : BigInt(account.terms.marketValue)
  const short = isComplete ? sum('short') : -BigInt(account.parts.borrowedShares)
  const result = isComplete
    ? priced.reduce((total, { row, last }) => total + (resultAt(row, last, ground) ?? 0n), 0n)
    : BigInt(account.unrealised)
  const margin = isComplete
    ? positions.reduce((total, row) => total + BigInt(row.margin), 0n)
    : BigInt(account.margin)
  const amount = (value: bigint) => (hidden ? '••••' : formatMoney(value))
  return (
    <section className={styles.total} aria-label={texts.unrealised}>
      <div className={styles.head}>
        <h2 className={styles.label}>{texts.unrealised}</h2>
        <HowButton name="unrealised" account={account} />
      </div>
      <p className={styles.figure}>
        <span data-figure="unrealised">
          <Result amount={result} size="hero" />
        </span>
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
