import * as z from 'zod/mini'
import { id, instant, minor, text } from '../fields.ts'
import { aboutKinds, supportStates, supportTopics } from './states.ts'

/** The thing as it is now. */
export const aboutShown = z.object({
  kind: z.enum(aboutKinds),
  /** The id, or the message code of a refusal. */
  id: text(64),
  state: z.nullable(text(40)),
  amount: z.nullable(minor),
  currency: z.nullable(text(3)),
  symbol: z.nullable(text(12)),
  /** When the feature promised its next step. */
  promisedAt: z.nullable(instant),
})

export const threadHead = z.object({
  threadId: id,
  /** To read over the telephone. */
  number: text(16),
  topic: z.enum(supportTopics),
  title: text(60),
  state: z.enum(supportStates),
  about: z.nullable(aboutShown),
  openedAt: instant,
  lastAt: instant,
  /** The promised time of the answer, while it waits for one. */
  dueAt: z.nullable(instant),
})

export const attachment = z.object({ fileId: id, bytes: z.int() })

/** What both sides of a thread read: messages of the member and answers of operators, oldest first. */
export const threadEntry = z.object({
  entryId: id,
  from: z.enum(['member', 'operator']),
  /** The operator's name; null for the member. */
  by: z.nullable(text(40)),
  text: text(2000),
  attachments: z.array(attachment),
  at: instant,
})

/** Computed from the rows of the last days; see docs/features/support.md for the definitions. */
export const supportStatistics = z.object({
  days: z.int(),
  /** First answers in this time. */
  cases: z.int(),
  medianMinutes: z.nullable(z.int()),
  /** Nine of ten were not slower. */
  ninetiethMinutes: z.nullable(z.int()),
  /** Answered after the promised time. */
  late: z.int(),
  waiting: z.int(),
  /** Still waiting, after the promised time. */
  overdue: z.int(),
  ratings: z.int(),
  solved: z.int(),
  promiseMinutes: z.int(),
  /** Minutes after midnight in Taipei, on bank days. */
  opens: z.int(),
  closes: z.int(),
})
