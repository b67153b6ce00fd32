import { formatMoney, formatPrice } from '@fairlot/money'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { DetailHead, DetailPart, Facts } from '#kit/Detail.tsx'
import { useAddress } from '#kit/use-address.ts'
import { momentText } from '#shell/format.ts'
import { type BoardRow, percentOf } from './board.ts'
import { creditTexts } from './texts/index.ts'
import styles from './Credit.module.css'

/** The terms of one loan or limit increase, its pledge and its call, and the way to its review. */
export function CreditDetail({ row }: { readonly row: BoardRow }) {
  const all = creditTexts.use()
  const texts = all.detail
  const { toReview } = useAddress()
  const { reviewId, call } = row
  return (
    <>
      <DetailHead
        meta={row.number}
        title={row.account}
        sub={`${row.termDays === null ? all.increase : all.loan(row.termDays)} · ${formatMoney(row.amount)}`}
      />
      <DetailPart title={texts.terms}>
        <Facts
          items={[
            { key: 'sent', label: texts.sent, value: momentText(row.sentAt) },
            ...(row.aprPpm === null
              ? []
              : [
                  { key: 'rate', label: texts.rate, value: percentOf(Math.round(row.aprPpm / 100)) },
                  { key: 'due', label: texts.due, value: row.dueOn ?? '—' },
                  { key: 'owed', label: texts.owed, value: formatMoney(row.owed) },
                  { key: 'ratio', label: all.ratioOf, value: percentOf(row.ratioBp) },
                ]),
            ...row.pledges.map(({ symbol, shares, price }) => ({
              key: `pledge ${symbol}`,
              label: all.pledge,
              value: `${symbol} ${shares} × ${formatPrice(BigInt(price))}`,
            })),
            { key: 'score', label: all.score, value: row.score },
          ]}
        />
        <p className={styles.note}>{texts.scoreNote}</p>
        {reviewId === null ? null : (
          <ConsoleButton
            kind="text"
            small
            flush
            onPress={() => toReview(row.kind === 'loan' ? 'credit-loan' : 'credit-increase', reviewId)}
          >
            {texts.review(row.number)}
          </ConsoleButton>
        )}
      </DetailPart>
      {call === null ? null : (
        <DetailPart title={texts.call}>
          <Facts
            items={[
              { key: 'deadline', label: texts.deadline, value: momentText(call.deadline) },
              { key: 'asks', label: texts.asks, value: formatMoney(call.amount) },
            ]}
          />
        </DetailPart>
      )}
    </>
  )
}
