// A conditional order that waits to close a position: its trigger, its expiry, and the buttons to change and to cancel it. While a leg of it is
// in the book it can only be cancelled.

import { Button, Card, Link, StatusChip } from '@fairlot/ui'
import { Suspense, useState } from 'react'
import { priceText } from '#features/market-data'
import { refresh } from '#shell/data.ts'
import { useDay } from '#shell/format.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { lotsText, type ExitRow } from '../figures.ts'
import { Subject } from '../Subject.tsx'
import { positionsTexts } from '../texts/index.ts'
import type { PositionsTexts } from '../texts/tw.ts'
import { CancelCondition } from './CancelCondition.tsx'
import { ChangeCondition } from './ChangeCondition.tsx'
import styles from './Cards.module.css'

/** 停利 230.00 或 停損 205.00 */
const conditionText = (row: ExitRow, texts: PositionsTexts['conditional']): string =>
  [
    row.takeProfit?.price == null ? undefined : texts.takeAt(priceText(row.takeProfit.price)),
    row.stop?.distance != null
      ? texts.trailing(priceText(row.stop.distance))
      : row.stop?.trigger == null
        ? undefined
        : texts.stopAt(priceText(row.stop.trigger)),
  ]
    .filter((part) => part !== undefined)
    .join(` ${texts.or} `)

interface Props {
  readonly row: ExitRow
  readonly names: { readonly nameTw: string; readonly nameEn: string } | undefined
}

export const ConditionalCard = ({ row, names }: Props) => {
  const { conditional: texts, order } = positionsTexts.use()
  const language = useLanguage()
  const day = useDay()
  const [asking, setAsking] = useState(false)
  const [changing, setChanging] = useState(false)
  return (
    <Card className={styles.card}>
      <Link href={`/position/positionDetail?id=${row.positionId}`} className={styles.main}>
        <span className={styles.left}>
          <Subject symbol={row.symbol} names={names} direction="long" multiple={100} tag={texts.tag} />
          <span className={styles.line}>
            {order.side[row.side]} {lotsText(row.quantity, language)}
          </span>
          <span className={styles.line}>{conditionText(row, texts)}</span>
        </span>
        <StatusChip tone="brand">{texts.waiting}</StatusChip>
      </Link>
      <div className={styles.foot}>
        <span className={styles.small}>
          {texts.until(day(row.expiresOn))} · {texts.kinds[row.kind]}
        </span>
        {row.orderId !== null ? null : (
          <Button kind="quiet" small onPress={() => setChanging(true)}>
            {order.change}
            <span className="visually-hidden">{row.symbol}</span>
          </Button>
        )}
        <Button kind="quiet" small onPress={() => setAsking(true)}>
          {order.cancel}
          <span className="visually-hidden">{row.symbol}</span>
        </Button>
      </div>
      <Suspense>
        {changing ? <ChangeCondition row={row} onClose={() => setChanging(false)} /> : null}
      </Suspense>
      <CancelCondition
        conditionalId={row.conditionalId}
        open={asking}
        onClose={() => setAsking(false)}
        refresh={() =>
          refresh('/orders/listConditional', '/positions/listPositions', '/positions/readPosition')
        }
      >
        {texts.askText}
      </CancelCondition>
    </Card>
  )
}
