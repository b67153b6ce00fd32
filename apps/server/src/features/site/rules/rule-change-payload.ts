// What two people approve when a rule changes: another value, or that an announced one shall not come.

import * as z from 'zod/mini'

const text = z.string().check(z.minLength(1), z.maxLength(300))
const why = z.strictObject({ tw: text, en: text })

export const ruleChangePayload = z.union([
  z.strictObject({
    rule: z.string(),
    value: z.int(),
    /** What it was when it was proposed: if another change came first, this one is not carried out. */
    before: z.int(),
    notBefore: z.nullable(z.iso.datetime()),
    why,
  }),
  z.strictObject({ rule: z.string(), stop: z.string().check(z.regex(/^\d{1,18}$/)), value: z.int(), why }),
])
export type RuleChangePayload = z.infer<typeof ruleChangePayload>
