import type { DataOf } from '@fairlot/contract'
import { formatMoney, formatPrice } from '@fairlot/money'
import { refresh } from '#shell/data.ts'
import { useMemberEvents } from '#shell/live/use-member-events.ts'
import { type KeptBid, keptBid } from './kept-bids.ts'
import { auctionsTexts } from './texts/index.ts'

export type Detail = DataOf<'/auctions/detail'>
export type Auction = Detail['auction']
export type Bid = Detail['bids'][number]

/** Won lots that are paid, or can still be. */
export const isWon = (state: Bid['state']): state is 'payment-due' | 'paid' | 'delivered' =>
  state === 'payment-due' || state === 'paid' || state === 'delivered'

export const countText = (count: number): string => count.toLocaleString('en-US')
export const cash = (minor: string | bigint): string => formatMoney(minor, { symbol: true })
/** Hundredths of a percent, without a fraction when there is none. */
export const rateText = (bp: number): string => `${bp / 100}%`
/** The part of the auction that one person can get. */
export const shareText = ({ capLots, lots }: Pick<Auction, 'capLots' | 'lots'>): string =>
  `${Math.round((capLots * 1_000) / lots) / 10}%`

/** The result is complete. */
export const isCleared = ({ state }: Pick<Auction, 'state'>): boolean =>
  state === 'cleared' || state === 'paying' || state === 'settled' || state === 'listed'

/** Price and lots: as opened, or as this phone remembers them. */
export const knownBid = (bid: Bid): Omit<KeptBid, 'bidId'> | undefined =>
  bid.price === null ? keptBid(bid.bidId) : { price: bid.price, lots: bid.lots ?? 0 }

/** 68.50 × 3 張, when the phone knows it. */
export const useBidLine = (): ((bid: Bid) => string) => {
  const { record, lots } = auctionsTexts.use()
  return (bid) => {
    const known = knownBid(bid)
    if (known === undefined) return record.hidden
    return record.line(formatPrice(BigInt(known.price)), lots(countText(known.lots)))
  }
}

/** Reads everything a bid changes. */
export const bidsMoved = (): Promise<void> =>
  refresh(
    '/auctions/list',
    '/auctions/detail',
    '/auctions/bids',
    '/auctions/book',
    '/funds/records',
    '/positions/account',
  )

/** Updates the screen when a bid is opened, paid or refunded. */
export const useBidChanges = (): void => useMemberEvents(['auction.changed'], () => void bidsMoved())
