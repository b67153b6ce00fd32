// An order that waits to open a position: its trigger, the order it becomes and the money on hold; once it has ended, how.

import { Button, Card, Link, StatusChip } from '@fairlot/ui'
import { Suspense, useState } from 'react'
import {
  dollarText,
  entryTexts,
  exitText,
  orderPath,
  ordersMoved,
  TicketSheet,
  type ChangedEntry,
} from '#features/orders'
import { priceText } from '#features/market-data'
import { refresh } from '#shell/data.ts'
import { useDay } from '#shell/format.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { lotsText, type ConditionalRow } from '../figures.ts'
import { Subject } from '../Subject.tsx'
import { positionsTexts } from '../texts/index.ts'
import { CancelCondition } from './CancelCondition.tsx'
import styles from './Cards.module.css'

type Names = { readonly nameTw: string; readonly nameEn: string } | undefined

export const isEntry = (row: ConditionalRow): row is ChangedEntry => row.entry !== null

export const EntryCard = ({ row, names }: { readonly row: ChangedEntry; readonly names: Names }) => {
  const { conditional: texts, order } = positionsTexts.use()
  const day = useDay()
  const [open, setOpen] = useState<'cancel' | 'change'>()
  const close = () => setOpen(undefined)
  return (
    <Card className={styles.card}>
      <div className={styles.main}>
        <EntryLines row={row} names={names} />
        <StatusChip tone="brand">{texts.waiting}</StatusChip>
      </div>
      <div className={styles.foot}>
        <span className={styles.small}>
          {texts.held(dollarText(BigInt(row.held)))} · {texts.until(day(row.expiresOn))}
        </span>
        <Button kind="quiet" small onPress={() => setOpen('change')}>
          {order.change}
          <span className="visually-hidden">{row.symbol}</span>
        </Button>
        <Button kind="quiet" small onPress={() => setOpen('cancel')}>
          {order.cancel}
          <span className="visually-hidden">{row.symbol}</span>
        </Button>
      </div>
      {open === 'change' ? (
        <Suspense>
          <TicketSheet
            symbol={row.symbol}
            opening={{ side: row.entry.direction, dayTrade: false }}
            changed={row}
            onClose={close}
          />
        </Suspense>
      ) : null}
      <CancelCondition
        conditionalId={row.conditionalId}
        open={open === 'cancel'}
        onClose={close}
        refresh={() => Promise.all([refresh('/orders/listConditional'), ordersMoved()])}
      >
        {texts.askEntry(dollarText(BigInt(row.held)))}
      </CancelCondition>
    </Card>
  )
}

/** How it ended: triggered, with its order, or why not. */
export const EndedEntryCard = ({ row, names }: { readonly row: ChangedEntry; readonly names: Names }) => {
  const { conditional: texts } = positionsTexts.use()
  if (row.state === 'waiting') return null
  const body = (
    <>
      <span>
        <EntryLines row={row} names={names} />
        {row.state === 'fired' ? null : (
          <span className={styles.line}>{texts.reasons[row.reason ?? ''] ?? texts.reasons['other']}</span>
        )}
      </span>
      <StatusChip tone={row.state === 'failed' ? 'warn' : undefined}>{texts.states[row.state]}</StatusChip>
    </>
  )
  return (
    <Card className={styles.card}>
      {row.orderId === null ? (
        <div className={styles.main}>{body}</div>
      ) : (
        <Link href={orderPath(row.orderId)} className={styles.main}>
          {body}
        </Link>
      )}
    </Card>
  )
}

const EntryLines = ({ row, names }: { readonly row: ChangedEntry; readonly names: Names }) => {
  const { conditional: texts, order } = positionsTexts.use()
  const { exits } = entryTexts.use()
  const language = useLanguage()
  const { direction, multiple, way, trigger, price } = row.entry
  return (
    <span className={styles.left}>
      <Subject symbol={row.symbol} names={names} direction={direction} multiple={multiple} />
      <span className={styles.line}>
        {texts.tag} · {texts.ways[way](priceText(trigger))}
      </span>
      <span className={styles.line}>
        {price === null ? order.market : order.limit(priceText(price))} {order.side[row.side]}{' '}
        {lotsText(row.quantity, language)}
      </span>
      {row.entry.exits === null ? null : (
        <span className={styles.line}>{exits.carried(exitText(row.entry.exits, exits))}</span>
      )}
    </span>
  )
}
