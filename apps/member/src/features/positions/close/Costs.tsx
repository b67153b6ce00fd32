// The result of the close, line by line, and the position before and after it.

import { formatMoney } from '@fairlot/money'
import { isDayTradeClose } from '@fairlot/rules/orders'
import { CostLines, rateText, type CostLine, type TicketSource } from '#features/orders'
import { priceText } from '#features/market-data'
import { useDay } from '#shell/format.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { costText, lotsText, type PositionRow } from '../figures.ts'
import { Result } from '../Result.tsx'
import type { TradingDay } from '../use-trading-day.ts'
import { previewOf, type CloseDraft } from './draft.ts'
import { closeTexts } from './texts/index.ts'
import type { CloseTexts } from './texts/tw.ts'
import styles from './CloseSheet.module.css'

interface Props {
  readonly row: PositionRow
  readonly draft: CloseDraft
  readonly source: TicketSource
  readonly day: TradingDay
}

export const Costs = (props: Props) => (
  <>
    <div className={styles.costs}>
      <CloseLines {...props} />
    </div>
    <BeforeAfter {...props} />
  </>
)

/** The lines alone, also for the confirmation. */
export const CloseLines = ({ row, draft, source, day }: Props) => {
  const texts = closeTexts.use()
  const dayText = useDay()
  const preview = previewOf(draft, row, source.facts, day)
  if (preview === null) return null
  const isLong = row.direction === 'long'
  const shares = draft.quantity.toLocaleString('en-US')
  const lines: CostLine[] = [
    {
      key: 'value',
      label: texts.value[row.direction],
      how: texts.valueHow(priceText(preview.price), shares),
      value: isLong ? formatMoney(preview.value) : costText(preview.value),
    },
  ]
  if (!isLong)
    lines.unshift({
      key: 'collateral',
      label: texts.collateral,
      how: texts.collateralHow,
      value: formatMoney(preview.collateral),
    })
  if (preview.loanRepaid > 0n)
    lines.push({ key: 'loan', label: texts.loan, value: costText(preview.loanRepaid) })
  if (preview.interest > 0n)
    lines.push({
      key: 'interest',
      label: texts.interest,
      how: texts.interestHow(rateText(source.facts.terms.interestApr)),
      value: costText(preview.interest),
    })
  lines.push({ key: 'fee', label: texts.fee, value: costText(preview.fee) })
  if (preview.tax > 0n)
    lines.push({
      key: 'tax',
      label: texts.tax,
      ...(isDayTradeClose(row, day.date) && row.kind === 'stock' ? { how: texts.taxHalf } : {}),
      value: costText(preview.tax),
    })
  lines.push({
    key: 'received',
    label: preview.received < 0n ? texts.owed : texts.received,
    how: preview.received < 0n ? undefined : texts.receivedOn(dayText(preview.receivedOn)),
    value: formatMoney(preview.received < 0n ? -preview.received : preview.received, { symbol: true }),
    sum: true,
  })
  return <CostLines lines={[...lines, ...holdLines(texts, preview.held, preview.heldPrice)]} />
}

const holdLines = (texts: CloseTexts, held: bigint | null, at: number | null): readonly CostLine[] =>
  held === null || held === 0n || at === null
    ? []
    : [{ key: 'held', label: texts.onHold, how: texts.onHoldHow(priceText(at)), value: formatMoney(held) }]

const BeforeAfter = ({ row, draft, source, day }: Props) => {
  const texts = closeTexts.use().table
  const language = useLanguage()
  const preview = previewOf(draft, row, source.facts, day)
  if (preview === null) return null
  const isLong = row.direction === 'long'
  const before = BigInt(isLong ? row.loan : row.collateral)
  const after = before - (isLong ? preview.loanRepaid : preview.collateral)
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{texts.caption}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{texts.now}</th>
          <th scope="col">{texts.after}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{texts.lots}</th>
          <td>{lotsText(row.shares, language)}</td>
          <td>
            <b>{lotsText(row.shares - draft.quantity, language)}</b>
          </td>
        </tr>
        {before > 0n ? (
          <tr>
            <th scope="row">{isLong ? texts.loan : texts.collateral}</th>
            <td>{formatMoney(before)}</td>
            <td>
              <b>{formatMoney(after)}</b>
            </td>
          </tr>
        ) : null}
        <tr>
          <th scope="row">{texts.result}</th>
          <td />
          <td>
            <Result amount={preview.result} />
          </td>
        </tr>
      </tbody>
    </table>
  )
}
