// What a limit price does against the book of this moment.

import { lotSize } from '@fairlot/rules/instruments'

type Levels = readonly (readonly [price: number, quantity: number, ...rest: unknown[]])[]

export interface PriceEffect {
  readonly kind: 'fills' | 'part' | 'first' | 'waits'
  readonly lots: number
}

/** The lots that the other side offers at this price or better, or the lots ahead in the own queue. */
export function priceEffectOf(
  direction: 'long' | 'short',
  price: number,
  lots: number,
  book: { readonly bids: Levels; readonly asks: Levels },
): PriceEffect | undefined {
  const [other, own] = direction === 'long' ? [book.asks, book.bids] : [book.bids, book.asks]
  if (other.length === 0 && own.length === 0) return undefined
  const reaches = (level: number) => (direction === 'long' ? level <= price : level >= price)
  const offered = other.filter(([level]) => reaches(level)).reduce((sum, [, quantity]) => sum + quantity, 0)
  if (offered > 0) {
    const there = Math.floor(offered / lotSize)
    return { kind: there >= lots ? 'fills' : 'part', lots: there }
  }
  const ahead = own
    .filter(([level]) => (direction === 'long' ? level >= price : level <= price))
    .reduce((sum, [, quantity]) => sum + quantity, 0)
  return { kind: ahead === 0 ? 'first' : 'waits', lots: Math.floor(ahead / lotSize) }
}
