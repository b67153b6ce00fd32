// The record of a forced close: the calculation, and step by step why it happened and who did it.

import { Button, Card, Section, Timeline, type TimelineStep } from '@fairlot/ui'
import type { DataOf } from '@fairlot/contract'
import { formatMoney } from '@fairlot/money'
import { lazy, Suspense, useState } from 'react'
import { CostLines, type CostLine } from '#features/orders'
import { priceText } from '#features/market-data'
import { SupportSheet } from '#features/support'
import { useRead } from '#shell/data.ts'
import { useMoment } from '#shell/format.ts'
import { costText, ratioText } from '../figures.ts'
import { detailTexts } from './texts/index.ts'
import { bookedOn, useEntries } from './use-entries.ts'
import styles from './PositionScreen.module.css'

const StatementSheet = lazy(() =>
  import('../profit/StatementSheet.tsx').then((file) => ({ default: file.StatementSheet })),
)

type Detail = DataOf<'/positions/readPosition'>

export const ForcedClose = ({ detail }: { readonly detail: Detail }) => {
  const texts = detailTexts.use().forced
  const [open, setOpen] = useState<'statement' | 'contact'>()
  const entries = useEntries(closingFills(detail).map(({ entryId }) => entryId))
  return (
    <>
      <Card pad as="section" className={styles.card}>
        {entries === undefined ? null : <CostLines lines={linesOf(detail, entries, texts)} />}
      </Card>
      <Why detail={detail} />
      <div className={styles.buttons}>
        <Button kind="quiet" onPress={() => setOpen('statement')}>
          {texts.export}
        </Button>
        <Button kind="outline" onPress={() => setOpen('contact')}>
          {texts.ask}
        </Button>
      </div>
      <Suspense>
        {open === 'statement' ? <StatementSheet onClose={() => setOpen(undefined)} /> : null}
      </Suspense>
      <SupportSheet
        open={open === 'contact'}
        onClose={() => setOpen(undefined)}
        about={{ kind: 'position', id: detail.position.positionId }}
      />
    </>
  )
}

type Texts = ReturnType<typeof detailTexts.now>['forced']

const closingFills = ({ position, fills }: Detail) =>
  fills.filter(({ orderId }) => orderId !== position.positionId)

/** The repaid and returned amounts are read from the ledger: part of a loan can have been repaid earlier. */
const linesOf = (
  { position: row }: Detail,
  entries: NonNullable<ReturnType<typeof useEntries>>,
  texts: Texts,
): readonly CostLine[] => {
  const closed = BigInt(row.closedValue)
  const costs = BigInt(row.closeFee) + BigInt(row.closeTax)
  const interest = BigInt(row.interestPaid)
  const isLong = row.direction === 'long'
  const loan = bookedOn(entries, 'loan')
  const freed = -bookedOn(entries, 'collateral')
  const back = bookedOn(entries, 'receivable') + bookedOn(entries, 'available') + bookedOn(entries, 'payable')
  const shares = row.openedShares - row.shares
  const lines: CostLine[] = [
    {
      key: 'value',
      label: isLong ? texts.sold : texts.bought,
      how: texts.soldHow(priceText(row.closePrice), shares.toLocaleString('en-US')),
      value: isLong ? formatMoney(closed) : costText(closed),
    },
    {
      key: 'costs',
      label: texts.costs,
      value: costText(costs),
    },
  ]
  if (freed > 0n) lines.unshift({ key: 'collateral', label: texts.collateral, value: formatMoney(freed) })
  if (loan > 0n) lines.push({ key: 'loan', label: texts.loan, value: costText(loan) })
  if (interest > 0n) lines.push({ key: 'interest', label: texts.interest, value: costText(interest) })
  lines.push({ key: 'fee', label: texts.fee, value: formatMoney(0n) })
  lines.push({
    key: 'back',
    label: back < 0n ? texts.owed : texts.back,
    value: formatMoney(back < 0n ? -back : back, { symbol: true }),
    sum: true,
  })
  return lines
}

/** The margin call under which this position was closed: the last one sent before it closed. */
const Why = ({ detail }: { readonly detail: Detail }) => {
  const { position: row } = detail
  const texts = detailTexts.use().forced
  const moment = useMoment()
  const { data } = useRead('/positions/marginCall', {}, { quiet: true })
  const end = row.closedAt ?? row.openedAt
  const closing = closingFills(detail)
  const orderId = closing.at(-1)?.orderId
  const { data: order } = useRead(
    '/orders/readOrder',
    { orderId: orderId ?? '' },
    { enabled: orderId !== undefined, quiet: true },
  )
  const call = [...(data?.open == null ? [] : [data.open]), ...(data?.earlier ?? [])]
    .filter(({ calledAt }) => calledAt <= end)
    .toSorted((one, other) => other.calledAt.localeCompare(one.calledAt))[0]
  const steps: TimelineStep[] = []
  if (call !== undefined) {
    steps.push({
      key: 'called',
      state: 'done',
      title: texts.called(ratioText(call.ratioBp)),
      time: moment(call.calledAt),
      actor: { text: texts.actors.system },
      caption: texts.calledBy,
    })
    const placedAt = order?.order.placedAt ?? end
    // Below the floor ratio a forced close does not wait for the deadline.
    if (call.deadline <= placedAt)
      steps.push({
        key: 'deadline',
        state: 'done',
        title: texts.deadline,
        time: moment(call.deadline),
        actor: { text: texts.actors.rule, tone: 'warn' },
        caption: texts.deadlineBy,
      })
  }
  if (order !== undefined)
    steps.push({
      key: 'order',
      state: 'done',
      title: texts.order,
      time: moment(order.order.placedAt),
      actor: { text: texts.actors.system },
      caption: texts.orderBy,
    })
  for (const fill of closing)
    steps.push({
      key: fill.fillId,
      state: 'done',
      title: texts.filled(priceText(fill.price)),
      time: moment(fill.at),
      actor: { text: texts.actors.venue },
      caption: texts.filledBy,
    })
  return (
    <Section title={texts.why} small>
      <Card pad>
        <Timeline steps={steps} />
      </Card>
    </Section>
  )
}
