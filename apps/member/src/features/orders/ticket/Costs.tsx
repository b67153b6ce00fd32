// The costs with their calculation, and what remains afterwards.

import { percentBp } from '@fairlot/rules/figures'
import { transactionTax } from '@fairlot/rules/orders'
import { Icon, StackedBar } from '@fairlot/ui'
import { priceText } from '#features/market-data'
import { CostLines, type CostLine } from '../components/CostLines.tsx'
import { countText, dollarText, moneyText, rateText, ratioText } from '../figures.ts'
import { ordersTexts } from '../texts/index.ts'
import { lockText } from './lock-text.ts'
import { entryTexts } from './texts/index.ts'
import type { Ticket } from './use-ticket.ts'
import styles from './Costs.module.css'

export const Costs = ({ ticket }: { readonly ticket: Ticket }) => {
  const texts = ordersTexts.use().ticket
  const { heldAt } = entryTexts.use()
  const { order, preview, facts, draft } = ticket
  if (preview === null) return null
  const { terms, kind, buyingPower } = facts
  const held = preview.held ?? preview.cost
  const isShort = held > buyingPower
  const costs: CostLine[] =
    draft.direction === 'long'
      ? [
          {
            key: 'value',
            label: texts.value,
            how: texts.valueHow(priceText(preview.price), countText(order.quantity)),
            value: moneyText(preview.value),
          },
          {
            key: 'fee',
            label: texts.fee,
            how:
              draft.odd === undefined
                ? rateText(terms.brokerage)
                : texts.feeOdd(rateText(terms.brokerage), moneyText(BigInt(terms.brokerageMinOdd))),
            value: moneyText(preview.fee),
          },
          {
            key: 'tax',
            label: texts.tax,
            how: texts.taxLater(moneyText(transactionTax(terms, kind, draft.dayTrade, preview.value))),
            value: moneyText(preview.tax),
          },
        ]
      : [
          {
            key: 'costs',
            label: texts.feeAndTax,
            how: texts.taxNow,
            value: `${moneyText(preview.fee)} + ${moneyText(preview.tax)}`,
          },
        ]
  const total = totalOf(ticket, texts, heldAt)
  // When more is held than a fill at the order's price takes, that amount is shown too.
  if (draft.direction === 'long' && held !== preview.cost)
    costs.push({ key: 'need', label: texts.need, how: texts.needOwn, value: moneyText(preview.cost) })
  // A market order, a short and some loans hold more than they take: the difference is released with the fill.
  const back = held - preview.cost
  return (
    <div className={styles.costs}>
      <CostLines lines={[...costs, { key: 'total', ...total, sum: true, short: isShort }]} />
      <div className={styles.bar}>
        <StackedBar
          thin
          label={texts.share(shareText(held, buyingPower))}
          shares={[
            isShort
              ? { key: 'short', share: 1, tone: 'crit' }
              : { key: 'held', share: shareOf(held, buyingPower), tone: 'brand' },
          ]}
        />
      </div>
      <p className={styles.hints}>
        <span data-figure="buyingPower">{texts.available(moneyText(buyingPower))}</span>
        {isShort ? (
          <span className={styles.short}>{texts.short(moneyText(held - buyingPower))}</span>
        ) : (
          <span>{texts.after(moneyText(buyingPower - held))}</span>
        )}
      </p>
      {back > 0n ? (
        <p className={styles.hints}>
          <span>{texts.back(priceText(preview.price), moneyText(back))}</span>
        </p>
      ) : null}
      {preview.reserve > 0n ? (
        <p className={styles.hints}>
          <span>{texts.reserve(moneyText(preview.reserve))}</span>
        </p>
      ) : null}
      <p className={styles.lock}>
        <Icon name="lock" size={1} />
        {lockText(texts.lock, terms, draft, facts.dayTrading.eligible)}
      </p>
    </div>
  )
}

/** The main figure of the ticket: the amount taken from the available money when it is sent. */
export const totalOf = (
  { preview, draft, entry }: Ticket,
  texts: {
    readonly need: string
    readonly needOwn: string
    readonly onHold: string
    readonly onHoldAt: (price: string) => string
  },
  /** Of an entry: its trigger or its limit may be above today's limits. */
  entryHeldAt: (price: string) => string,
): { readonly label: string; readonly how?: string; readonly value: string } => {
  if (preview === null) return { label: texts.need, value: dollarText(0n) }
  const held = preview.held ?? preview.cost
  return held === preview.cost && draft.direction === 'long'
    ? { label: texts.need, how: texts.needOwn, value: dollarText(held) }
    : {
        label: texts.onHold,
        ...(preview.heldPrice === null || preview.heldPrice === preview.price
          ? {}
          : { how: (entry === undefined ? texts.onHoldAt : entryHeldAt)(priceText(preview.heldPrice)) }),
        value: dollarText(held),
      }
}

const shareOf = (part: bigint, whole: bigint): number => (percentBp(part, whole) ?? 10_000) / 10_000

const shareText = (part: bigint, whole: bigint): string => ratioText(percentBp(part, whole) ?? 10_000)
