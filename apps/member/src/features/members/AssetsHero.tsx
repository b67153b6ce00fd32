// The member's total as the large number of the home screen, with today's result and the available amount.

import { Delayed, IconButton, Money, Skeleton } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { DayResult, FigureAmount, HowButton, useFigures } from '#features/figures'
import { CurveStrip } from '#features/positions'
import { setHideAmounts, useHideAmounts } from '#shell/appearance.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { membersTexts } from './texts/index.ts'
import styles from './AssetsHero.module.css'

export const AssetsHero = () => {
  const texts = membersTexts.use()
  const { loading, simulated } = shellTexts.use()
  const hidden = useHideAmounts()
  const { data, isError } = useFigures()
  if (data === undefined)
    return isError ? null : (
      <div role="status" aria-label={loading} className={styles.hero}>
        <Delayed>
          <Skeleton width="13rem" height="2rem" />
        </Delayed>
      </div>
    )
  return (
    <section className={styles.hero} aria-label={texts.total}>
      <div className={styles.label}>
        {texts.total}
        {data.simulated ? <span className={styles.paper}>{simulated.money}</span> : null}
        <IconButton
          name={hidden ? 'eye-off' : 'eye'}
          label={hidden ? texts.show : texts.hide}
          size={1.125}
          onPress={() => setHideAmounts(!hidden)}
        />
        <span className={styles.how}>
          <HowButton name="total" account={data} />
        </span>
      </div>
      <span data-figure="total">
        <Money symbol="NT$" text={formatMoney(data.total)} size="display" hidden={hidden} />
      </span>
      <DayResult account={data} />
      <dl className={styles.figures}>
        <div>
          <dt>{texts.available}</dt>
          <dd>
            <FigureAmount name="available" amount={data.terms.available} />
          </dd>
        </div>
      </dl>
      <CurveStrip account={data} />
    </section>
  )
}
