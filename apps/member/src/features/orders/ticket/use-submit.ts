// From the confirmation to the exchange: warnings ask once, then the order is sent, and its outcome is shown.

import type { Acknowledgement } from '@fairlot/rules/orders'
import { useOnce } from '@fairlot/ui'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from '@fairlot/app-shell/router'
import { shortNameIn } from '#features/market-data'
import { useLanguage } from '@fairlot/app-shell/language'
import { newId } from '#shell/send-once/new-id.ts'
import type { Outcome, Sending } from '#shell/send-once/send-once.ts'
import { ordersMoved, orderSender, useSending, type OrderBody } from '../sending/order-sender.ts'
import { showPlaced, showRefused } from '../sending/show-outcome.ts'
import { signOrder } from '../sending/sign-order.ts'
import { dropDraft } from './draft.ts'
import type { Ticket } from './use-ticket.ts'
import { useWarnings, warningOf, type Warnings } from './use-warnings.ts'

export interface Submit extends Warnings {
  /** The order being sent, or without an answer yet. */
  readonly sending: Sending<OrderBody> | null
  /** True from the press until there is an answer or a timeout. */
  readonly isBusy: boolean
}

interface Ends {
  /** Called when the order is placed. */
  readonly onPlaced: () => void
  /** Called when the order was refused: the member must check the ticket again. */
  readonly onRefused: () => void
}

export const useSubmit = (ticket: Ticket, { onPlaced, onRefused }: Ends): Submit => {
  const navigate = useNavigate()
  const language = useLanguage()
  const sending = useSending()
  const { ask, before } = useWarnings(ticket)
  const { source, order } = ticket

  const hear = useEffectEvent((outcome: Outcome, name: string, body: OrderBody): boolean => {
    if (outcome.kind === 'placed') {
      dropDraft()
      void showPlaced(body, name, (path) => navigate(path))
      onPlaced()
      return true
    }
    if (outcome.kind === 'refused' && warningOf(outcome.refused.msg) !== undefined) {
      ask(outcome.refused)
      return true
    }
    if (outcome.kind === 'refused') {
      onRefused()
      void ordersMoved()
    }
    void showRefused(outcome)
    return true
  })
  useEffect(() => orderSender.onOutcome((outcome, { body, name }) => hear(outcome, name, body)), [])

  // One at a time from the first press on: two taps before the order is stored would be two orders.
  const { run: sendWith, busy } = useOnce(async (acknowledged: readonly Acknowledgement[]): Promise<void> => {
    const { price, ...rest } = order
    const body: OrderBody = {
      orderId: newId(),
      symbol: source.instrument.symbol,
      ...rest,
      multiple: rest.multiple as OrderBody['multiple'],
      ...(price === undefined ? {} : { price }),
      ...(ticket.exits === undefined ? {} : { exits: ticket.exits }),
      terms: source.answer.hash,
      ...(acknowledged.length === 0 ? {} : { acknowledged: [...acknowledged] }),
    }
    const name = shortNameIn(language, source.instrument)
    await orderSender.send(await signOrder('/orders/placeOrder', body), name)
  })

  return { sending, isBusy: busy || sending !== null, ...before(sendWith) }
}
