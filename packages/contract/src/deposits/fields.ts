import * as z from 'zod/mini'
import { id, text } from '../fields.ts'

export const words = z.strictObject({ tw: text(200), en: text(200) })
export const proposed = z.object({ reviewId: id, number: text(16) })
