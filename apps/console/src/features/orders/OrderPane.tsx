import { formatMoney } from '@fairlot/money'
import { CopyButton, Empty, StatusChip } from '@fairlot/ui'
import { useState } from 'react'
import { DetailHead, DetailPart, Facts, LedgerLines } from '#kit/Detail.tsx'
import { Moment } from '#kit/Moment.tsx'
import { moneyText } from '#kit/money-text.ts'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { displayOrder, exitsText, grouped, priceOf, sideText, stateOf, type Inspected } from './order-text.ts'
import { OrderSteps } from './OrderSteps.tsx'
import { ordersTexts } from './texts/index.ts'
import styles from './Orders.module.css'

/** One order: what it asked, its steps, its fills and what it holds. */
export function OrderPane({ orderId }: { readonly orderId: string }) {
  const texts = ordersTexts.use().pane
  // Read once: who looked at which order is recorded.
  const read = useRead('/orders/inspect', { orderId })
  const failed = read.data === undefined && read.isError ? read.error.failed : undefined
  if (failed?.why === 'refused' && (failed.msg === 'request.not-found' || failed.msg === 'input.invalid')) {
    return <Empty nothing={texts.missing} text={texts.missingText} icon="search" />
  }
  return <Answered read={read}>{(inspected) => <Pane inspected={inspected} />}</Answered>
}

function Pane({ inspected }: { readonly inspected: Inspected }) {
  const all = ordersTexts.use()
  const texts = all.pane
  const language = useLanguage()
  const { order } = inspected
  const state = stateOf(order)
  const price = order.price === null ? all.market : formatMoney(BigInt(order.price))
  return (
    <>
      <DetailHead
        meta={
          <>
            <span className="mono">{displayOrder(order.orderId)}</span>
            <CopyButton kind="icon" text={order.orderId} texts={texts.copy} />
            <StatusChip tone={state === 'partly' ? 'warn' : state === 'entrusted' ? 'brand' : 'neutral'}>
              {all.states[state]}
            </StatusChip>
          </>
        }
        title={texts.title(
          `${language === 'tw' ? order.nameTw : order.nameEn} ${order.symbol}`,
          sideText(order, all),
          grouped(order.quantity),
        )}
        sub={
          <>
            {price} · {order.validity} · {inspected.isSigned ? texts.signed : texts.unsigned} ·{' '}
            <a className={styles.link} href={`#/members?member=${order.member.memberId}`}>
              {order.member.name ?? order.member.account} {order.member.number}
            </a>
          </>
        }
      />
      <p className={styles.progress}>
        {inspected.averagePrice === null
          ? texts.noFills
          : texts.filled(grouped(order.filled), formatMoney(BigInt(inspected.averagePrice)))}
        {order.left === 0 ? null : <span>{texts.left(grouped(order.left))}</span>}
      </p>
      <OrderSteps orderId={order.orderId} steps={inspected.steps} />
      <Fills fills={inspected.fills} />
      <Money inspected={inspected} />
    </>
  )
}

function Fills({ fills }: Pick<Inspected, 'fills'>) {
  const texts = ordersTexts.use().pane
  const [shown, setShown] = useState<string | null>(null)
  const { fillColumns } = texts
  return (
    <DetailPart title={texts.fills}>
      {fills.length === 0 ? (
        <p className={styles.none}>{texts.noFills}</p>
      ) : (
        <table className={styles.table} aria-label={texts.fills}>
          <thead>
            <tr>
              <th scope="col">{fillColumns.id}</th>
              <th scope="col">{fillColumns.time}</th>
              <th scope="col">{fillColumns.price}</th>
              <th scope="col">{fillColumns.shares}</th>
              <th scope="col">{fillColumns.cost}</th>
              <th scope="col">{fillColumns.entry}</th>
            </tr>
          </thead>
          <tbody>
            {fills.map((fill) => (
              <tr key={fill.fillId}>
                <th scope="row" className="mono">
                  {fill.fillId}
                </th>
                <td>
                  <Moment at={fill.at} />
                </td>
                <td>{formatMoney(BigInt(fill.price))}</td>
                <td>{grouped(fill.quantity)}</td>
                <td>{formatMoney(BigInt(fill.fee) + BigInt(fill.tax) + BigInt(fill.borrowFee))}</td>
                <td>
                  <button
                    type="button"
                    className={styles.link}
                    aria-expanded={shown === fill.entryId}
                    onClick={() => setShown(shown === fill.entryId ? null : fill.entryId)}
                  >
                    {texts.entry}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {shown === null ? null : <Entry entryId={shown} />}
    </DetailPart>
  )
}

/** The lines of the ledger that a fill caused. */
function Entry({ entryId }: { readonly entryId: string }) {
  const texts = ordersTexts.use().pane
  const read = useRead('/funds/entryLines', { entryId })
  return (
    <Answered read={read}>
      {({ event, lines }) => (
        <LedgerLines
          label={texts.entryLines}
          head={texts.entryHead}
          lines={lines.map(({ account, asset, amount }) => ({
            key: `${account} ${asset} ${amount}`,
            what: event,
            where: account,
            amount: asset.startsWith('stk:') ? `${amount} ${asset.slice(4)}` : moneyText(amount, asset),
            isOut: amount.startsWith('-'),
          }))}
        />
      )}
    </Answered>
  )
}

function Money({ inspected }: { readonly inspected: Inspected }) {
  const all = ordersTexts.use()
  const texts = all.pane
  const { order } = inspected
  const amount = (key: 'heldAtFirst' | 'held' | 'fee' | 'tax' | 'borrowFee') => ({
    key,
    label: texts[key],
    value: formatMoney(inspected[key]),
  })
  return (
    <DetailPart title={texts.money}>
      <Facts
        items={[
          amount('heldAtFirst'),
          amount('held'),
          amount('fee'),
          amount('tax'),
          amount('borrowFee'),
          { key: 'origin', label: texts.origin, value: all.origins[order.origin] },
          ...(inspected.entry === null
            ? []
            : [
                {
                  key: 'entry',
                  label: texts.entryOf,
                  value: (
                    <>
                      {all.waiting.ways[inspected.entry.way](priceOf(inspected.entry.trigger))}{' '}
                      <Moment at={inspected.entry.setAt} />
                    </>
                  ),
                },
              ]),
          ...(inspected.exits === null
            ? []
            : [{ key: 'exits', label: texts.exits, value: exitsText(inspected.exits, all) }]),
          ...(order.reason === null
            ? []
            : [{ key: 'reason', label: texts.reason, value: all.reasons[order.reason] ?? order.reason }]),
          {
            key: 'position',
            label: texts.positionId,
            value: <span className="mono">{displayOrder(inspected.positionId)}</span>,
          },
        ]}
      />
    </DetailPart>
  )
}
