// The one button of the ticket. Its label is its effect; when something is wrong, it fixes that.

import { Button } from '@fairlot/ui'
import { priceText } from '#features/market-data'
import { catalogueTexts } from '#shell/catalogue.ts'
import { useOnline } from '#shell/connection.ts'
import { fill } from '@fairlot/app-shell/texts'
import { useLanguage } from '@fairlot/app-shell/language'
import { lotSize, maxOddShares } from '@fairlot/rules/instruments'
import { countText, quantityText } from '../figures.ts'
import { ordersTexts } from '../texts/index.ts'
import { totalOf } from './Costs.tsx'
import { mendPrice, type Ticket } from './use-ticket.ts'
import { disabledReason } from './disabled-reasons.ts'
import { entryTexts } from './texts/index.ts'
import styles from './TicketFoot.module.css'

interface Props {
  readonly ticket: Ticket
  readonly onReview: () => void
}

export const TicketFoot = ({ ticket, onReview }: Props) => {
  const texts = ordersTexts.use().ticket
  const total = totalOf(ticket, texts, entryTexts.use().heldAt)
  return (
    <div className={styles.foot}>
      <p className={styles.total}>
        <span>{total.label}</span>
        <b className="num">{total.value}</b>
      </p>
      <TicketButton ticket={ticket} onReview={onReview} />
    </div>
  )
}

const TicketButton = ({ ticket, onReview }: Props) => {
  const all = ordersTexts.use()
  const texts = all.ticket
  const messages = catalogueTexts.use()
  const isOnline = useOnline()
  const waiting = entryTexts.use()
  const language = useLanguage()
  const { draft, change, entry, facts, priceProblem, lotsProblem, maxLots, refusal } = ticket
  if (priceProblem !== undefined) {
    const price = mendPrice(draft.price, facts)
    return (
      <Button wide onPress={() => change({ price })}>
        {texts.fixPrice(priceText(price))}
      </Button>
    )
  }
  const { odd } = draft
  const [count, max, unit] =
    odd === undefined ? [draft.lots, facts.terms.maxLots, lotSize] : [odd.shares, maxOddShares, 1]
  const fixed = Math.max(1, Math.min(count, max, Math.max(1, maxLots)))
  if (fixed !== count && (lotsProblem || maxLots > 0))
    return (
      <Button
        wide
        onPress={() =>
          change(odd === undefined ? { lots: fixed, amount: null } : { odd: { shares: fixed, amount: null } })
        }
      >
        {texts.fixLots(quantityText(fixed * unit, language))}
      </Button>
    )
  const quantity = quantityText(count * unit, language)
  const label =
    odd !== undefined
      ? texts.reviewOdd(quantity)
      : entry === undefined
        ? texts.review(draft.direction, quantity)
        : waiting.review(draft.direction, countText(count))
  const kind = draft.direction
  if (!isOnline)
    return (
      <Button wide kind={kind} disabled reason={texts.offline}>
        {label}
      </Button>
    )
  if (refusal !== undefined) {
    const rule = refusal.rule === undefined ? undefined : all.off[refusal.rule]
    const reason =
      refusal.msg === 'order.odd-hours'
        ? texts.oddFrom(String(refusal.params?.['at']))
        : refusal.msg === 'order.choice' && refusal.rule !== undefined
          ? disabledReason(refusal.rule, all)
          : (rule ?? fill(messages[refusal.msg], refusal.params))
    return (
      <Button wide kind={kind} disabled reason={reason}>
        {refusal.msg === 'balance.insufficient' ? texts.noFunds : label}
      </Button>
    )
  }
  return (
    <Button wide kind={kind} onPress={onReview}>
      {label}
    </Button>
  )
}
