// What secures the loan or the lent shares: own part and loan as one bar, the rate, the ratio, the call price.

import { Card, LoanBar, PriceRuler, Section } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { interest } from '@fairlot/rules/orders'
import { useFigures } from '#features/figures'
import { CostLines, rateText, type CostLine } from '#features/orders'
import { priceText } from '#features/market-data'
import { limitText, ratioText, type Ground, type PositionRow } from '../figures.ts'
import { detailTexts } from './texts/index.ts'
import styles from './PositionScreen.module.css'

interface Props {
  readonly row: PositionRow
  readonly last: number | null
  readonly ground: Ground | undefined
}

export const Secured = ({ row, last, ground }: Props) => {
  const texts = detailTexts.use().margin
  const { data: account } = useFigures()
  const isLong = row.direction === 'long'
  const loan = BigInt(row.loan)
  const margin = BigInt(row.margin)
  const proceeds = BigInt(row.collateral) - margin
  const ratioBp = account?.ratioBp ?? null
  const lines: CostLine[] = []
  if (isLong && ground !== undefined)
    lines.push(
      {
        key: 'rate',
        label: texts.rate,
        how: texts.perDay(formatMoney(interest(ground.terms, loan, 1))),
        value: rateText(ground.terms.interestApr),
      },
      { key: 'interest', label: texts.interest, value: formatMoney(row.interest) },
    )
  if (ratioBp !== null) lines.push({ key: 'ratio', label: texts.ratio, value: ratioText(ratioBp) })
  lines.push({
    key: 'call',
    label: texts.call,
    how: texts.callHow,
    value: row.callPrice === null ? texts.callNone : priceText(row.callPrice),
  })
  return (
    <Section title={isLong ? texts.title : texts.titleShort} small>
      <Card pad className={styles.secured}>
        {isLong ? (
          <LoanBar
            kind="loan"
            label={texts.bar(formatMoney(margin), formatMoney(loan))}
            left={{ label: texts.own, text: formatMoney(margin), size: Number(margin) }}
            right={{ label: texts.loan, text: formatMoney(loan), size: Number(loan) }}
          />
        ) : (
          <LoanBar
            kind="collateral"
            label={texts.shortBar(formatMoney(proceeds), formatMoney(margin))}
            left={{ label: texts.proceeds, text: formatMoney(proceeds), size: Number(proceeds) }}
            right={{ label: texts.deposit, text: formatMoney(margin), size: Number(margin) }}
          />
        )}
        {row.callPrice === null || last === null || ground === undefined || ratioBp === null ? null : (
          <PriceRuler
            label={texts.ruler(priceText(row.callPrice), priceText(last))}
            call={{
              text: texts.callMark(priceText(row.callPrice)),
              below: limitText(ground.terms.callRatio),
            }}
            callSide={isLong ? 'left' : 'right'}
            order={{ text: texts.nowMark(priceText(last)), below: texts.ratioMark(ratioText(ratioBp)) }}
            distance={distanceText(row.callPrice, last, isLong ? texts.mayFall : texts.mayRise)}
          />
        )}
        <CostLines lines={lines} />
      </Card>
    </Section>
  )
}

/** How far the price can still move, in percent with one decimal, cut: never more than there is. */
const distanceText = (call: number, last: number, format: (percent: string) => string): string => {
  const tenths = Math.max(0, Math.floor((Math.abs(last - call) / last) * 1_000))
  return format(`${Math.floor(tenths / 10)}.${tenths % 10}%`)
}
