import * as z from 'zod/mini'
import { defineConsoleRoute } from '../console-route.ts'
import { id, instant, minor, none, nothing, text, webauthnJson } from '../fields.ts'
import {
  operatorFactors,
  operatorRights,
  operatorRoles,
  personalFields,
  reviewDecisions,
  reviewKinds,
  reviewStates,
} from './states.ts'

const login = text(32)
const password = text(256)
const code = text(64)
const payloadHash = text(64)

const grantedRole = z.object({ role: z.enum(operatorRoles), until: z.nullable(instant) })
const wantedRole = z.strictObject({ role: z.enum(operatorRoles), until: z.nullable(instant) })

const me = z.object({
  operatorId: id,
  login,
  name: text(40),
  roles: z.array(grantedRole),
  rights: z.array(z.enum(operatorRights)),
  /** The session ends then at the latest; without a call it ends `idleMinutes` after the last one. */
  expiresAt: instant,
  idleMinutes: z.int(),
  recoveryCodesLeft: z.int(),
  passkeys: z.int(),
})

const passkey = z.object({
  passkeyId: id,
  name: text(40),
  addedAt: instant,
  lastUsedAt: z.nullable(instant),
})
const ceremony = z.object({ ceremonyId: id, options: webauthnJson })

const filter = z.strictObject({
  kinds: z.optional(z.array(z.enum(reviewKinds)).check(z.maxLength(30))),
  /** `open` is waiting and second together. */
  state: z.optional(z.enum(['open', ...reviewStates])),
  /** Only what I may vote on now. */
  mine: z.optional(z.boolean()),
  /** Only what misses one approval. */
  secondWanted: z.optional(z.boolean()),
  flagged: z.optional(z.boolean()),
  waitingOverMinutes: z.optional(z.int().check(z.minimum(0), z.maximum(100_000))),
  memberId: z.optional(id),
})

const reviewRow = z.object({
  reviewId: id,
  number: text(16),
  kind: z.enum(reviewKinds),
  state: z.enum(reviewStates),
  decision: z.nullable(z.enum(reviewDecisions)),
  /** Masked. */
  member: z.nullable(z.object({ memberId: id, account: text(20) })),
  amount: z.nullable(minor),
  currency: z.nullable(text(8)),
  openedAt: instant,
  promisedAt: instant,
  expiresAt: instant,
  flags: z.array(text(40)),
  openedBy: z.nullable(z.object({ operatorId: id, name: text(40) })),
  /** Who has approved so far. */
  approvedBy: z.array(z.object({ operatorId: id, name: text(40) })),
  isMineToVote: z.boolean(),
})

const count = z.object({ kind: z.enum(reviewKinds), count: z.int() })
const counts = z.object({
  open: z.int(),
  second: z.int(),
  flagged: z.int(),
  mine: z.int(),
  late: z.int(),
  byKind: z.array(count),
})

const line = z.object({ code: text(60), before: z.nullable(text(300)), after: z.nullable(text(300)) })

const reviewDetail = z.object({
  review: reviewRow,
  payload: z.record(text(60), z.unknown()),
  payloadHash,
  reason: text(1_000),
  evidence: z.array(z.object({ label: text(80), value: text(1_000) })),
  /** What the kind says about it. Codes are translated by the console; values are shown as they are. */
  facts: z.array(
    z.object({
      code: text(60),
      value: text(1_000),
      /** Set where the value is masked and may be opened with /operators/openPersonal. */
      personal: z.nullable(z.object({ memberId: id, field: z.enum(personalFields) })),
    }),
  ),
  checks: z.array(z.object({ ok: z.boolean(), code: text(60), value: text(300) })),
  lines: z.array(line),
  pictures: z.array(z.object({ fileId: id, code: text(60) })),
  /** What several say about the same thing, side by side. Codes of who says it, and a row for each thing. */
  compare: z.nullable(
    z.object({
      columns: z.array(text(60)),
      rows: z.array(
        z.object({ code: text(60), values: z.array(z.nullable(text(300))), differs: z.boolean() }),
      ),
      /** What the difference looks like, such as a zero too many: a code, or null. */
      hint: z.nullable(text(60)),
    }),
  ),
  /** What the first to approve is offered to set, by field of the payload. */
  suggested: z.record(text(40), text(200)),
  /** What approval does, one code per step, carried out by the worker. */
  effects: z.array(text(60)),
  /** The first to approve may set another value for these fields of the payload. */
  mayRevise: z.array(text(40)),
  votes: z.array(
    z.object({
      operatorId: id,
      name: text(40),
      decision: z.enum(reviewDecisions),
      note: text(1_000),
      at: instant,
      payloadHash,
    }),
  ),
  /** Why my vote would be refused; null where it counts. */
  mayApprove: z.nullable(text(60)),
  mayReject: z.nullable(text(60)),
  mayWithdraw: z.boolean(),
  /** How it ended: a code, and what went wrong while carrying it out, if anything. */
  outcome: z.nullable(text(60)),
  closedAt: z.nullable(instant),
  trouble: z.nullable(text(300)),
})

