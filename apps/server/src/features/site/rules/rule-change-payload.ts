// What two operators approve for a rule change: another value, or the cancellation of an announced one.

import * as z from 'zod/mini'

const text = z.string().check(z.minLength(1), z.maxLength(300))
const why = z.strictObject({ tw: text, en: text })

export const ruleChangePayload = z.union([
  z.strictObject({
    rule: z.string(),
    value: z.int(),
    /** The value at the time of the proposal: if another change came first, this one is not executed. */
    before: z.int(),
    notBefore: z.nullable(z.iso.datetime()),
    why,
  }),
  z.strictObject({ rule: z.string(), stop: z.string().check(z.regex(/^\d{1,18}$/)), value: z.int(), why }),
])
export type RuleChangePayload = z.infer<typeof ruleChangePayload>
