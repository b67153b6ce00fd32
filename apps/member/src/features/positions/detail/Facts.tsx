import { Card, CopyButton, KeyValues, Section } from '@fairlot/ui'
import { displayId, formatMoney } from '@fairlot/money'
import { priceText } from '#features/market-data'
import { useHideAmounts } from '#shell/appearance.ts'
import { useRead } from '#shell/data.ts'
import { useDay, useMoment } from '#shell/format.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { shellTexts } from '#shell/texts/index.ts'
import { lotsText, multipleText, type PositionRow } from '../figures.ts'
import { positionsTexts } from '../texts/index.ts'
import { detailTexts } from './texts/index.ts'
import styles from './PositionScreen.module.css'

interface Props {
  readonly row: PositionRow
  readonly last: number | null
  /** Why it cannot be closed yet. */
  readonly lock: string | undefined
}

export const Facts = ({ row, last, lock }: Props) => {
  const { facts, fact: texts } = detailTexts.use()
  const shared = positionsTexts.use()
  const { copy } = shellTexts.use()
  const language = useLanguage()
  const moment = useMoment()
  const day = useDay()
  const amount = useAmount()
  const stateFacts = useStateFacts({ row, last, lock })
  // The opening order has the same id.
  const { data } = useRead(
    '/orders/readOrder',
    { orderId: row.positionId },
    { quiet: true, staleTime: 60_000 },
  )
  // New shares and won lots are paid when they arrive: no trade settles.
  const isDelivered = row.origin === 'subscription' || row.origin === 'auction'
  const kind = data && texts.priceKinds[data.order.price === null ? 'market' : 'limit']
  return (
    <Section title={facts} small>
      <Card pad>
        <KeyValues
          items={[
            {
              key: 'id',
              label: texts.id,
              value: (
                <span className={styles.id}>
                  <span className="mono">{displayId(row.positionId)}</span>
                  <CopyButton kind="icon" text={row.positionId} texts={copy} />
                </span>
              ),
            },
            {
              key: 'side',
              label: texts.side,
              value: `${shared.direction[row.direction]} ${shared.times(multipleText(row.multiple))}`,
            },
            { key: 'openedAt', label: texts.openedAt[row.direction], value: moment(row.openedAt) },
            {
              key: 'price',
              label: texts.price[row.direction],
              value: kind === undefined ? priceText(row.price) : texts.priceOf(priceText(row.price), kind),
            },
            { key: 'cost', label: texts.cost, value: amount(row.openedValue) },
            ...(row.closePrice === null
              ? []
              : [
                  {
                    key: 'closePrice',
                    label: texts.closePrice[row.direction],
                    value: priceText(row.closePrice),
                  },
                ]),
            {
              key: 'quantity',
              label: texts.quantity,
              value: texts.quantityOf(lotsText(row.shares, language), lotsText(row.openedShares, language)),
            },
            ...stateFacts,
            {
              key: 'settles',
              label: texts.settles,
              value: isDelivered ? day(row.settlesOn) : texts.settlesHow(day(row.settlesOn)),
            },
            ...(row.dayTrade ? [{ key: 'dayTrade', label: texts.dayTrade, value: texts.dayTradeYes }] : []),
          ]}
        />
      </Card>
    </Section>
  )
}

const useAmount = () => {
  const hidden = useHideAmounts()
  return (value: string | bigint) => (hidden ? '••••' : formatMoney(value, { symbol: true }))
}

/** The worth of an open position and when it can be closed, or when it was closed. */
const useStateFacts = ({ row, last, lock }: Props) => {
  const { fact: texts } = detailTexts.use()
  const moment = useMoment()
  const amount = useAmount()
  if (row.state === 'closed')
    return row.closedAt === null
      ? []
      : [{ key: 'closedAt', label: texts.closedAt[row.direction], value: moment(row.closedAt) }]
  return [
    { key: 'margin', label: texts.margin[row.direction], value: amount(row.margin) },
    ...(last === null
      ? []
      : [{ key: 'value', label: texts.value, value: amount(BigInt(last) * BigInt(row.shares)) }]),
    { key: 'sellable', label: texts.sellable, value: lock ?? texts.sellableNow },
  ]
}
