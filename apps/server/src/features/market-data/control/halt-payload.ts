import { haltReasons } from '@fairlot/contract/market-data'
import * as z from 'zod/mini'

/** Null: the whole market. */
const symbol = z.nullable(z.string().check(z.maxLength(8)))

export const haltPayload = z.strictObject({ symbol, reason: z.enum(haltReasons) })
export const resumePayload = z.strictObject({ symbol, halt: z.uuid() })

/** The subject of a review about the whole market. */
export const wholeMarket = '*'
