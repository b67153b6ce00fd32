// From the confirmation to the server: warnings ask once, then the conditional entry is set.

import type { Acknowledgement } from '@fairlot/rules/orders'
import { useOnce } from '@fairlot/ui'
import { useRef } from 'react'
import { useNavigate } from '@fairlot/app-shell/router'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { newId } from '#shell/send-once/new-id.ts'
import { showToast } from '#shell/toasts.ts'
import { dollarText } from '../figures.ts'
import { ordersMoved } from '../sending/order-sender.ts'
import { LINK_MS } from '../sending/show-outcome.ts'
import { dropDraft } from './draft.ts'
import { entryTexts } from './texts/index.ts'
import { useFirstDay } from './use-first-day.ts'
import type { Submit } from './use-submit.ts'
import type { Ticket } from './use-ticket.ts'
import { useWarnings, warningOf } from './use-warnings.ts'

interface Ends {
  readonly onPlaced: () => void
  readonly onRefused: () => void
}

export const useSubmitEntry = (ticket: Ticket, { onPlaced, onRefused }: Ends): Submit => {
  const texts = entryTexts.use().confirm
  const navigate = useNavigate()
  const first = useFirstDay()
  const { ask, before } = useWarnings(ticket)
  // It is set once however often the button is pressed: the id stays until the draft changes.
  const sent = useRef<{ readonly id: string; readonly of: Ticket['draft'] }>(undefined)
  const { source, order, draft, changed } = ticket

  const { run, busy } = useOnce(async (acknowledged: readonly Acknowledgement[]): Promise<void> => {
    const { entry } = draft
    const expiresOn = entry?.expiresOn ?? first
    if (entry === undefined || expiresOn === undefined) return
    if (sent.current?.of !== draft) sent.current = { id: newId(), of: draft }
    const answer = await call('/orders/placeEntry', {
      conditionalId: sent.current.id,
      symbol: source.instrument.symbol,
      direction: order.direction,
      multiple: order.direction === 'short' ? 100 : draft.multiple,
      way: entry.way,
      trigger: entry.trigger,
      ...(order.price === undefined ? {} : { price: order.price }),
      quantity: order.quantity,
      expiresOn,
      ...(draft.exits === undefined ? {} : { exits: draft.exits }),
      terms: source.answer.hash,
      ...(acknowledged.length === 0 ? {} : { acknowledged: [...acknowledged] }),
      ...(changed === undefined ? {} : { replaces: changed.conditionalId }),
    })
    await Promise.all([refresh('/orders/listConditional'), ordersMoved()])
    if (answer.ok) {
      if (changed === undefined) dropDraft()
      showToast({
        text: texts.sent,
        detail: texts.sentDetail(dollarText(BigInt(answer.data.held))),
        tone: 'done',
        ms: LINK_MS,
        action: {
          label: texts.view,
          onPress: () => navigate('/position/position?state=delegation'),
        },
      })
      onPlaced()
    } else if (answer.why === 'refused') {
      if (warningOf(answer.msg) === undefined) onRefused()
      else ask(answer)
    }
  })

  return { sending: null, isBusy: busy, ...before(run) }
}
