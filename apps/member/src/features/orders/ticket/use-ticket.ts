// The state of one ticket: the input, the result, unavailable choices, errors and their fixes.

import { ceilToTick, floorToTick, isOnTick, maxOddShares } from '@fairlot/rules/instruments'
import {
  checkExits,
  checkTicket,
  checkTrigger,
  dayAtTrigger,
  maxLotsFor,
  maxSharesFor,
  orderChoices,
  previewOrder,
  type OrderChoices,
  type OrderPreview,
  type OrderRefusal,
  type Exits,
  type TicketFacts,
  type TicketOrder,
} from '@fairlot/rules/orders'
import { useEffect, useState } from 'react'
import { currentSession } from '#shell/session.ts'
import type { Validity } from '../components/ValidityChoice.tsx'
import { freshDraft, keepDraft, keptDraft, orderOf, thenOf, type Draft, type Opening } from './draft.ts'
import { draftOfEntry, withoutChanged, type ChangedEntry } from './changed-entry.ts'
import type { EntryDraft } from './entry-draft.ts'
import { sizeBy } from './size-by.ts'
import type { TicketSource } from './use-source.ts'

export interface Ticket {
  readonly source: TicketSource
  readonly draft: Draft
  readonly change: (part: Partial<Draft>) => void
  readonly order: TicketOrder
  /** Set when the order waits for a trigger. */
  readonly entry: EntryDraft | undefined
  /** What the position gets when the order fills. */
  readonly exits: Exits | undefined
  readonly exitProblem: OrderRefusal | undefined
  /** The waiting entry that this ticket changes. */
  readonly changed: ChangedEntry | undefined
  /** The facts that the order is checked against: those of its trigger when it waits for one. */
  readonly facts: TicketFacts
  readonly preview: OrderPreview | null
  readonly choices: OrderChoices
  /** The most lots that money, credit line, quota and lending allow; of an odd lot, its most shares. */
  readonly maxLots: number
  /** The first refusal; warnings only ask and are not included. */
  readonly refusal: OrderRefusal | undefined
  /** Whether the typed price or lots are wrong. */
  readonly priceProblem: 'tick' | 'above' | 'below' | undefined
  readonly triggerProblem: 'tick' | 'reached' | undefined
  readonly lotsProblem: boolean
  /** The terms differ from those the ticket was opened with. */
  readonly isChanged: boolean
  readonly seeChange: () => void
}

const bothWarnings = ['far-price', 'equity-share'] as const

export const useTicket = (source: TicketSource, opening: Opening, changed?: ChangedEntry): Ticket => {
  const { answer, instrument, feed } = source
  const now = withoutChanged(source.facts, changed)
  const { symbol } = instrument
  const account = currentSession()?.account ?? ''
  const [draft, setDraft] = useState<Draft>(
    () => (changed ? draftOfEntry(changed) : keptDraft(account, symbol, opening)) ?? freshDraft(opening, now),
  )
  const [seenHash, setSeenHash] = useState(answer.hash)
  const isKept = changed === undefined
  useEffect(() => {
    if (isKept) keepDraft(account, symbol, draft)
  }, [account, symbol, draft, isKept])

  const chosen = settle(draft, now, feed.state === 'stale' || feed.state === 'offline')
  const entry = chosen.priceType === 'conditional' ? chosen.entry : undefined
  const facts = entry === undefined ? now : dayAtTrigger(now, { ...entry, price: orderOf(chosen).price })
  const settled = sizeBy(facts, chosen)
  const order = orderOf(settled)
  const trigger = entry && checkTrigger(now, entry)
  const { exits } = settled
  const exitProblem = exits && checkExits(facts, order, exits)
  return {
    source,
    draft: settled,
    change: (part) => setDraft((before) => ({ ...settle(before, now, false), ...part })),
    order,
    entry,
    exits,
    exitProblem,
    changed,
    facts,
    preview: previewOrder(facts, order),
    choices: orderChoices(now, order),
    maxLots: (settled.odd === undefined ? maxLotsFor : maxSharesFor)(facts, order),
    refusal: trigger ?? checkTicket(facts, order, bothWarnings) ?? exitProblem,
    priceProblem: problemOf(settled, now),
    triggerProblem: trigger && (trigger.msg === 'order.tick' ? 'tick' : 'reached'),
    lotsProblem:
      settled.odd === undefined
        ? settled.lots < 1 || settled.lots > facts.terms.maxLots
        : settled.odd.shares < 1 || settled.odd.shares > maxOddShares,
    isChanged: answer.hash !== seenHash,
    seeChange: () => setSeenHash(answer.hash),
  }
}

/** A price that waits for its trigger may lie outside today's limits. */
const problemOf = (draft: Draft, facts: TicketFacts): Ticket['priceProblem'] => {
  if (thenOf(draft) === 'market') return undefined
  const { kind } = facts
  return priceProblemOf(draft.price, draft.priceType === 'limit' ? facts : { kind, upper: null, lower: null })
}

/** Adjusts a draft to the current choices: an unavailable choice is replaced by one that is always available. */
export const settle = (draft: Draft, facts: TicketFacts, isStale: boolean): Draft => {
  if (draft.odd !== undefined)
    return {
      ...draft,
      direction: 'long',
      priceType: 'limit',
      multiple: 100,
      validity: 'ROD',
      dayTrade: false,
      exits: undefined,
    }
  const waits = draft.priceType === 'conditional' && draft.entry !== undefined
  const dayTrade = !waits && draft.dayTrade && facts.dayTrading.eligible && !facts.dayTrading.tooLate
  const choices = orderChoices(facts, { direction: draft.direction, dayTrade })
  const can = (priceType: 'limit' | 'market', validity: Validity) =>
    choices.prices.some(
      ({ value, reason }) => reason === null && value.priceKind === priceType && value.validity === validity,
    )
  const now = draft.priceType === 'market' && !isStale && can('market', 'IOC') ? 'market' : 'limit'
  const priceType = waits ? 'conditional' : now
  const validity = !waits && can(now, draft.validity) ? draft.validity : 'ROD'
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
