import { formatMoney } from '@fairlot/money'
import { formatRate } from '@fairlot/rules/currency-exchange'
import { type ConsoleColumn, ConsoleTable } from '#kit/ConsoleTable.tsx'
import { Moment } from '#kit/Moment.tsx'
import { PageNote } from '#kit/PageNote.tsx'
import type { Board } from './board.ts'
import { currencyExchangeTexts } from './texts/index.ts'
import type { CurrencyExchangeTexts } from './texts/tw.ts'
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
        columns={columnsOf(texts)}
        empty={<PageNote>{texts.none}</PageNote>}
      />
    </section>
  )
}

const columnsOf = (
  texts: CurrencyExchangeTexts['deals'],
): readonly ConsoleColumn<Board['deals'][number]>[] => [
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
]
