import { rateSources } from '@fairlot/contract/currency-exchange'
import * as z from 'zod/mini'

/** What two operators decide: the source that is quoted alone, what it said, and for how long. */
export const backupPayload = z.strictObject({
  source: z.enum(rateSources),
  mid: z.string(),
  minutes: z.int(),
})
export type BackupPayload = z.infer<typeof backupPayload>
