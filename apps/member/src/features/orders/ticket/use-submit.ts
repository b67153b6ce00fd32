// From the confirmation to the exchange: guards ask once, then the order is sent, and what comes of it is said.

import type { MessageParams } from '@fairlot/contract'
import { checkOrder, type Acknowledgement } from '@fairlot/rules/orders'
import { useOnce } from '@fairlot/ui'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { shortNameIn } from '#features/market-data'
import { useLanguage } from '#shell/language.ts'
import { newOrderId } from '../sending/order-id.ts'
import { appSender, ordersMoved, useSending } from '../sending/app-sender.ts'
import type { OrderBody, Outcome, Sending } from '../sending/sending.ts'
import { showPlaced, showRefused } from '../sending/show-outcome.ts'
import { signOrder } from '../sending/sign-order.ts'
import { dropDraft } from './draft.ts'
import type { Ticket } from './use-ticket.ts'

/** A guard that would like to know whether it is meant. */
export interface Asked {
  readonly msg: string
  readonly params?: MessageParams | undefined
}

export interface Submit {
  /** What is being sent now, or has no answer yet. */
  readonly sending: Sending | null
  /** From the press until there is an answer, or none. */
  readonly isBusy: boolean
  /** What the guards ask about; sending waits for the answer. */
  readonly asking: readonly Asked[]
  readonly send: () => void
  readonly sendAnyway: () => void
  readonly stopAsking: () => void
}

const guardOf = (msg: string): Acknowledgement | undefined =>
  msg === 'guard.far-price' ? 'far-price' : msg === 'guard.equity-share' ? 'equity-share' : undefined

/** Every guard that would ask about this order, each once. */
export const guardsOf = ({ source: { facts }, order }: Ticket): readonly Asked[] => {
  const asked: Asked[] = []
  const acknowledged: Acknowledgement[] = []
  for (;;) {
    const refusal = checkOrder(facts, order, acknowledged)
    const guard = refusal && guardOf(refusal.msg)
    if (refusal === undefined || guard === undefined || acknowledged.includes(guard)) return asked
    asked.push(refusal)
    acknowledged.push(guard)
  }
}

interface Ends {
  /** It is placed. */
  readonly onPlaced: () => void
  /** It was judged and not taken: the ticket is to be looked at again. */
  readonly onRefused: () => void
}

export const useSubmit = (ticket: Ticket, { onPlaced, onRefused }: Ends): Submit => {
  const navigate = useNavigate()
  const language = useLanguage()
  const sending = useSending()
  const [asking, setAsking] = useState<readonly Asked[]>([])
  const { source, order } = ticket

  const hear = useEffectEvent((outcome: Outcome, name: string, body: OrderBody): boolean => {
    if (outcome.kind === 'placed') {
      dropDraft()
      void showPlaced(body, name, (path) => void navigate(path))
      onPlaced()
      return true
    }
    if (outcome.kind === 'refused' && guardOf(outcome.refused.msg) !== undefined) {
      setAsking([outcome.refused])
      return true
    }
    if (outcome.kind === 'refused') {
      onRefused()
      void ordersMoved()
    }
    void showRefused(outcome)
    return true
  })
  useEffect(() => appSender().onOutcome((outcome, { body, name }) => hear(outcome, name, body)), [])

  // Once at a time from the first press on: two taps before anything is written down would be two orders.
  const { run: sendWith, busy } = useOnce(async (acknowledged: readonly Acknowledgement[]): Promise<void> => {
    const { price, ...rest } = order
    const body: OrderBody = {
      orderId: newOrderId(),
      symbol: source.instrument.symbol,
      ...rest,
      multiple: rest.multiple as OrderBody['multiple'],
      ...(price === undefined ? {} : { price }),
      terms: source.answer.hash,
      ...(acknowledged.length === 0 ? {} : { acknowledged: [...acknowledged] }),
    }
    const name = shortNameIn(language, source.instrument)
    await appSender().send(await signOrder('/orders/placeOrder', body), name)
  })

  return {
    sending,
    isBusy: busy || sending !== null,
    asking,
    send: () => {
      const guards = guardsOf(ticket)
      if (guards.length > 0) setAsking(guards)
      else sendWith([])
    },
    sendAnyway: () => {
      setAsking([])
      const all = [...guardsOf(ticket), ...asking].map(({ msg }) => guardOf(msg))
      sendWith([...new Set(all.filter((guard) => guard !== undefined))])
    },
    stopAsking: () => setAsking([]),
  }
}
