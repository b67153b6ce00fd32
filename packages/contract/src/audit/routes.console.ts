import * as z from 'zod/mini'
import { defineConsoleRoute } from '../console-route.ts'
import { id, instant, nothing, text } from '../fields.ts'
import { reviewKinds } from '../operators/index.ts'
import { auditActors } from './states.ts'

const hash = text(64)
/** An entry's position in the chain. A JSON number is exact: no installation writes more than 2^53 entries. */
const sequence = z.int().check(z.minimum(0))

const entry = z.object({
  sequence,
  entryId: id,
  /** With microseconds, because the chain hashes it this way. */
  recordedAt: text(32),
  action: text(80),
  actor: text(80),
  /** The operator's name or the member's masked account. Null for the system and for anonymous callers. */
  actorName: z.nullable(text(60)),
  subject: text(200),
  /** The subject's readable name where it has one: a review's number or a member's masked account. */
  subjectName: z.nullable(text(60)),
  /** Operators the entry names: the actor, and both voters where two operators decided. */
  people: z.array(z.object({ operatorId: id, name: text(40) })),
  /** The review it belongs to. */
  reviewId: z.nullable(id),
  reviewNumber: z.nullable(text(16)),
  requestId: text(80),
  /** JSON, byte for byte as it was written: the chain covers the text. */
  details: text(100_000),
  previous: hash,
  hash,
  next: z.nullable(hash),
})

const checkpoint = z.object({
  sequence,
  head: hash,
  signedAt: instant,
  publicKey: text(200),
  /** Base64. */
  signature: text(200),
})

export const auditConsoleRoutes = {
  entries: defineConsoleRoute({
    path: '/audit/entries',
    feature: 'audit',
    summary: 'List the audit trail, newest first, fifty per page; viewing it is recorded too',
    right: 'audit',
    rateLimit: 'read',
    body: z.strictObject({
      filter: z.strictObject({
        /** A whole action, or the part before the dot: `auth`, `operators.voted`. */
        action: z.optional(text(80).check(z.regex(/^[a-z-]+(\.[a-z-]+)*$/))),
        by: z.optional(z.enum(auditActors)),
        operatorId: z.optional(id),
        /** Actions by the member, and actions on the member or on the member's objects. */
        memberId: z.optional(id),
        reviewId: z.optional(id),
        requestId: z.optional(text(80)),
        from: z.optional(instant),
        to: z.optional(instant),
      }),
      after: z.optional(text(60)),
    }),
    data: z.object({ entries: z.array(entry), next: z.nullable(text(60)) }),
    refusals: [],
  }),
  chain: defineConsoleRoute({
    path: '/audit/chain',
    feature: 'audit',
    summary:
      'Read the chain head, its newest signature, the last 24 hours in half hours, and the last verification',
    right: 'audit',
    rateLimit: 'read',
    body: nothing,
    data: z.object({
      sequence,
      head: hash,
      checkpoint: z.nullable(checkpoint),
      /** Oldest first; the last one is under way. */
      segments: z.array(
        z.object({
          from: instant,
          /** Null where nothing was written. */
          first: z.nullable(sequence),
          last: z.nullable(sequence),
          /** True when a signature covers the segment's last link. */
          signed: z.boolean(),
        }),
      ),
      lastVerified: z.nullable(
        z.object({ at: instant, by: text(60), sequence, seconds: z.number(), ok: z.boolean() }),
      ),
    }),
    refusals: [],
  }),
  links: defineConsoleRoute({
    path: '/audit/links',
    feature: 'audit',
    summary: 'Read a range of the chain with its signatures, for verification in the browser',
    right: 'audit',
    rateLimit: 'read',
    body: z.strictObject({ after: sequence, limit: z.int().check(z.minimum(1), z.maximum(1_000)) }),
    data: z.object({
      links: z.array(
        // Fields are null when the entry is missing: a removal must be visible.
        z.object({ sequence, hash, fields: z.nullable(z.array(text(100_000))) }),
      ),
      checkpoints: z.array(checkpoint),
    }),
    refusals: [],
  }),
  noteVerified: defineConsoleRoute({
    path: '/audit/noteVerified',
    feature: 'audit',
    summary: 'Record a verification of the chain: how far it went and its result',
    right: 'audit',
    rateLimit: 'write',
    body: z.strictObject({
      sequence,
      head: hash,
      seconds: z.number().check(z.minimum(0), z.maximum(86_400)),
      ok: z.boolean(),
    }),
    data: z.object({ at: instant }),
    refusals: ['audit.no-such-head'],
  }),
  approverPairs: defineConsoleRoute({
    path: '/audit/approverPairs',
    feature: 'audit',
    summary: 'Count pairs of first and second approvers, and the votes of each operator',
    right: 'audit',
    rateLimit: 'read',
    body: z.strictObject({ days: z.int().check(z.minimum(1), z.maximum(366)) }),
    data: z.object({
      since: instant,
      /** All reviews that two operators approved in this period. */
      approved: z.int(),
      people: z.array(
        z.object({
          operatorId: id,
          name: text(40),
          first: z.int(),
          second: z.int(),
          rejected: z.int(),
          /** The operator's median time in seconds between the first approval and their second approval. */
          medianSeconds: z.nullable(z.number()),
          /** Second approvals within ten seconds of the first approval. */
          hasty: z.int(),
        }),
      ),
      pairs: z.array(
        z.object({
          first: id,
          second: id,
          count: z.int(),
          /** The share of the second approver's approvals in which this operator was the first approver. */
          share: z.number(),
          kinds: z.array(z.object({ kind: z.enum(reviewKinds), count: z.int() })),
        }),
      ),
    }),
    refusals: [],
  }),
}
