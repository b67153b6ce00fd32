// What a loan costs in full.

import { Card, KeyValues } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { costOf } from '@fairlot/rules/credit'
import { creditTexts } from './texts/index.ts'
import { cash, type Overview, rateText, shortDay, whole } from './use-credit.ts'
import styles from './Credit.module.css'

export interface Wanted {
  readonly amount: bigint
  readonly termDays: number
  readonly chosen: Overview['holdings']
  readonly dueOn: string
  readonly aprPpm: number
}

export const Cost = ({ wanted: { amount, aprPpm, termDays, dueOn } }: { readonly wanted: Wanted }) => {
  const texts = creditTexts.use().form
  const { interest, daily, fees, total } = costOf(amount, aprPpm, termDays)
  return (
    <Card as="section" className={styles.card}>
      <KeyValues
        items={[
          { key: 'rate', label: texts.rate, value: rateText(aprPpm) },
          {
            key: 'interest',
            label: (
              <>
                {texts.interest}{' '}
                <span className={styles.small}>{texts.sum(whole(amount), rateText(aprPpm), termDays)}</span>
              </>
            ),
            value: formatMoney(interest),
          },
          { key: 'fees', label: texts.fees, value: formatMoney(fees) },
          { key: 'total', label: texts.total(shortDay(dueOn)), value: cash(total), sum: true },
        ]}
      />
      <p className={styles.between}>
        <span className={styles.small}>{texts.daily(formatMoney(daily))}</span>
        <span className={styles.small}>{texts.apr(rateText(aprPpm))}</span>
      </p>
    </Card>
  )
}
