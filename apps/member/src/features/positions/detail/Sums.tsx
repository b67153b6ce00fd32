// The result line by line: the gain or loss from the price, then every cost, then the net result.

import { Card } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { closingCosts } from '@fairlot/rules/positions'
import { CostLines, rateText, type CostLine } from '#features/orders'
import { priceText } from '#features/market-data'
import { costText, heldOf, resultAt, type Ground, type PositionRow } from '../figures.ts'
import { Result } from '../Result.tsx'
import { detailTexts } from './texts/index.ts'
import styles from './PositionScreen.module.css'

interface Props {
  readonly row: PositionRow
  readonly last: number | null
  readonly ground: Ground | undefined
}

export const Sums = ({ row, last, ground }: Props) => {
  const texts = detailTexts.use().sums
  const lines = row.state === 'closed' ? closedLines(row, texts) : openLines(row, last, ground, texts)
  return lines === null ? null : (
    <Card pad as="section" className={styles.card}>
      <CostLines lines={lines} />
    </Card>
  )
}

type Texts = ReturnType<typeof detailTexts.now>['sums']

const cost = (key: string, label: string, amount: bigint, how?: string): readonly CostLine[] =>
  amount === 0n ? [] : [{ key, label, value: costText(amount), ...(how === undefined ? {} : { how }) }]

/** For the whole position including closed parts, so that the last line is realised plus unrealised. */
const openLines = (
  row: PositionRow,
  last: number | null,
  ground: Ground | undefined,
  texts: Texts,
): readonly CostLine[] | null => {
  if (last === null || ground === undefined) return null
  const costs = closingCosts(ground.terms, heldOf(row, ground.today), last, row.kind, ground.today)
  const out = BigInt(row.closedValue) + BigInt(last) * BigInt(row.shares)
  const opened = BigInt(row.openedValue)
  const gross = row.direction === 'long' ? out - opened : opened - out
  const difference = row.direction === 'long' ? last - row.price : row.price - last
  const realised = BigInt(row.realised)
  const unrealised = resultAt(row, last, ground) ?? 0n
  const isWhole = row.shares === row.openedShares
  // An average price is rounded: where the product is not the sum, the two values are shown.
  const isExact = BigInt(difference) * BigInt(row.shares) === gross
  const [more, less] = row.direction === 'long' ? [out, opened] : [opened, out]
  const how = isExact
    ? texts.grossHow(priceText(Math.abs(difference)), row.shares.toLocaleString('en-US'))
    : `${formatMoney(more)} − ${formatMoney(less)}`
  return [
    {
      key: 'gross',
      label: texts.gross,
      ...(isWhole ? { how } : {}),
      value: <Result amount={gross} />,
    },
    ...cost('openFee', texts.openFee[row.direction], BigInt(row.openFee)),
    ...cost('openTax', texts.openTax, BigInt(row.openTax)),
    ...cost('borrowFee', texts.borrowFee, BigInt(row.borrowFee)),
    ...cost('closeFee', texts.closeFee[row.direction], BigInt(row.closeFee) + costs.fee, texts.estimate),
    ...cost('closeTax', texts.closeTax, BigInt(row.closeTax) + costs.tax, texts.estimate),
    ...cost(
      'interest',
      texts.interest,
      BigInt(row.interestPaid) + costs.interest,
      texts.interestHow(rateText(ground.terms.interestApr)),
    ),
    ...(realised === 0n && isWhole
      ? []
      : [{ key: 'already', label: texts.already, value: formatMoney(realised, { plus: true }) }]),
    { key: 'net', label: texts.net, value: <Result amount={realised + unrealised} />, sum: true },
  ]
}

const closedLines = (row: PositionRow, texts: Texts): readonly CostLine[] => {
  const opened = BigInt(row.openedValue)
  const out = BigInt(row.closedValue)
  return [
    {
      key: 'gross',
      label: texts.gross,
      value: <Result amount={row.direction === 'long' ? out - opened : opened - out} />,
    },
    ...cost('openFee', texts.openFee[row.direction], BigInt(row.openFee)),
    ...cost('openTax', texts.openTax, BigInt(row.openTax)),
    ...cost('borrowFee', texts.borrowFee, BigInt(row.borrowFee)),
    ...cost('closeFee', texts.closeFee[row.direction], BigInt(row.closeFee)),
    ...cost('closeTax', texts.closeTax, BigInt(row.closeTax)),
    ...cost('interest', texts.interest, BigInt(row.interestPaid)),
    { key: 'net', label: texts.netClosed, value: <Result amount={BigInt(row.realised)} />, sum: true },
  ]
}
