import { Card } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { useDay } from '#shell/format.ts'
import { withdrawalsTexts } from './texts/index.ts'
import type { Offer } from './withdrawal-limits.ts'
import styles from './Withdrawals.module.css'

/**
 * The member's money that cannot be withdrawn yet, by settlement day, what is owed, and what an open margin call
 * requires.
 */
export const UnsettledCash = ({ offer }: { readonly offer: Offer }) => {
  const texts = withdrawalsTexts.use().settling
  const day = useDay()
  if (offer.settling.length === 0 && offer.owed === '0' && offer.called === '0') return null
  return (
    <Card pad as="section">
      <h2 className={styles.heading}>{texts.title}</h2>
      <dl className={styles.settling}>
        {offer.settling.map(({ on, amount }) => (
          <div key={on}>
            <dt>{texts.on(day(on))}</dt>
            <dd>{formatMoney(amount, { plus: true })}</dd>
          </div>
        ))}
        {offer.owed === '0' ? null : (
          <div>
            <dt>{texts.owed}</dt>
            <dd>{formatMoney(-BigInt(offer.owed))}</dd>
          </div>
        )}
        {offer.called === '0' ? null : (
          <div>
            <dt>{texts.called}</dt>
            <dd>{formatMoney(-BigInt(offer.called))}</dd>
          </div>
        )}
      </dl>
    </Card>
  )
}
