// The state of one ticket: the input, the result, unavailable choices, errors and their fixes.

import { ceilToTick, floorToTick, isOnTick } from '@fairlot/rules/instruments'
import {
  checkTicket,
  maxLotsFor,
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
import type { Validity } from '../components/ValidityChoice.tsx'
import { freshDraft, keepDraft, keptDraft, orderOf, type Draft, type Opening } from './draft.ts'
import { sizeBy } from './size-by.ts'
import type { TicketSource } from './use-source.ts'

export interface Ticket {
  readonly source: TicketSource
  readonly draft: Draft
  readonly change: (part: Partial<Draft>) => void
  readonly order: TicketOrder
  readonly preview: OrderPreview | null
  readonly choices: OrderChoices
  /** The most lots that money, credit line, quota and lending allow. */
  readonly maxLots: number
  /** The first refusal; warnings only ask and are not included. */
  readonly refusal: OrderRefusal | undefined
  /** Whether the typed price or lots are wrong. */
  readonly priceProblem: 'tick' | 'above' | 'below' | undefined
  readonly lotsProblem: boolean
  /** The terms differ from those the ticket was opened with. */
  readonly isChanged: boolean
  readonly seeChange: () => void
}

const bothWarnings = ['far-price', 'equity-share'] as const

export const useTicket = (source: TicketSource, opening: Opening): Ticket => {
  const { facts, answer, instrument, feed } = source
  const { symbol } = instrument
  const account = currentSession()?.account ?? ''
  const [draft, setDraft] = useState<Draft>(
    () => keptDraft(account, symbol, opening) ?? freshDraft(opening, facts),
  )
  const [seenHash, setSeenHash] = useState(answer.hash)
  useEffect(() => keepDraft(account, symbol, draft), [account, symbol, draft])

  const settled = sizeBy(facts, settle(draft, facts, feed.state === 'stale' || feed.state === 'offline'))
  const order = orderOf(settled)
  return {
    source,
    draft: settled,
    change: (part) => setDraft((before) => ({ ...settle(before, facts, false), ...part })),
    order,
    preview: previewOrder(facts, order),
    choices: orderChoices(facts, order),
    maxLots: maxLotsFor(facts, order),
    refusal: checkTicket(facts, order, bothWarnings),
    priceProblem: settled.priceType === 'limit' ? priceProblemOf(settled.price, facts) : undefined,
    lotsProblem: settled.lots < 1 || settled.lots > facts.terms.maxLots,
    isChanged: answer.hash !== seenHash,
    seeChange: () => setSeenHash(answer.hash),
  }
}

/** Adjusts a draft to the current choices: an unavailable choice is replaced by one that is always available. */
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

export const priceProblemOf = (
  price: number,
  { kind, upper, lower }: Pick<TicketFacts, 'kind' | 'upper' | 'lower'>,
): 'tick' | 'above' | 'below' | undefined => {
  // The limits first: a multiple of the tick above limit up is no price either.
  if (upper !== null && price > upper) return 'above'
  if (lower !== null && price < lower) return 'below'
  return isOnTick(kind, price) ? undefined : 'tick'
}

/** The nearest valid price. */
export const mendPrice = (
  price: number,
  { kind, upper, lower }: Pick<TicketFacts, 'kind' | 'upper' | 'lower'>,
): number => {
  if (upper !== null && price > upper) return upper
  if (lower !== null && price < lower) return lower
  const below = floorToTick(kind, price)
  return below > 0 ? below : ceilToTick(kind, price)
}
