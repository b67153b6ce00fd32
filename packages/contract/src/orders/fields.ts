import * as z from 'zod/mini'
import { text } from '../fields.ts'

export const symbol = text(16)
/** Whole hundredths of a dollar. */
export const price = z.int().check(z.gt(0), z.lte(1_000_000_000))
export const shares = z.int().check(z.gt(0), z.lte(1_000_000_000))
export const date = text(10)
/** The hash of the terms in force when the ticket was filled in, hex. */
export const termsHash = text(64)
export const multiple = z.union([z.literal(100), z.literal(200), z.literal(250)])
