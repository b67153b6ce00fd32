// What the screen shows about a price: traded, indicative, paused, halted, closed for the day, or unreliable.

import type { Direction } from '@fairlot/ui'
import type { LiveDetail } from '../live/index.ts'
import type { Feed } from '#shell/live/freshness.ts'
import { directionOf } from './figures.ts'

export interface Standing {
  /** The large figure: the last trade, or the indicative price of an auction. */
  readonly price: number | null
  readonly isIndicative: boolean
  /** Older than ten seconds, or no network: grey, with its age. */
  readonly isOld: boolean
  readonly direction: Direction
  readonly limit: 'up' | 'down' | undefined
}

const isAuction = ({ state }: LiveDetail) => state === 'opening-call' || state === 'closing-call'

export const standingOf = (quote: LiveDetail, feed: Feed): Standing => {
  // Nothing has traded since the auction began collecting: its indicative price is the newest.
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
