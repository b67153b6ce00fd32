import { formatMoney } from '@fairlot/money'
import { formatRate } from '@fairlot/rules/currency-exchange'
import { ConsoleTable } from '#kit/ConsoleTable.tsx'
import { Moment } from '#kit/Moment.tsx'
import type { Board } from './board.ts'
import { currencyExchangeTexts } from './texts/index.ts'
import styles from './Rates.module.css'

export function LatestDeals({ board: { deals } }: { readonly board: Board }) {
  const texts = currencyExchangeTexts.use().deals
  return (
    <section className={styles.deals}>
      <h2>
        {texts.label} <small>{texts.aside}</small>
      </h2>
      <ConsoleTable
        label={texts.label}
        rows={deals}
        keyOf={({ quoteId }) => quoteId}
        name={{ title: texts.member, of: ({ member }) => member.number }}
        columns={[
          { key: 'at', title: texts.at, cell: ({ dealtAt }) => <Moment at={dealtAt} /> },
          {
            key: 'paid',
            title: texts.paid,
            right: true,
            cell: ({ payAmount, pay }) => `${formatMoney(payAmount)} ${pay}`,
          },
          {
            key: 'got',
            title: texts.got,
            right: true,
            cell: ({ getAmount, get }) => `${formatMoney(getAmount)} ${get}`,
          },
          { key: 'rate', title: texts.rate, right: true, cell: ({ rate }) => formatRate(BigInt(rate)) },
          { key: 'over', title: texts.over, right: true, cell: ({ spread }) => formatMoney(spread) },
          { key: 'second', title: texts.second, right: true, wide: true, cell: ({ seconds }) => seconds },
        ]}
        empty={<p className={styles.note}>{texts.none}</p>}
      />
    </section>
  )
}
