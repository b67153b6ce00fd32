import type { DataOf } from '@fairlot/contract'
import { formatMoney } from '@fairlot/money'
import { refresh } from '#shell/data.ts'
import { useMemberEvents } from '#shell/live/use-member-events.ts'

export type Detail = DataOf<'/auctions/detail'>
export type Auction = Detail['auction']
export type Bid = Detail['bids'][number]

export const countText = (count: number): string => count.toLocaleString('en-US')
export const cash = (minor: string | bigint): string => formatMoney(minor, { symbol: true })
/** Hundredths of a percent, without a fraction when there is none. */
export const rateText = (bp: number): string => `${bp / 100}%`
export const auctionPath = (auctionId: string): string => `/common/dividend2?view=auction&id=${auctionId}`

/** Reads everything a bid changes. */
export const bidsMoved = (): Promise<void> =>
  refresh('/auctions/list', '/auctions/detail', '/auctions/book', '/funds/records', '/positions/account')

/** Updates the screen when a bid is opened, paid or refunded. */
export const useBidChanges = (): void => useMemberEvents(['auction.changed'], () => void bidsMoved())
