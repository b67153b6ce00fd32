import { placementKinds, placementMethods } from '@fairlot/contract/placements'
import type { PlacementTerms } from '@fairlot/rules/placements'
import * as z from 'zod/mini'

/** What two operators approve. */
export const placementPayload = z.strictObject({
  kind: z.enum(placementKinds),
  method: z.enum(placementMethods),
  /** The seat's code. */
  seat: z.string(),
  symbol: z.string(),
  price: z.int(),
  lots: z.int(),
  minLots: z.int(),
  maxLots: z.int(),
  opensAt: z.iso.datetime(),
  closesAt: z.iso.datetime(),
  deliversOn: z.iso.date(),
})
export type PlacementPayload = z.infer<typeof placementPayload>

export const termsOf = (payload: PlacementPayload): PlacementTerms => ({
  ...payload,
  opensAt: new Date(payload.opensAt),
  closesAt: new Date(payload.closesAt),
})
