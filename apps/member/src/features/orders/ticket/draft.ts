// The input of a ticket. It outlives the page: a reload, or a tap beside the sheet, loses nothing.

import { lotSize } from '@fairlot/rules/instruments'
import {
  longMultiples,
  type Direction,
  type Exits,
  type Multiple,
  type TicketFacts,
  type TicketOrder,
} from '@fairlot/rules/orders'
import { read, write } from '#shell/storage.ts'
import type { Validity } from '../components/ValidityChoice.tsx'
import { isExits } from './exit-draft.ts'
import { isEntryDraft, type EntryDraft } from './entry-draft.ts'

/** An odd lot: bought with own money, at a limit for the rest of the day. */
export interface OddDraft {
  readonly shares: number
  /** Cents to use: the shares follow from it. Null when the member chose the shares. */
  readonly amount: number | null
}

export interface Draft {
  readonly direction: Direction
  readonly priceType: 'limit' | 'market' | 'conditional'
  /** Kept while the market price is chosen, in case the member switches back. */
  readonly price: number
  readonly lots: number
  /** Cents to use: the lots follow from it. Null when the member chose the lots. */
  readonly amount: number | null
  readonly multiple: Multiple
  readonly validity: Validity
  readonly dayTrade: boolean
  /** Of the last conditional entry that was filled in. */
  readonly entry?: EntryDraft | undefined
  readonly exits?: Exits | undefined
  /** Set in the book of odd lots. */
  readonly odd?: OddDraft | undefined
}

export interface Opening {
  readonly side: Direction
  readonly dayTrade: boolean
}

/** After this time the price a draft was made for is outdated. */
const KEPT_MS = 30 * 60_000

interface Kept {
  readonly account: string
  readonly symbol: string
  readonly at: number
  readonly draft: Draft
}

export const freshDraft = (
  { side, dayTrade }: Opening,
  facts: Pick<TicketFacts, 'last' | 'reference' | 'dayTrading'>,
): Draft => ({
  direction: side,
  priceType: 'limit',
  price: facts.last ?? facts.reference,
  lots: 1,
  amount: null,
  multiple: 100,
  validity: 'ROD',
  dayTrade: dayTrade && facts.dayTrading.eligible,
})

const isOddDraft = (value: unknown): value is OddDraft => {
  const odd = value as Partial<Record<keyof OddDraft, unknown>> | null
  return (
    typeof odd === 'object' &&
    Number.isSafeInteger(odd?.shares) &&
    (odd?.amount === null || Number.isSafeInteger(odd?.amount))
  )
}

const isDraft = (value: unknown): value is Draft => {
  if (typeof value !== 'object' || value === null) return false
  const draft = value as Partial<Record<keyof Draft, unknown>>
  return (
    (draft.direction === 'long' || draft.direction === 'short') &&
    (draft.priceType === 'limit' || draft.priceType === 'market' || draft.priceType === 'conditional') &&
    (draft.entry === undefined ? draft.priceType !== 'conditional' : isEntryDraft(draft.entry)) &&
    (draft.exits === undefined || isExits(draft.exits)) &&
    (draft.odd === undefined || isOddDraft(draft.odd)) &&
    Number.isSafeInteger(draft.price) &&
    Number.isSafeInteger(draft.lots) &&
    (draft.amount === null || Number.isSafeInteger(draft.amount)) &&
    longMultiples.some((multiple) => multiple === draft.multiple) &&
    (draft.validity === 'ROD' || draft.validity === 'IOC' || draft.validity === 'FOK') &&
    typeof draft.dayTrade === 'boolean'
  )
}

/** The member's draft for this symbol and direction, unless it is too old. */
export const readDraft = (
  text: string | null,
  account: string,
  symbol: string,
  { side, dayTrade }: Opening,
  now: number,
): Draft | undefined => {
  if (text === null) return undefined
  try {
    const kept = JSON.parse(text) as Partial<Kept> | null
    if (kept?.account !== account || kept.symbol !== symbol || !isDraft(kept.draft)) return undefined
    if (typeof kept.at !== 'number' || now - kept.at > KEPT_MS) return undefined
    // The member pressed another button, so the draft does not apply.
    if (kept.draft.direction !== side || (dayTrade && !kept.draft.dayTrade)) return undefined
    return kept.draft
  } catch {
    return undefined
  }
}

export const keptDraft = (account: string, symbol: string, opening: Opening): Draft | undefined =>
  readDraft(read('order-draft'), account, symbol, opening, Date.now())

export const keepDraft = (account: string, symbol: string, draft: Draft): void => {
  const kept: Kept = { account, symbol, at: Date.now(), draft }
  write('order-draft', JSON.stringify(kept))
}

export const dropDraft = (): void => write('order-draft', null)

export const orderOf = (draft: Draft): TicketOrder => ({
  direction: draft.direction,
  multiple: draft.direction === 'short' ? 100 : draft.multiple,
  dayTrade: draft.dayTrade,
  price: thenOf(draft) === 'limit' ? draft.price : undefined,
  quantity: draft.odd === undefined ? draft.lots * lotSize : draft.odd.shares,
  validity: draft.validity,
})

/** Limit or market, at once or once triggered. */
export const thenOf = ({ priceType, entry }: Pick<Draft, 'priceType' | 'entry'>): 'limit' | 'market' =>
  priceType === 'conditional' ? (entry?.sends ?? 'limit') : priceType
