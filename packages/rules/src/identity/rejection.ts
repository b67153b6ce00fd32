// How a rejection of papers is written down: one note, read by the member, with marks for the fields in front.

import type { IdentityFault, IdentityField } from '@fairlot/contract/identity'

// Spelled out here, because the contract's lists would bring its schemas onto the phone; a missing one does not compile.
const fields: Readonly<Record<IdentityField, true>> = {
  name: true,
  number: true,
  'birth-date': true,
  front: true,
  back: true,
}
const kinds: Readonly<Record<IdentityFault, true>> = {
  unreadable: true,
  glare: true,
  'cut-off': true,
  expired: true,
  'does-not-match': true,
  'wrong-document': true,
  'under-age': true,
}

const known = <Word extends string>(words: Readonly<Record<Word, true>>, word: string): Word | undefined =>
  Object.hasOwn(words, word) ? (word as Word) : undefined

const faultMark = /^\s*([a-z-]+):([a-z-]+)(?:[\s,;]+|$)/

/**
 * What a rejection says: `front:glare back:cut-off` first, then words for the member. A note without such marks refuses the
 * whole, and everything is sent again.
 */
export function readRejection(note: string): {
  readonly faults: readonly { readonly field: IdentityField; readonly fault: IdentityFault }[]
  readonly words: string
} {
  const faults: { field: IdentityField; fault: IdentityFault }[] = []
  let rest = note
  for (let mark = faultMark.exec(rest); mark; mark = faultMark.exec(rest)) {
    const field = known(fields, mark[1]!)
    const fault = known(kinds, mark[2]!)
    if (field === undefined || fault === undefined) break
    if (!faults.some((other) => other.field === field)) faults.push({ field, fault })
    rest = rest.slice(mark[0].length)
  }
  return { faults, words: rest.trim() }
}

/** The counterpart, for the screen on which somebody rejects. */
export const writeRejection = (
  faults: readonly { readonly field: IdentityField; readonly fault: IdentityFault }[],
  words: string,
): string => [...faults.map(({ field, fault }) => `${field}:${fault}`), words.trim()].join(' ').trim()
