// What the console receives about reviews: a row of the queue, the counts, and one full review.

import * as z from 'zod/mini'
import { id, instant, minor, text } from '../fields.ts'
import { personalFields, reviewDecisions, reviewStates } from './states.ts'
import { reviewKinds } from './review-kinds.ts'

const payloadHash = text(64)

export const filter = z.strictObject({
  kinds: z.optional(z.array(z.enum(reviewKinds)).check(z.maxLength(30))),
  /** `open` is waiting and second together, `over` everything else. */
  state: z.optional(z.enum(['open', 'over', ...reviewStates])),
  /** Only reviews this operator can vote on now. */
  mine: z.optional(z.boolean()),
  /** Only reviews that need one more approval. */
  secondWanted: z.optional(z.boolean()),
  flagged: z.optional(z.boolean()),
  waitingOverMinutes: z.optional(z.int().check(z.minimum(0), z.maximum(100_000))),
  memberId: z.optional(id),
  /** Only reviews assigned to this operator. */
  assignedToMe: z.optional(z.boolean()),
  /** Only reviews past the promised time. */
  late: z.optional(z.boolean()),
  /** Open reviews by due time or largest amount first, instead of urgent and second approvals first. */
  sort: z.optional(z.enum(['due', 'amount'])),
})

export const reviewRow = z.object({
  reviewId: id,
  number: text(16),
  kind: z.enum(reviewKinds),
  state: z.enum(reviewStates),
  decision: z.nullable(z.enum(reviewDecisions)),
  /** Masked. The name is null until identity documents were sent. */
  member: z.nullable(
    z.object({ memberId: id, account: text(20), name: z.nullable(text(80)), number: text(16) }),
  ),
  /** The requested amount. */
  amount: z.nullable(minor),
  /** Set when the first approver changed the amount: what was asked, what will be booked, who changed it and why. */
  change: z.nullable(z.object({ from: minor, to: minor, by: text(40), at: instant, note: text(1_000) })),
  /** To be decided within minutes; listed at the top of the queue. */
  isUrgent: z.boolean(),
  currency: z.nullable(text(8)),
  openedAt: instant,
  promisedAt: instant,
  expiresAt: instant,
  flags: z.array(text(40)),
  openedBy: z.nullable(z.object({ operatorId: id, name: text(40) })),
  /** Who has approved so far. */
  approvedBy: z.array(z.object({ operatorId: id, name: text(40) })),
  isMineToVote: z.boolean(),
  /** Who works on it now. It informs and refuses nothing. */
  assignedTo: z.nullable(z.object({ operatorId: id, name: text(40), since: instant })),
  /** For a closed review: the outcome code, the time, and who decided. */
  ended: z.nullable(z.object({ how: text(60), at: instant, by: z.array(text(40)), tookMinutes: z.number() })),
})

const count = z.object({ kind: z.enum(reviewKinds), count: z.int() })
export const counts = z.object({
  open: z.int(),
  second: z.int(),
  flagged: z.int(),
  mine: z.int(),
  late: z.int(),
  /** Urgent reviews this operator can vote on now; shown at the bell. */
  urgent: z.int(),
  /** Assigned to this operator. */
  assigned: z.int(),
  byKind: z.array(count),
})

const line = z.object({ code: text(60), before: z.nullable(text(300)), after: z.nullable(text(300)) })

export const reviewDetail = z.object({
  review: reviewRow,
  /** The row the review is about, as it is signed. */
  subject: text(200),
  payload: z.record(text(60), z.unknown()),
  /** The exact text that is hashed, so that the page can check the hash before a key signs it. */
  payloadText: z.string(),
  payloadHash,
  reason: text(1_000),
  evidence: z.array(z.object({ label: text(80), value: text(1_000) })),
  /** Facts that the review kind shows. The console translates codes; values are shown as they are. */
  facts: z.array(
    z.object({
      code: text(60),
      value: text(1_000),
      /** Set when the value is masked and can be opened with /operators/openPersonal. */
      personal: z.nullable(z.object({ memberId: id, field: z.enum(personalFields), reviewId: id })),
    }),
  ),
  checks: z.array(z.object({ ok: z.boolean(), code: text(60), value: text(300) })),
  lines: z.array(line),
  pictures: z.array(z.object({ fileId: id, code: text(60) })),
  /** Statements of several sources side by side: the codes of the sources, and one row per item. */
  compare: z.nullable(
    z.object({
      columns: z.array(text(60)),
      rows: z.array(
        z.object({ code: text(60), values: z.array(z.nullable(text(300))), differs: z.boolean() }),
      ),
      /** A code for the likely cause of the difference, such as one zero too many; or null. */
      hint: z.nullable(text(60)),
    }),
  ),
  /** Values suggested to the first approver, by field of the payload. */
  suggested: z.record(text(40), text(200)),
  /** What approval does, one code per step, executed by the worker. */
  effects: z.array(text(60)),
  /** True when an approval must state a reason because no document, such as a bank line, shows it. */
  noteNeeded: z.boolean(),
  /** The payload fields the first approver can change; where a value is suggested, only to that value. */
  mayRevise: z.array(text(40)),
  /** What this operator must open before approving, and when they opened it. */
  mustOpen: z.array(z.object({ code: text(60), openedAt: z.nullable(instant) })),
  /** The codes a rejection can use. */
  reasons: z.array(text(40)),
  votes: z.array(
    z.object({
      operatorId: id,
      name: text(40),
      decision: z.enum(reviewDecisions),
      note: text(1_000),
      /** The code of a rejection. */
      reason: z.nullable(text(40)),
      at: instant,
      payloadHash,
      isSigned: z.boolean(),
      /** What this operator had opened before voting. */
      opened: z.array(z.object({ code: text(60), at: instant })),
    }),
  ),
  /** For an appeal: who set the restriction, and when. These operators cannot vote. */
  setBy: z.array(z.object({ operatorId: id, name: text(40), at: instant })),
  /** Why this operator's vote would be refused; null when it counts. */
  mayApprove: z.nullable(text(60)),
  mayReject: z.nullable(text(60)),
  mayCancel: z.boolean(),
  /** Operators' notes for each other, oldest first. Members never see them. */
  notes: z.array(z.object({ noteId: id, operator: text(40), text: text(1_000), at: instant })),
  /** The outcome code, and the failure during execution, if any. */
  outcome: z.nullable(text(60)),
  closedAt: z.nullable(instant),
  trouble: z.nullable(text(300)),
})
