import * as z from 'zod/mini'
import { text } from '../fields.ts'

export const bilingual = (max: number) => z.strictObject({ tw: text(max), en: text(max) })
/** A picture is named by the SHA-256 of its bytes. */
export const picture = z.string().check(z.regex(/^[0-9a-f]{64}$/))
