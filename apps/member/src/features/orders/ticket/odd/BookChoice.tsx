// Whole lots or an odd lot: the two books of an instrument.

import { oddLotRules } from '@fairlot/rules/orders'
import { Segments } from '@fairlot/ui'
import { useId, useState } from 'react'
import { ordersTexts } from '../../texts/index.ts'
import { disabledReason } from '../disabled-reasons.ts'
import type { Ticket } from '../use-ticket.ts'
import styles from '../TicketBody.module.css'

/** In cents: what a first odd lot is bought for. */
const FIRST_AMOUNT = 500_000

export const BookChoice = ({ ticket }: { readonly ticket: Ticket }) => {
  const texts = ordersTexts.use()
  const [asked, setAsked] = useState(false)
  const noteId = useId()
  const { draft, change, changed } = ticket
  // A waiting order stays in its book.
  if (changed !== undefined) return null
  const isShort = draft.direction === 'short'
  return (
    <div className={styles.books}>
      <Segments
        label={texts.books.label}
        value={draft.odd === undefined ? 'whole' : 'odd'}
        onChange={(book) => {
          setAsked(false)
          change({ odd: book === 'odd' ? { shares: 0, amount: FIRST_AMOUNT } : undefined })
        }}
        onOff={() => setAsked(true)}
        aria-describedby={noteId}
        items={[
          { value: 'whole', label: texts.books.whole },
          { value: 'odd', label: texts.books.odd, off: isShort },
        ]}
      />
      <p id={noteId} role="status" className={styles.small}>
        {asked && isShort ? `${texts.books.odd}：${disabledReason(oddLotRules.onlyCash.id, texts)}` : ''}
      </p>
    </div>
  )
}
