import * as z from 'zod/mini'

const name = z.string().check(z.maxLength(60))

export const closurePayload = z.strictObject({
  date: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
  action: z.enum(['close', 'open']),
  nameTw: name,
  nameEn: name,
  /** Banks work and money settles, but nothing trades. */
  settlementOnly: z.boolean(),
})
export type ClosurePayload = z.infer<typeof closurePayload>

/** The source of a day that two operators closed here; announced days name the exchange's notice. */
export const byOperators = 'operators'
