import * as z from 'zod/mini'
import { defineConsoleRoute } from '../console-route.ts'
import { id, instant, none, nothing, proposed, text } from '../fields.ts'
import { identityProblems, identityFields } from '../identity/index.ts'
import { counts, filter, reviewDetail, reviewRow } from './reviews.console.ts'
import { operatorSignInRoutes } from './sign-in.console.ts'
import { operatorRights, operatorRoles, personalFields, reviewDecisions } from './states.ts'
import { reviewKinds } from './review-kinds.ts'
import { operatorWorkRoutes } from './work.console.ts'

const login = text(32)
const payloadHash = text(64)

const bytes = (max: number) => text(max).check(z.regex(/^[\w-]+$/))
/** Signature over the statement of rules/operators/vote-statement.ts. */
const signature = z.strictObject({
  keyId: id,
  at: instant,
  opened: z.array(text(80)).check(z.maxLength(20)),
  signature: bytes(1_000),
  authenticatorData: z.optional(bytes(2_000)),
  clientDataJSON: z.optional(bytes(4_000)),
})
const grantedRole = z.object({ role: z.enum(operatorRoles), until: z.nullable(instant) })
const wantedRole = z.strictObject({ role: z.enum(operatorRoles), until: z.nullable(instant) })

const proposalRefusals = ['operator.not-allowed', 'operator.proposal-open', 'operator.not-found'] as const

