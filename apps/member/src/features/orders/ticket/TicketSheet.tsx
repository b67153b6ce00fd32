// The ticket over the page of an instrument. The same ticket is a separate page at /market/marketBuy.

import { Note, Sheet, SkeletonRows } from '@fairlot/ui'
import { Suspense, useState } from 'react'
import { Answered } from '#shell/Answered.tsx'
import { Restricted, useRestrictions } from '#shell/restricted/index.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { shortNameIn } from '#features/market-data'
import { useLanguage } from '@fairlot/app-shell/language'
import { ordersTexts } from '../texts/index.ts'
import { useSending } from '../sending/order-sender.ts'
import { SendingNote } from '../sending/LazySendingNote.tsx'
import { ConfirmSheet } from './LazyConfirm.tsx'
import type { ChangedEntry } from './changed-entry.ts'
import type { Opening } from './draft.ts'
import { Subject } from './Subject.tsx'
import { TicketBody } from './TicketBody.tsx'
import { TicketFoot } from './TicketFoot.tsx'
import { useSource, type TicketSource } from './use-source.ts'
import { useTicket } from './use-ticket.ts'

interface Props {
  readonly symbol: string
  readonly opening: Opening
  /** A waiting entry to change. */
  readonly changed?: ChangedEntry | undefined
  readonly onClose: () => void
}

export const TicketSheet = ({ symbol, opening, changed, onClose }: Props) => {
  const texts = ordersTexts.use()
  const { close } = shellTexts.use()
  const { source, terms, quote } = useSource(symbol)
  const restrictions = useRestrictions('trade')
  if (restrictions !== undefined && restrictions.length > 0)
    return (
      <Sheet open onClose={onClose} title={texts.ticket.title(symbol)} closeLabel={close}>
        <Suspense>
          <Restricted restrictions={restrictions} />
        </Suspense>
      </Sheet>
    )
  if (source !== undefined)
    return <Filled source={source} opening={opening} changed={changed} onClose={onClose} />
  return (
    <Sheet open onClose={onClose} title={texts.ticket.title(symbol)} closeLabel={close}>
      {quote.isUnknown ? (
        <Note tone="warn">{texts.ticket.unknown}</Note>
      ) : (
        <Answered read={terms} skeleton={<SkeletonRows label={texts.ticket.loading} count={5} />}>
          {() => <SkeletonRows label={texts.ticket.loading} count={5} />}
        </Answered>
      )}
    </Sheet>
  )
}

const Filled = ({
  source,
  opening,
  changed,
  onClose,
}: Omit<Props, 'symbol'> & { readonly source: TicketSource }) => {
  const texts = ordersTexts.use()
  const { close } = shellTexts.use()
  const language = useLanguage()
  const ticket = useTicket(source, opening, changed)
  const sending = useSending()
  const [isConfirming, setConfirming] = useState(false)
  const review = () => {
    ticket.seeChange()
    setConfirming(true)
  }
  return (
    <>
      <Sheet
        open={!isConfirming}
        covered={isConfirming}
        onClose={onClose}
        title={texts.ticket.title(shortNameIn(language, source.instrument))}
        subject={<Subject source={source} />}
        closeLabel={close}
        footer={
          // An earlier order without an answer comes first: its outcome changes what is available.
          sending === null ? (
            <TicketFoot ticket={ticket} onReview={review} />
          ) : (
            <SendingNote sending={sending} onEdit={() => undefined} />
          )
        }
      >
        <TicketBody ticket={ticket} />
      </Sheet>
      <ConfirmSheet
        ticket={ticket}
        open={isConfirming}
        onBack={() => setConfirming(false)}
        onPlaced={onClose}
      />
    </>
  )
}
