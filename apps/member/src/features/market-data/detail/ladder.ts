import type { DepthLevel } from '@fairlot/ui'
import type { LiveDetail } from '../live/index.ts'
import { directionOf, lotsText, priceText } from './figures.ts'

const levelsOf = (levels: LiveDetail['bids'], largest: number, reference: number): readonly DepthLevel[] =>
  levels.slice(0, 5).map(([price, quantity]) => ({
    price: priceText(price),
    size: lotsText(quantity),
    share: largest === 0 ? 0 : quantity / largest,
    direction: directionOf(price, reference),
  }))

/** The book in the form the ladder and the rail draw. */
export const ladderOf = ({ bids, asks, reference }: LiveDetail) => {
  const largest = Math.max(0, ...[...bids, ...asks].map(([, quantity]) => quantity))
  return { bids: levelsOf(bids, largest, reference), asks: levelsOf(asks, largest, reference) }
}