export const operatorsConsoleRoutes = {
  ...operatorSignInRoutes,
  ...operatorWorkRoutes,
  queue: defineConsoleRoute({
    path: '/operators/queue',
    feature: 'operators',
    summary: 'List reviews: urgent first, then those waiting for a second approval, then the longest waiting',
    right: 'read',
    rateLimit: 'read',
    body: z.strictObject({ filter, after: z.optional(text(120)) }),
    data: z.object({ reviews: z.array(reviewRow), next: z.nullable(text(120)) }),
    refusals: [],
  }),
  queueCounts: defineConsoleRoute({
    path: '/operators/queueCounts',
    feature: 'operators',
    summary: 'Count open reviews by kind and by filter, with today’s figures',
    right: 'read',
    rateLimit: 'read',
    body: nothing,
    data: z.object({
      counts,
      today: z.object({
        decided: z.int(),
        decidedWithMe: z.int(),
        medianWaitMinutes: z.nullable(z.number()),
        /** Decided after the promised time. */
        late: z.int(),
      }),
    }),
    refusals: [],
  }),
  bell: defineConsoleRoute({
    path: '/operators/bell',
    feature: 'operators',
    summary: 'List urgent reviews I can decide; polled in the background and does not extend the session',
    right: 'read',
    rateLimit: 'read',
    quiet: true,
    body: nothing,
    data: z.object({
      urgent: z.array(
        z.object({ reviewId: id, number: text(16), kind: z.enum(reviewKinds), promisedAt: instant }),
      ),
    }),
    refusals: [],
  }),
  pushKey: defineConsoleRoute({
    path: '/operators/pushKey',
    feature: 'operators',
    summary: 'The key this browser needs to subscribe to pushes, and whether I have subscribed with it',
    right: 'read',
    rateLimit: 'read',
    body: nothing,
    data: z.object({ publicKey: z.nullable(text(200)), isSubscribed: z.boolean() }),
    refusals: [],
  }),
  subscribePush: defineConsoleRoute({
    path: '/operators/subscribePush',
    feature: 'operators',
    summary: 'Push urgent reviews I can decide to this browser',
    right: 'read',
    rateLimit: 'write',
    body: z.strictObject({
      endpoint: text(500),
      p256dh: text(200),
      auth: text(100),
      /** The language of the messages. */
      lang: z.enum(['tw', 'en']),
    }),
    data: none,
    refusals: ['operator.push-refused'],
  }),
  unsubscribePush: defineConsoleRoute({
    path: '/operators/unsubscribePush',
    feature: 'operators',
    summary: 'No more pushes to this browser',
    right: 'read',
    rateLimit: 'write',
    body: nothing,
    data: none,
    refusals: [],
  }),
  review: defineConsoleRoute({
    path: '/operators/review',
    feature: 'operators',
    summary: 'Read one review: facts, checks, votes and the effects of approval',
    right: 'read',
    rateLimit: 'read',
    body: z.strictObject({ reviewId: id }),
    data: reviewDetail,
    refusals: ['review.not-found'],
    objectIds: ['reviewId'],
  }),
  vote: defineConsoleRoute({
    path: '/operators/vote',
    feature: 'operators',
    summary: 'Approve or reject the review as it was seen; the worker executes it after two approvals',
    right: 'read',
    rateLimit: 'write',
    body: z.strictObject({
      reviewId: id,
      decision: z.enum(reviewDecisions),
      /** Hash of the payload shown: a vote on any other payload is refused. */
      payloadHash,
      note: text(1_000),
      /** For a rejection: a code from the list of its kind. */
      reason: z.optional(text(40)),
      /** For rejected identity documents: what is wrong with which field. */
      problems: z.optional(
        z
          .array(z.strictObject({ field: z.enum(identityFields), problem: z.enum(identityProblems) }))
          .check(z.maxLength(5)),
      ),
      /** Only with a first approval, and only where the kind allows it. */
      revised: z.optional(z.record(text(40), z.union([text(200), z.int()]))),
      signature,
    }),
    data: reviewRow,
    refusals: [
      'review.not-found',
      'review.not-open',
      'review.expired',
      'review.changed',
      'review.not-allowed',
      'review.same-person',
      'review.same-device',
      'review.own-account',
      'review.reason-required',
      'review.no-revision',
      'review.set-restriction',
      'review.separated',
      'review.unsigned',
      'operator.signature-refused',
      'review.not-opened',
      'review.reason-code',
      'review.note-long',
      'review.no-bank-line',
      'deposit.booked-differs',
      'deposit.booked-too-much',
    ],
    objectIds: ['reviewId'],
  }),
  signVote: defineConsoleRoute({
    path: '/operators/signVote',
    feature: 'operators',
    summary: 'Sign the first vote of my own proposal; a second vote is refused until then',
    right: 'read',
    rateLimit: 'write',
    body: z.strictObject({ reviewId: id, signature }),
    data: none,
    refusals: ['review.not-found', 'operator.signature-refused'],
    objectIds: ['reviewId'],
  }),
  cancelReview: defineConsoleRoute({
    path: '/operators/cancelReview',
    feature: 'operators',
    summary: 'Cancel my proposal while it is undecided',
    right: 'read',
    rateLimit: 'write',
    body: z.strictObject({ reviewId: id }),
    data: reviewRow,
    refusals: ['review.not-found', 'review.not-open', 'review.not-yours'],
    objectIds: ['reviewId'],
  }),
  listViews: defineConsoleRoute({
    path: '/operators/listViews',
    feature: 'operators',
    summary: 'List my saved queue filters',
    right: 'read',
    rateLimit: 'read',
    body: nothing,
    data: z.object({ views: z.array(z.object({ viewId: id, name: text(40), filter })) }),
    refusals: [],
  }),
  saveView: defineConsoleRoute({
    path: '/operators/saveView',
    feature: 'operators',
    summary: 'Save a queue filter under a name',
    right: 'read',
    rateLimit: 'write',
    body: z.strictObject({ name: text(40).check(z.minLength(1)), filter }),
    data: z.object({ viewId: id }),
    refusals: ['view.limit', 'view.exists'],
  }),
  removeView: defineConsoleRoute({
    path: '/operators/removeView',
    feature: 'operators',
    summary: 'Remove one of my saved queue filters',
    right: 'read',
    rateLimit: 'write',
    body: z.strictObject({ viewId: id }),
    data: none,
    refusals: ['view.not-found'],
    objectIds: ['viewId'],
  }),
  openDocument: defineConsoleRoute({
    path: '/operators/openDocument',
    feature: 'operators',
    summary: 'Open a text that must be read before voting, such as the bank line of a deposit',
    right: 'open-personal',
    rateLimit: 'write',
    body: z.strictObject({ reviewId: id, document: text(60) }),
    data: none,
    refusals: ['review.not-found', 'personal.not-found', 'review.own-account'],
    objectIds: ['reviewId'],
  }),
  openPersonal: defineConsoleRoute({
    path: '/operators/openPersonal',
    feature: 'operators',
    summary: 'Open one masked field of a member for a stated purpose, which the member can read',
    right: 'open-personal',
    rateLimit: 'write',
    body: z.strictObject({
      memberId: id,
      field: z.enum(personalFields),
      purpose: text(200),
      /**
       * The review it is opened for: recorded once and reused until the review is decided. A contact can be opened only
       * through the review of its own request.
       */
      reviewId: z.optional(id),
    }),
    data: z.object({ value: text(1_000) }),
    refusals: ['personal.not-found', 'personal.purpose-required', 'review.own-account', 'review.not-found'],
    objectIds: ['memberId'],
  }),
  listOperators: defineConsoleRoute({
    path: '/operators/listOperators',
    feature: 'operators',
    summary: 'List current and former operators with their roles',
    right: 'read',
    rateLimit: 'read',
    body: nothing,
    data: z.object({
      operators: z.array(
        z.object({
          operatorId: id,
          login,
          name: text(40),
          state: z.enum(['invited', 'active', 'left']),
          roles: z.array(grantedRole),
          addedAt: instant,
          leftAt: z.nullable(instant),
          lastSeenAt: z.nullable(instant),
          /**
           * Who proposed and who approved this operator, and until when their votes do not count together with the
           * proposer's. Null for founders.
           */
          lineage: z.nullable(
            z.object({
              proposedBy: z.object({ operatorId: id, name: text(40) }),
              approvedBy: z.object({ operatorId: id, name: text(40) }),
              separatedUntil: instant,
            }),
          ),
          /** Voting keys in force. */
          votingKeys: z.int(),
          /** The halves of the enrolment code while it waits: this operator's, and the other approver's. */
          half: z.nullable(
            z.object({ mine: z.nullable(z.boolean()), otherTaken: z.boolean(), until: instant }),
          ),
        }),
      ),
    }),
    refusals: [],
  }),
  roleMatrix: defineConsoleRoute({
    path: '/operators/roleMatrix',
    feature: 'operators',
    summary: 'Read the rights of each role, and the rights that no role has',
    right: 'read',
    rateLimit: 'read',
    body: nothing,
    data: z.object({
      roles: z.array(z.object({ role: z.enum(operatorRoles), rights: z.array(z.enum(operatorRights)) })),
      /** Rights no role has, because no route does these things. */
      noRole: z.array(
        z.enum(['write-balance', 'write-price', 'write-fill', 'write-draw', 'write-statistic']),
      ),
    }),
    refusals: [],
  }),
  proposeOperator: defineConsoleRoute({
    path: '/operators/proposeOperator',
    feature: 'operators',
    summary:
      'Propose a new operator with roles; after the second approval each approver has half of the enrolment code',
    right: 'propose-people',
    rateLimit: 'write',
    body: z.strictObject({
      login: text(32).check(z.regex(/^[a-z][a-z0-9.-]{2,31}$/)),
      name: text(40).check(z.minLength(1)),
      roles: z.array(wantedRole).check(z.minLength(1), z.maxLength(6)),
      /** Accounts that belong to or are related to the operator. The operator can never vote on them. */
      relatedAccounts: z.array(text(10)).check(z.maxLength(20)),
      reason: text(1_000).check(z.minLength(1)),
    }),
    data: proposed,
    refusals: [...proposalRefusals, 'operator.login-taken'],
  }),
  proposeRoles: defineConsoleRoute({
    path: '/operators/proposeRoles',
    feature: 'operators',
    summary: 'Propose new roles for an operator; with no role the operator leaves',
    right: 'propose-people',
    rateLimit: 'write',
    body: z.strictObject({
      operatorId: id,
      roles: z.array(wantedRole).check(z.maxLength(6)),
      reason: text(1_000).check(z.minLength(1)),
    }),
    data: proposed,
    refusals: [...proposalRefusals, 'operator.too-few-admins'],
    objectIds: ['operatorId'],
  }),
}
