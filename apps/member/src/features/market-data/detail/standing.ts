// What the screen says about a price: traded, indicative, paused, halted, over for the day, or not to be trusted.

import type { Direction } from '@fairlot/ui'
import type { Feed, LiveDetail } from '../live/index.ts'
import { directionOf } from './figures.ts'

export interface Standing {
  /** What stands large: the last trade, or what an auction would come to. */
  readonly price: number | null
  readonly isIndicative: boolean
  /** Older than ten seconds, or no network: grey, with its age. */
  readonly isOld: boolean
  readonly direction: Direction
  readonly limit: 'up' | 'down' | undefined
}

const isAuction = ({ state }: LiveDetail) => state === 'opening-call' || state === 'closing-call'

export const standingOf = (quote: LiveDetail, feed: Feed): Standing => {
  // Nothing has traded since the auction began collecting: its indication is the newest word on the price.
  const indicative = isAuction(quote) || quote.state === 'paused' ? quote.indicative : null
  const price = indicative?.price ?? quote.last
  const limit =
    price === null ? undefined : price === quote.upper ? 'up' : price === quote.lower ? 'down' : undefined
  return {
    price,
    isIndicative: indicative !== null,
    isOld: feed.state === 'stale' || feed.state === 'offline',
    direction: directionOf(price, quote.reference),
    limit,
  }
}
