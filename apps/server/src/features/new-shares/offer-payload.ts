import { paymentModes } from '@fairlot/contract/new-shares'
import type { OfferTerms } from '@fairlot/rules/new-shares'
import * as z from 'zod/mini'

const texts = z.strictObject({ tw: z.string(), en: z.string() })

export const offerPayload = z.strictObject({
  symbol: z.string(),
  name: texts,
  industry: texts,
  price: z.string(),
  lots: z.int(),
  minShares: z.int(),
  maxPerMember: z.int(),
  paymentMode: z.enum(paymentModes),
  pe: z.nullable(z.int()),
  industryPe: z.nullable(z.int()),
  announcesAt: z.iso.datetime(),
  opensAt: z.iso.datetime(),
  closesAt: z.iso.datetime(),
  drawsAt: z.iso.datetime(),
  payBy: z.iso.datetime(),
  issuesOn: z.iso.date(),
  listsOn: z.iso.date(),
})
export type OfferPayload = z.infer<typeof offerPayload>

export const termsOf = (payload: OfferPayload): OfferTerms => ({
  ...payload,
  price: BigInt(payload.price),
  announcesAt: new Date(payload.announcesAt),
  opensAt: new Date(payload.opensAt),
  closesAt: new Date(payload.closesAt),
  drawsAt: new Date(payload.drawsAt),
  payBy: new Date(payload.payBy),
})

export const removalPayload = z.strictObject({ offerId: z.uuid(), symbol: z.string() })
