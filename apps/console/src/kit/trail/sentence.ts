// An audit entry as a sentence: who did what, to which review, how much.

import { moneyText } from '#kit/money-text.ts'
import type { TrailTexts } from './texts/index.ts'

export interface TrailEntry {
  readonly action: string
  /** The actor; both voters where two decided. */
  readonly who: readonly string[]
  /** The review's number, or the member's masked name. */
  readonly about: string | null
  readonly details: Readonly<Record<string, unknown>>
}

const moneyFields: ReadonlySet<string> = new Set(['amount', 'booked', 'claimed', 'total', 'fee'])

/** Amounts are stored in cents and shown in dollars. */
export const detailText = (
  field: string,
  value: unknown,
  details: Readonly<Record<string, unknown>>,
): string | undefined => {
  const currency = typeof details['currency'] === 'string' ? details['currency'] : 'TWD'
  return moneyFields.has(field) && typeof value === 'string' && /^-?\d+$/.test(value)
    ? moneyText(value, currency)
    : undefined
}

const amountOf = (details: Readonly<Record<string, unknown>>): string | undefined => {
  for (const field of ['booked', 'amount', 'total']) {
    const text = detailText(field, details[field], details)
    if (text !== undefined) return text
  }
  return undefined
}

/** The action, without the actor and the amount. */
export const verbText = (
  texts: TrailTexts,
  { action, details }: Pick<TrailEntry, 'action' | 'details'>,
): string => {
  const decision = details['decision']
  return action === 'operators.voted' && typeof decision === 'string'
    ? (texts.votes[decision] ?? decision)
    : (texts.actions[action] ?? action)
}

export const whatText = (texts: TrailTexts, { action, about, details }: Omit<TrailEntry, 'who'>): string => {
  const verb = verbText(texts, { action, details })
  return [about === null ? verb : `${verb} ${about}`, amountOf(details)]
    .filter((part) => part !== undefined)
    .join(texts.join)
}

export const sentenceOf = (texts: TrailTexts, entry: TrailEntry): string =>
  texts.by(texts.both(entry.who), whatText(texts, entry))
