import { formatMoney } from '@fairlot/money'
import { cx } from '@fairlot/ui'
import { signOf } from '#shell/amounts.ts'
import { useHideAmounts } from '#shell/appearance.ts'
import { FigureAmount } from './FigureAmount.tsx'
import { figuresTexts } from './texts/index.ts'
import type { Account } from './use-figures.ts'
import styles from './Figures.module.css'

/** The profit of the day with its percentage, and below it realised, unrealised and rebates apart. */
export const DayResult = ({ account: { day } }: { readonly account: Account }) => {
  const texts = figuresTexts.use()
  const hidden = useHideAmounts()
  const tone = signOf(day.profit)
  return (
    <dl className={styles.day}>
      <div>
        <dt>{texts.today}</dt>
        <dd>
          <b>
            <FigureAmount name="dayProfit" amount={day.profit} result />
          </b>{' '}
          {day.profitBp === null || hidden ? null : (
            <span className={cx('num', tone !== 'flat' && styles[tone])} data-figure="dayProfitBp">
              {formatMoney(BigInt(day.profitBp), { plus: true })}%
            </span>
          )}
        </dd>
      </div>
      <div className={styles.small}>
        <dt>{texts.realised}</dt>
        <dd>
          <FigureAmount name="dayRealised" amount={day.realised} result />
        </dd>
      </div>
      <div className={styles.small}>
        <dt>{texts.unrealisedToday}</dt>
        <dd>
          <FigureAmount name="dayUnrealised" amount={day.unrealised} result />
        </dd>
      </div>
      {day.currency === '0' ? null : (
        <div className={styles.small}>
          <dt>{texts.currency}</dt>
          <dd>
            <FigureAmount name="dayCurrency" amount={day.currency} result />
          </dd>
        </div>
      )}
      {day.rebates === '0' ? null : (
        <div className={styles.small}>
          <dt>{texts.rebates}</dt>
          <dd>
            <FigureAmount name="dayRebates" amount={day.rebates} result />
          </dd>
        </div>
      )}
    </dl>
  )
}
