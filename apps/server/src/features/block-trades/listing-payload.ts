import * as z from 'zod/mini'

const positive = z.int().check(z.minimum(1))

/** What two operators approve: one listing of one trading day. The password is in it as a keyed hash only. */
export const listingPayload = z.strictObject({
  listingId: z.uuid(),
  /** The seat's code. */
  seat: z.string(),
  symbol: z.string(),
  price: positive,
  shares: positive,
  minShares: positive,
  maxShares: positive,
  date: z.string(),
  closesAt: z.iso.datetime(),
  passwordHash: z.strictObject({ mac: z.string(), key: z.string() }),
})
export type ListingPayload = z.infer<typeof listingPayload>

export const endPayload = z.strictObject({ listingId: z.uuid() })