const proposed = z.object({ reviewId: id, number: text(16) })
const proposalRefusals = ['operator.not-allowed', 'operator.proposal-open', 'operator.not-found'] as const

export const operatorsConsoleRoutes = {
  signIn: defineConsoleRoute({
    path: '/operators/signIn',
    feature: 'operators',
    summary: 'Login name and password; the second factor always follows',
    right: 'public',
    pace: 'credential',
    body: z.strictObject({ login, password }),
    data: z.object({ challengeId: id, methods: z.array(z.enum(operatorFactors)), expiresAt: instant }),
    refusals: ['operator.wrong-credentials', 'operator.locked'],
  }),
  finishSignIn: defineConsoleRoute({
    path: '/operators/finishSignIn',
    feature: 'operators',
    summary: 'The second factor: authenticator or recovery code; the session begins',
    right: 'public',
    pace: 'credential',
    body: z.strictObject({ challengeId: id, method: z.enum(['authenticator', 'recovery-code']), code }),
    data: me,
    refusals: ['operator.wrong-code', 'operator.challenge-expired', 'operator.locked'],
  }),
  beginPasskeySignIn: defineConsoleRoute({
    path: '/operators/beginPasskeySignIn',
    feature: 'operators',
    summary: 'After the password: what a passkey is to sign as the second factor',
    right: 'public',
    pace: 'credential',
    body: z.strictObject({ challengeId: id }),
    data: ceremony,
    refusals: ['operator.challenge-expired'],
  }),
  finishPasskeySignIn: defineConsoleRoute({
    path: '/operators/finishPasskeySignIn',
    feature: 'operators',
    summary: 'The second factor by passkey; the session begins',
    right: 'public',
    pace: 'credential',
    body: z.strictObject({ ceremonyId: id, response: webauthnJson }),
    data: me,
    refusals: ['operator.challenge-expired', 'operator.passkey-refused'],
  }),
  listPasskeys: defineConsoleRoute({
    path: '/operators/listPasskeys',
    feature: 'operators',
    summary: 'My passkeys',
    right: 'signed-in',
    pace: 'read',
    body: nothing,
    data: z.object({ passkeys: z.array(passkey) }),
    refusals: [],
  }),
  beginPasskey: defineConsoleRoute({
    path: '/operators/beginPasskey',
    feature: 'operators',
    summary: 'Add a passkey: the password again, then what the device is to make',
    right: 'signed-in',
    pace: 'credential',
    body: z.strictObject({ password }),
    data: ceremony,
    refusals: ['operator.passkey-limit', 'operator.wrong-credentials', 'operator.locked'],
  }),
  finishPasskey: defineConsoleRoute({
    path: '/operators/finishPasskey',
    feature: 'operators',
    summary: 'Keep the passkey the device has made',
    right: 'signed-in',
    pace: 'credential',
    body: z.strictObject({ ceremonyId: id, response: webauthnJson, name: text(40) }),
    data: passkey,
    refusals: ['operator.challenge-expired', 'operator.passkey-refused', 'operator.passkey-limit'],
  }),
  removePasskey: defineConsoleRoute({
    path: '/operators/removePasskey',
    feature: 'operators',
    summary: 'Remove a passkey of mine: the password again',
    right: 'signed-in',
    pace: 'credential',
    body: z.strictObject({ passkeyId: id, password }),
    data: none,
    refusals: ['request.not-found', 'operator.wrong-credentials', 'operator.locked'],
    objectIds: ['passkeyId'],
  }),
  beginEnrolment: defineConsoleRoute({
    path: '/operators/beginEnrolment',
    feature: 'operators',
    summary:
      'The first time: the one-time code, and the password one chooses; answers the authenticator seed',
    right: 'public',
    pace: 'credential',
    body: z.strictObject({ login, enrolmentCode: code, password, confirmPassword: password }),
    data: z.object({ challengeId: id, secret: text(64), uri: text(300), expiresAt: instant }),
    refusals: [
      'operator.enrolment-refused',
      'operator.password-weak',
      'operator.passwords-differ',
      'operator.locked',
    ],
  }),
  finishEnrolment: defineConsoleRoute({
    path: '/operators/finishEnrolment',
    feature: 'operators',
    summary: 'The first code of the authenticator; answers the recovery codes, once, and the session begins',
    right: 'public',
    pace: 'credential',
    body: z.strictObject({ challengeId: id, code }),
    data: z.object({ me, recoveryCodes: z.array(text(32)) }),
    refusals: ['operator.wrong-code', 'operator.challenge-expired', 'operator.enrolment-refused'],
  }),
  me: defineConsoleRoute({
    path: '/operators/me',
    feature: 'operators',
    summary: 'Who I am, my roles and rights, and how long this session lasts',
    right: 'signed-in',
    pace: 'read',
    body: nothing,
    data: me,
    refusals: [],
  }),
  signOut: defineConsoleRoute({
    path: '/operators/signOut',
    feature: 'operators',
    summary: 'End this session',
    right: 'signed-in',
    pace: 'write',
    body: nothing,
    data: none,
    refusals: [],
  }),
  queue: defineConsoleRoute({
    path: '/operators/queue',
    feature: 'operators',
    summary: 'Reviews: those that miss one approval first, then the longest waiting; fifty to a page',
    right: 'read',
    pace: 'read',
    body: z.strictObject({ filter, after: z.optional(text(120)) }),
    data: z.object({ reviews: z.array(reviewRow), next: z.nullable(text(120)) }),
    refusals: [],
  }),
  queueCounts: defineConsoleRoute({
    path: '/operators/queueCounts',
    feature: 'operators',
    summary: 'How many are open, by kind and by filter, and the figures of today',
    right: 'read',
    pace: 'read',
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
  review: defineConsoleRoute({
    path: '/operators/review',
    feature: 'operators',
    summary: 'One review: facts, checks, votes, what approval does',
    right: 'read',
    pace: 'read',
    body: z.strictObject({ reviewId: id }),
    data: reviewDetail,
    refusals: ['review.not-found'],
    objectIds: ['reviewId'],
  }),
  vote: defineConsoleRoute({
    path: '/operators/vote',
    feature: 'operators',
    summary: 'Approve or reject what was seen; the worker carries out what two have approved',
    right: 'read',
    pace: 'write',
    body: z.strictObject({
      reviewId: id,
      decision: z.enum(reviewDecisions),
      /** Of what was shown: a vote on anything else is refused. */
      payloadHash,
      note: text(1_000),
      /** First approval only, and only where the kind allows it. */
      revised: z.optional(z.record(text(40), z.union([text(200), z.int()]))),
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
    ],
    objectIds: ['reviewId'],
  }),
  withdrawReview: defineConsoleRoute({
    path: '/operators/withdrawReview',
    feature: 'operators',
    summary: 'Take back what I proposed, while nobody has decided',
    right: 'read',
    pace: 'write',
    body: z.strictObject({ reviewId: id }),
    data: reviewRow,
    refusals: ['review.not-found', 'review.not-open', 'review.not-yours'],
    objectIds: ['reviewId'],
  }),
  listViews: defineConsoleRoute({
    path: '/operators/listViews',
    feature: 'operators',
    summary: 'My saved filters of the queue',
    right: 'read',
    pace: 'read',
    body: nothing,
    data: z.object({ views: z.array(z.object({ viewId: id, name: text(40), filter })) }),
    refusals: [],
  }),
  saveView: defineConsoleRoute({
    path: '/operators/saveView',
    feature: 'operators',
    summary: 'Keep a filter under a name',
    right: 'read',
    pace: 'write',
    body: z.strictObject({ name: text(40).check(z.minLength(1)), filter }),
    data: z.object({ viewId: id }),
    refusals: ['view.limit', 'view.exists'],
  }),
  removeView: defineConsoleRoute({
    path: '/operators/removeView',
    feature: 'operators',
    summary: 'Remove a saved filter of mine',
    right: 'read',
    pace: 'write',
    body: z.strictObject({ viewId: id }),
    data: none,
    refusals: ['view.not-found'],
    objectIds: ['viewId'],
  }),
  openPersonal: defineConsoleRoute({
    path: '/operators/openPersonal',
    feature: 'operators',
    summary: 'One field of one member in the clear, for a purpose the member will read',
    right: 'open-personal',
    pace: 'write',
    body: z.strictObject({ memberId: id, field: z.enum(personalFields), purpose: text(200) }),
    data: z.object({ value: text(1_000) }),
    refusals: ['personal.not-found', 'personal.purpose-required', 'review.own-account'],
    objectIds: ['memberId'],
  }),
  search: defineConsoleRoute({
    path: '/operators/search',
    feature: 'operators',
    summary:
      'By account, member id, order id or review number; whole numbers only, so that nobody can leaf through members',
    right: 'read',
    pace: 'read',
    body: z.strictObject({ text: text(64).check(z.minLength(1)) }),
    data: z.object({
      found: z.array(
        z.object({
          kind: z.enum(['member', 'order', 'review']),
          id,
          title: text(80),
          detail: text(120),
          memberId: z.nullable(id),
        }),
      ),
    }),
    refusals: [],
  }),
  listOperators: defineConsoleRoute({
    path: '/operators/listOperators',
    feature: 'operators',
    summary: 'Everybody who works here or did, with roles',
    right: 'read',
    pace: 'read',
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
        }),
      ),
    }),
    refusals: [],
  }),
  roleMatrix: defineConsoleRoute({
    path: '/operators/roleMatrix',
    feature: 'operators',
    summary: 'Which role has which right, and what no role has',
    right: 'read',
    pace: 'read',
    body: nothing,
    data: z.object({
      roles: z.array(z.object({ role: z.enum(operatorRoles), rights: z.array(z.enum(operatorRights)) })),
      /** No role has these, because no call does them. */
      nobody: z.array(
        z.enum(['write-balance', 'write-price', 'write-fill', 'write-draw', 'write-statistic']),
      ),
    }),
    refusals: [],
  }),
  proposeOperator: defineConsoleRoute({
    path: '/operators/proposeOperator',
    feature: 'operators',
    summary: 'Propose a new person with roles; the second approval makes the account and its enrolment code',
    right: 'propose-people',
    pace: 'write',
    body: z.strictObject({
      login: text(32).check(z.regex(/^[a-z][a-z0-9.-]{2,31}$/)),
      name: text(40).check(z.minLength(1)),
      roles: z.array(wantedRole).check(z.minLength(1), z.maxLength(6)),
      /** Accounts that are his own or related to him: he can never vote on them. */
      relatedAccounts: z.array(text(10)).check(z.maxLength(20)),
      reason: text(1_000).check(z.minLength(1)),
    }),
    data: z.object({
      ...proposed.shape,
      /** Handed to the new person; works only after the second approval, once, for three days. */
      enrolmentCode: text(64),
    }),
    refusals: [...proposalRefusals, 'operator.login-taken'],
  }),
  proposeRoles: defineConsoleRoute({
    path: '/operators/proposeRoles',
    feature: 'operators',
    summary: 'Propose the roles somebody shall have from now on; none means he leaves',
    right: 'propose-people',
    pace: 'write',
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
