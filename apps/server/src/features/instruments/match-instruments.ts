// Which instruments match a text, best first. Pure: the table is passed in, prepared once.

import type { FoundInstrument } from '@fairlot/contract/instruments'
import { maxFound } from '@fairlot/rules/instruments'

export interface Searchable {
  readonly instrument: FoundInstrument
  readonly code: string
  readonly tw: string
  readonly en: string
  readonly words: readonly string[]
}

export function prepare(instrument: FoundInstrument): Searchable {
  const en = plain(instrument.nameEn)
  return {
    instrument,
    code: plain(instrument.symbol),
    tw: plain(instrument.nameTw),
    en,
    words: en.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== ''),
  }
}

export function matchInstruments(table: readonly Searchable[], text: string): readonly FoundInstrument[] {
  const wanted = plain(text)
  if (wanted === '') return []
  const parts = wanted.split(' ')
  // `23 30`, as pasted.
  const joined = parts.length > 1 ? parts.join('') : undefined
  const found = table.flatMap((entry) => {
    const rank = rankOf(entry, wanted, parts, joined)
    return rank === undefined ? [] : [{ rank, instrument: entry.instrument }]
  })
  return found
    .toSorted((a, b) => a.rank - b.rank || compareCodes(a.instrument.symbol, b.instrument.symbol))
    .slice(0, maxFound)
    .map(({ instrument }) => instrument)
}

/** The maximum of suggestions. */
const maxNear = 5

/**
 * What may have been meant when nothing matches: names and codes with one letter more, less, other or swapped, two in a
 * long text. Two letters are too few for another one; there a letter is missing. Nearest first.
 */
export function nearInstruments(table: readonly Searchable[], text: string): readonly FoundInstrument[] {
  const wanted = plain(text).replaceAll(' ', '')
  if (wanted.length < 2) return []
  const allowed = wanted.length < 5 ? 1 : 2
  const distanceTo = (name: string): number =>
    wanted.length === 2 && !hasInOrder(name, wanted) ? Infinity : editDistance(wanted, name, allowed)
  return table
    .flatMap(({ instrument, code, tw, words }) => {
      const distance = Math.min(...[code, tw, ...words].map(distanceTo))
      return distance <= allowed ? [{ distance, instrument }] : []
    })
    .toSorted((a, b) => a.distance - b.distance || compareCodes(a.instrument.symbol, b.instrument.symbol))
    .slice(0, maxNear)
    .map(({ instrument }) => instrument)
}

const hasInOrder = (name: string, [first = '', second = '']: string): boolean =>
  name.includes(first) && name.lastIndexOf(second) > name.indexOf(first)

/** Letters to add, remove, replace or swap with their neighbour; Infinity when it must be more than `max`. */
function editDistance(one: string, other: string, max: number): number {
  const [a, b] = [[...one], [...other]]
  if (Math.abs(a.length - b.length) > max) return Infinity
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [i, letter] of a.entries()) {
    const row = [i + 1]
    for (const [j, match] of b.entries()) {
      let cost = Math.min(last[j + 1]! + 1, row[j]! + 1, last[j]! + (letter === match ? 0 : 1))
      if (i > 0 && j > 0 && letter === b[j - 1] && a[i - 1] === match)
        cost = Math.min(cost, before[j - 1]! + 1)
      row.push(cost)
    }
    before = last
    last = row
  }
  return last[b.length]!
}

/** Smaller is better; undefined when the text does not match. */
function rankOf(
  { code, tw, en, words }: Searchable,
  wanted: string,
  parts: readonly string[],
  joined: string | undefined,
): number | undefined {
  if (code === wanted) return 0
  if (code.startsWith(wanted)) return 1
  if (joined !== undefined && (code.startsWith(joined) || tw.startsWith(joined))) return 1
  if (tw === wanted || en === wanted) return 2
  if (tw.startsWith(wanted) || en.startsWith(wanted)) return 3
  // `semi taiwan` finds Taiwan Semiconductor: each part is the start of a word.
  if (parts.every((part) => words.some((word) => word.startsWith(part)))) return 4
  if (tw.includes(wanted) || en.includes(wanted)) return 5
  return undefined
}

/**
 * Normalises what looks or means the same: full-width digits and letters, capitals, repeated spaces, and the two ways
 * to write the first character of Taiwan, which the issuers use side by side.
 */
const plain = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replaceAll('臺', '台').replace(/\s+/g, ' ').trim()

/** Four digits before five and six: a company before the products named after it. */
const compareCodes = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : 1)
