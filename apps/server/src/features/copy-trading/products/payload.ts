import { productProblem } from '@fairlot/rules/copy-trading'
import * as z from 'zod/mini'

/** What two operators approve; the database reads the terms from here. */
export const productPayload = z.strictObject({
  mentorId: z.uuid(),
  name: z.strictObject({ tw: z.string(), en: z.string() }),
  minFollow: z.string(),
  maxTotal: z.string(),
  termDays: z.int(),
  deadline: z.iso.datetime(),
})
export type ProductPayload = z.infer<typeof productPayload>

/** The first field that is wrong. */
export const payloadProblem = (payload: ProductPayload, levelMin: bigint, now: Date) =>
  productProblem(
    {
      ...payload,
      minFollow: BigInt(payload.minFollow),
      maxTotal: BigInt(payload.maxTotal),
      deadline: new Date(payload.deadline),
    },
    { levelMin, now },
  )
