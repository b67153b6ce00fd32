import { mentorLevels } from '@fairlot/contract/mentors'
import * as z from 'zod/mini'

/** What two operators vote on: the texts, and the figures when the member applied. */
export const mentorPayload = z.strictObject({
  applicationId: z.string(),
  name: z.string(),
  strategyTw: z.string(),
  strategyEn: z.string(),
  date: z.iso.date(),
  days: z.int(),
  closed: z.int(),
  won: z.int(),
  drawdownBp: z.int(),
  timeBp: z.int(),
  money: z.string(),
  level: z.enum(mentorLevels),
})
export type MentorPayload = z.infer<typeof mentorPayload>
