import type { DataOf } from '@fairlot/contract'
import { formatMoney, formatPrice } from '@fairlot/money'
import { chanceOf, subscriptionCost } from '@fairlot/rules/new-shares'

export type Offer = DataOf<'/new-shares/offer'>['offer']
export type Application = DataOf<'/new-shares/offer'>['applications'][number]

const lot = 1_000
const whole = (count: number): string => count.toLocaleString('en-US')

/** Offers are in whole lots. */
export const lotsText = (shares: number, lots: (count: string) => string): string => lots(whole(shares / lot))
export const countText = whole
export const cash = (minor: string | bigint): string => formatMoney(minor, { symbol: true })

export const chanceText = ({ places, applications }: Pick<Offer, 'places' | 'applications'>): string =>
  `${formatPrice(BigInt(chanceOf(places, applications)))}%`

export const costOf = ({ price, paymentMode, minShares, fee }: Offer) =>
  subscriptionCost({ price: BigInt(price), paymentMode }, minShares, BigInt(fee))

/** The day in the short form of the cards: 03/16. */
export const shortDay = (date: string): string => date.slice(5, 10).replace('-', '/')
