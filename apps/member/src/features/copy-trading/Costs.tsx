// What copying costs, and what is held for it.

import { formatMoney } from '@fairlot/money'
import { brokerage } from '@fairlot/rules/orders'
import { CostLines, rateText } from '#features/orders'
import { useHideAmounts } from '#shell/appearance.ts'
import { cash, partOf, type Terms } from './copy.ts'
import { copyTradingTexts } from './texts/index.ts'
import styles from './CopyTrading.module.css'

interface CostsProps {
  readonly terms: Terms
  readonly amount: bigint
  readonly stockShareBp: number
}

/** What buying and selling the largest part of one stock costs, with the minimum of odd lots. */
export const Costs = ({ terms, amount, stockShareBp }: CostsProps) => {
  const texts = copyTradingTexts.use().start
  const value = partOf(amount, stockShareBp)
  const fee = brokerage(terms, value, 1)
  const tax = ((value * BigInt(terms.tax)) / 1_000_000n / 100n) * 100n
  return (
    <CostLines
      lines={[
        {
          key: 'rates',
          label: texts.fee(rateText(terms.brokerage), rateText(terms.tax)),
          value: texts.asCharged,
        },
        { key: 'performance', label: texts.perfFee, value: formatMoney(0n) },
        {
          key: 'trip',
          label: texts.trip(formatMoney(value)),
          how: [fee, fee, tax].map((part) => (part / 100n).toLocaleString('en-US')).join(' + '),
          value: formatMoney(fee + fee + tax),
        },
        { key: 'held', label: texts.held, value: cash(amount), sum: true },
      ]}
    />
  )
}

/** The part of the available money that the copy would hold. */
export const Funds = ({ available, held }: { readonly available: bigint; readonly held: bigint }) => {
  const texts = copyTradingTexts.use().start
  const hidden = useHideAmounts()
  const isShort = held > available
  const percent = available <= 0n || isShort ? 100 : Number((held * 100n) / available)
  return (
    <div>
      <div className={styles.bar} aria-hidden="true">
        <i style={{ inlineSize: `${percent}%` }} data-short={isShort || undefined} />
      </div>
      <p className={styles.line}>
        <span className={styles.small}>{texts.samePrice}</span>
        <span className={styles.small}>
          {isShort
            ? texts.short(cash(held - available))
            : texts.after(hidden ? '••••' : formatMoney(available - held))}
        </span>
      </p>
    </div>
  )
}
