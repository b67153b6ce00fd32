import type { AuctionOffer } from '@fairlot/rules/auctions'
import * as z from 'zod/mini'

const texts = z.strictObject({ tw: z.string(), en: z.string() })

export const auctionPayload = z.strictObject({
  symbol: z.string(),
  name: texts,
  industry: texts,
  floorPrice: z.string(),
  lots: z.int(),
  minLots: z.int(),
  maxLots: z.int(),
  startsAt: z.iso.datetime(),
  closesAt: z.iso.datetime(),
  opensAt: z.iso.datetime(),
  payBy: z.iso.datetime(),
  listsOn: z.iso.date(),
})
export type AuctionPayload = z.infer<typeof auctionPayload>

export const offerOf = (payload: AuctionPayload): AuctionOffer => ({
  ...payload,
  floorPrice: BigInt(payload.floorPrice),
  startsAt: new Date(payload.startsAt),
  closesAt: new Date(payload.closesAt),
  opensAt: new Date(payload.opensAt),
  payBy: new Date(payload.payBy),
})

export const removalPayload = z.strictObject({ auctionId: z.uuid(), symbol: z.string() })
