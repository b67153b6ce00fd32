// The state of one ticket: what is filled in, what it comes to, what cannot be chosen, what is wrong and how to mend it.

import { ceilToTick, floorToTick, tickAt } from '@fairlot/rules/instruments'
import {
  checkEntry,
  checkTicket,
  mostLotsFor,
  orderChoices,
  previewOrder,
  type OrderChoices,
  type OrderPreview,
  type OrderRefusal,
  type TicketFacts,
  type TicketOrder,
} from '@fairlot/rules/orders'
import { useEffect, useState } from 'react'
import { currentSession } from '#shell/session.ts'
import { toastMessage } from '#shell/toasts.ts'
import type { Validity } from '../parts/ValidityChoice.tsx'
import { freshDraft, keepDraft, keptDraft, orderOf, type Draft, type Opening } from './draft.ts'
import type { TicketSource } from './use-source.ts'

export interface Ticket {
  readonly source: TicketSource
  readonly draft: Draft
  readonly change: (part: Partial<Draft>) => void
  readonly order: TicketOrder
  readonly preview: OrderPreview | null
  readonly choices: OrderChoices
  /** The most lots that money, line, quota and lending reach for. */
  readonly mostLots: number
  /** The first thing that stops it; the guards, which only ask, are not among them. */
  readonly refusal: OrderRefusal | undefined
  /** Whether the price or the lots as typed are at fault. */
  readonly priceFault: 'tick' | 'above' | 'below' | undefined
  readonly lotsFault: boolean
  /** The terms are not those the ticket was opened with. */
  readonly isChanged: boolean
  readonly seeChange: () => void
}

const bothGuards = ['far-price', 'equity-share'] as const

export const useTicket = (source: TicketSource, opening: Opening): Ticket => {
  const { facts, answer, instrument, feed } = source
  const { symbol } = instrument
  const account = currentSession()?.account ?? ''
  const [draft, setDraft] = useState<Draft>(
    () => keptDraft(account, symbol, opening) ?? freshDraft(opening, facts),
  )
  const [seenHash, setSeenHash] = useState(answer.hash)
  useEffect(() => keepDraft(account, symbol, draft), [account, symbol, draft])

  const settled = settle(draft, facts, feed.state === 'stale' || feed.state === 'offline')
  const order = orderOf(settled)
  return {
    source,
    draft: settled,
    change: (part) => setDraft((before) => ({ ...settle(before, facts, false), ...part })),
    order,
    preview: previewOrder(facts, order),
    choices: orderChoices(facts, order),
    mostLots: mostLotsFor(facts, order),
    refusal: checkTicket(facts, order, bothGuards),
    priceFault: settled.priceType === 'limit' ? priceFaultOf(settled.price, facts) : undefined,
    lotsFault: settled.lots < 1 || settled.lots > facts.terms.maxLots,
    isChanged: answer.hash !== seenHash,
    seeChange: () => setSeenHash(answer.hash),
  }
}

/** What the choices of the moment make of a draft: what has become impossible gives way to what is always possible. */
export const settle = (draft: Draft, facts: TicketFacts, isStale: boolean): Draft => {
  const dayTrade = draft.dayTrade && facts.dayTrading.eligible && !facts.dayTrading.tooLate
  const choices = orderChoices(facts, { direction: draft.direction, dayTrade })
  const can = (priceType: 'limit' | 'market', validity: Validity) =>
    choices.prices.some(
      ({ value, reason }) => reason === null && value.priceKind === priceType && value.validity === validity,
    )
  const priceType = draft.priceType === 'market' && !isStale && can('market', 'IOC') ? 'market' : 'limit'
  const validity = can(priceType, draft.validity) ? draft.validity : 'ROD'
  const canBorrow = choices.multiples.some(({ value, reason }) => value === draft.multiple && reason === null)
  return { ...draft, dayTrade, priceType, validity, multiple: canBorrow ? draft.multiple : 100 }
}

export const priceFaultOf = (
  price: number,
  { kind, upper, lower }: Pick<TicketFacts, 'kind' | 'upper' | 'lower'>,
): 'tick' | 'above' | 'below' | undefined => {
  // The tick first, as the server looks.
  if (price % tickAt(kind, price) !== 0) return 'tick'
  if (upper !== null && price > upper) return 'above'
  return lower !== null && price < lower ? 'below' : undefined
}

/** The nearest price that can be sent. */
export const mendPrice = (
  price: number,
  { kind, upper, lower }: Pick<TicketFacts, 'kind' | 'upper' | 'lower'>,
): number => {
  if (upper !== null && price > upper) return upper
  if (lower !== null && price < lower) return lower
  const below = floorToTick(kind, price)
  return below > 0 ? below : ceilToTick(kind, price)
}

/** Says in a toast what is wrong with a value that was just typed, as the server would. */
export const toastFault = (facts: TicketFacts, order: TicketOrder, field: 'price' | 'quantity'): void => {
  const refusal = checkEntry(facts, order)
  if (refusal !== undefined && refusal.field === field) void toastMessage(refusal.msg, refusal.params)
}
