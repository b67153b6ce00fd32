// The content of the ticket page.

import { ActionBar, Empty, LinkButton, SkeletonRows } from '@fairlot/ui'
import { Suspense, useState } from 'react'
import { useNavigate } from '@fairlot/app-shell/router'
import { Answered } from '#shell/Answered.tsx'
import { goBackOrFalse } from '#shell/back.ts'
import { Restricted, useRestrictions } from '#shell/restricted/index.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { shellTexts } from '#shell/texts/index.ts'
import { detailPath } from '#features/market-data'
import { useSending } from '../sending/order-sender.ts'
import { SendingNote } from '../sending/LazySendingNote.tsx'
import { ordersTexts } from '../texts/index.ts'
import { ConfirmSheet } from './LazyConfirm.tsx'
import type { Opening } from './draft.ts'
import { Subject } from './Subject.tsx'
import { TicketBody } from './TicketBody.tsx'
import { TicketFoot } from './TicketFoot.tsx'
import { useSource, type TicketSource } from './use-source.ts'
import { useTicket } from './use-ticket.ts'
import styles from './TicketPage.module.css'

export const TicketPage = ({ symbol, opening }: { readonly symbol: string; readonly opening: Opening }) => {
  const texts = ordersTexts.use().ticket
  const { nothing } = shellTexts.use()
  const { source, terms, quote } = useSource(symbol)
  const restrictions = useRestrictions('trade')
  if (restrictions !== undefined && restrictions.length > 0)
    return (
      <RouteScreen>
        <Suspense>
          <Restricted restrictions={restrictions} />
        </Suspense>
      </RouteScreen>
    )
  if (source !== undefined) return <Filled source={source} opening={opening} />
  return (
    <RouteScreen>
      {quote.isUnknown ? (
        <Empty
          nothing={nothing}
          icon="search"
          text={texts.unknown}
          action={<LinkButton href="/home/searchIndex">{texts.search}</LinkButton>}
        />
      ) : (
        <Answered read={terms} skeleton={<SkeletonRows label={texts.loading} count={6} />}>
          {() => <SkeletonRows label={texts.loading} count={6} />}
        </Answered>
      )}
    </RouteScreen>
  )
}

const Filled = ({ source, opening }: { readonly source: TicketSource; readonly opening: Opening }) => {
  const ticket = useTicket(source, opening)
  const sending = useSending()
  const navigate = useNavigate()
  const [isConfirming, setConfirming] = useState(false)
  const review = () => {
    ticket.seeChange()
    setConfirming(true)
  }
  return (
    <RouteScreen
      ground="surface"
      ownOffline
      footer={
        <ActionBar>
          {sending === null || isConfirming ? (
            <TicketFoot ticket={ticket} onReview={review} />
          ) : (
            <SendingNote sending={sending} onEdit={() => undefined} />
          )}
        </ActionBar>
      }
    >
      <div className={styles.subject}>
        <Subject source={source} level={3} />
      </div>
      <TicketBody ticket={ticket} />
      <ConfirmSheet
        ticket={ticket}
        open={isConfirming}
        onBack={() => setConfirming(false)}
        onPlaced={() => {
          if (!goBackOrFalse()) navigate(detailPath(source.instrument.symbol), { replace: true })
        }}
      />
    </RouteScreen>
  )
}
