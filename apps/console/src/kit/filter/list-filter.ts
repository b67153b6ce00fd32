// The filter of a list. All but the searched text is in the address: days as 2026-03-12, amounts as they were typed.

import { parseMoney } from '@fairlot/money'

export interface ListFilter {
  readonly text?: string
  readonly from?: string
  readonly to?: string
  readonly min?: string
  readonly max?: string
  readonly channelId?: string
}

const dayShape = /^\d{4}-\d\d-\d\d$/

/** In cents; null for text that is no amount. */
export const centsOf = (typed: string): string | null => {
  const parsed = parseMoney(typed.replaceAll(',', ''))
  return parsed.ok ? parsed.value.toString() : null
}

/** What is not well formed is left out; the bar shows it as wrong. */
export function listFilterFrom(get: (name: string) => string | null, text: string): ListFilter {
  const [from, to, min, max, channelId] = ['from', 'to', 'min', 'max', 'channel'].map(get)
  const day = (value: string | null | undefined) =>
    value != null && dayShape.test(value) ? value : undefined
  const cents = (value: string | null | undefined) =>
    value == null || value === '' ? undefined : (centsOf(value) ?? undefined)
  return clean({
    text: text === '' ? undefined : text,
    from: day(from),
    to: day(to),
    min: cents(min),
    max: cents(max),
    channelId: channelId ?? undefined,
  })
}

const clean = (filter: { readonly [Name in keyof ListFilter]: ListFilter[Name] | undefined }): ListFilter =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))

/** Every part of a filter in the address, removed. */
export const noFilter = { from: null, to: null, min: null, max: null, channel: null } as const
