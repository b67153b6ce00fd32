// The member's total as the large number of the home screen, with the available amount beside it.

import { Delayed, IconButton, Money, Skeleton } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { signOf } from '#shell/amounts.ts'
import { setHideAmounts, useHideAmounts } from '#shell/appearance.ts'
import { useRead } from '#shell/data.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { membersTexts } from './texts/index.ts'
import styles from './AssetsHero.module.css'

export const AssetsHero = () => {
  const texts = membersTexts.use()
  const { loading, simulated } = shellTexts.use()
  const hidden = useHideAmounts()
  const { data, isError } = useRead('/members/assets', {}, { quiet: true })
  if (data === undefined)
    return isError ? null : (
      <div role="status" aria-label={loading} className={styles.hero}>
        <Delayed>
          <Skeleton width="13rem" height="2rem" />
        </Delayed>
      </div>
    )
  const tone = signOf(data.profit)
  return (
    <section className={styles.hero} aria-label={texts.total}>
      <p className={styles.label}>
        {texts.total}
        {data.simulated ? <span className={styles.paper}>{simulated.money}</span> : null}
        <IconButton
          name={hidden ? 'eye-off' : 'eye'}
          label={hidden ? texts.show : texts.hide}
          size={1.125}
          onPress={() => setHideAmounts(!hidden)}
        />
      </p>
      <Money symbol="NT$" text={formatMoney(data.total)} size="display" hidden={hidden} />
      <dl className={styles.figures}>
        <div>
          <dt>{texts.profit}</dt>
          <dd className={hidden || tone === 'flat' ? undefined : styles[tone]}>
            {hidden ? '••••' : formatMoney(data.profit, { plus: true })}
          </dd>
        </div>
        <div>
          <dt>{texts.available}</dt>
          <dd>{hidden ? '••••' : formatMoney(data.available)}</dd>
        </div>
      </dl>
    </section>
  )
}
