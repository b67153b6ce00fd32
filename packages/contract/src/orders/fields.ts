import * as z from 'zod/mini'
import { text } from '../fields.ts'

export const symbol = text(16)
/** Whole hundredths of a dollar. */
export const price = z.int().check(z.gt(0), z.lte(1_000_000_000))
export const shares = z.int().check(z.gt(0), z.lte(1_000_000_000))
export const date = text(10)
/** The hash of the terms in force when the ticket was filled in, hex. */
export const termsHash = text(64)
/** Stop loss and take profit that an opening order carries. */
export const exits = z.optional(z.strictObject({ stop: z.optional(price), takeProfit: z.optional(price) }))
export const shownExits = z.nullable(z.object({ stop: z.nullable(z.int()), takeProfit: z.nullable(z.int()) }))
export const multiple = z.union([z.literal(100), z.literal(200), z.literal(250)])
