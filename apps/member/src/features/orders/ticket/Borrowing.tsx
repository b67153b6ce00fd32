// What is borrowed and what secures it: lent shares and collateral of a short, and the price of a margin call.

import { lotSize } from '@fairlot/rules/instruments'
import { Icon, LoanBar, Note, PriceRuler } from '@fairlot/ui'
import { priceText } from '#features/market-data'
import { FieldLine } from '../components/FieldLine.tsx'
import { countText, limitText, lotsText, moneyText, ratioText, roomText, shortRateText } from '../figures.ts'
import { ordersTexts } from '../texts/index.ts'
import type { Ticket } from './use-ticket.ts'
import styles from './Borrowing.module.css'

export const Borrowing = ({ ticket }: { readonly ticket: Ticket }) => (
  <>
    {ticket.draft.direction === 'short' ? <Lent ticket={ticket} /> : null}
    <Ruler ticket={ticket} />
  </>
)

const Lent = ({ ticket }: { readonly ticket: Ticket }) => {
  const texts = ordersTexts.use().ticket
  const { draft, preview, source } = ticket
  const { terms, lendable } = source.facts
  if (preview === null) return null
  return (
    <>
      <div className={styles.lent}>
        <Icon name="tasks" />
        <span className={styles.texts}>
          <span className={styles.title}>{texts.lend(countText(draft.lots))}</span>
          <span className={styles.caption}>
            {draft.dayTrade
              ? texts.lendNone
              : texts.lendCaption(lotsText(lendable - (lendable % lotSize)), shortRateText(terms.borrowFee))}
          </span>
        </span>
        <span className="num">{moneyText(preview.borrowFee)}</span>
      </div>
      <FieldLine label={texts.collateral}>
        <span className={styles.how}>{texts.collateralHow(shortRateText(terms.shortMargin))}</span>
      </FieldLine>
      <LoanBar
        kind="collateral"
        label={texts.collateralBar(moneyText(preview.proceeds), moneyText(preview.margin))}
        left={{ label: texts.proceeds, text: moneyText(preview.proceeds), size: Number(preview.proceeds) }}
        right={{ label: texts.margin, text: moneyText(preview.margin), size: Number(preview.margin) }}
      />
    </>
  )
}

const Ruler = ({ ticket }: { readonly ticket: Ticket }) => {
  const texts = ordersTexts.use().ticket
  const { draft, preview, source } = ticket
  const { callRatio } = source.facts.terms
  if (preview === null || preview.callPrice === null || preview.ratioBp === null) return null
  const isShort = draft.direction === 'short'
  const call = priceText(preview.callPrice)
  const price = priceText(preview.price)
  if (preview.ratioBp < callRatio)
    return (
      <Note tone="warn" className={styles.warn}>
        {texts.belowCall(limitText(callRatio))}
      </Note>
    )
  return (
    <div className={styles.ruler}>
      <PriceRuler
        label={texts.ruler(call, price)}
        callSide={isShort ? 'right' : 'left'}
        call={{ text: texts.call(call), below: texts.ratio(limitText(callRatio)) }}
        order={{ text: texts.orderAt(price), below: texts.ratio(ratioText(preview.ratioBp)) }}
        distance={(isShort ? texts.mayRise : texts.mayFall)(roomText(preview.roomPpm ?? 0))}
      />
    </div>
  )
}
