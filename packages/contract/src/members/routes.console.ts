import * as z from 'zod/mini'
import { defineConsoleRoute } from '../console-route.ts'
import { id, instant, minor, none, nothing, proposed, text } from '../fields.ts'
import { personalFields, reviewKinds, reviewStates } from '../operators/index.ts'
import { memberKinds, restrictionKinds, restrictionReasons, verificationStates } from './states.ts'

const day = text(10)
const account = text(20)

const filter = z.strictObject({
  /** Members with a restriction in force: any, or of this kind. */
  restricted: z.optional(z.enum(['any', ...restrictionKinds])),
  verification: z.optional(z.enum(verificationStates)),
  kind: z.optional(z.enum(memberKinds)),
  /** Only members active within this many days. */
  seenWithinDays: z.optional(z.int().check(z.minimum(1), z.maximum(90))),
  joinedWithinDays: z.optional(z.int().check(z.minimum(1), z.maximum(3_650))),
  /** Only members with an open margin call. */
  called: z.optional(z.boolean()),
  /** Only members with a review that waits for an operator. */
  waiting: z.optional(z.boolean()),
})

const memberRow = z.object({
  memberId: id,
  /** Masked; the name is null until identity documents were sent. */
  account,
  number: text(16),
  name: z.nullable(text(40)),
  kind: z.enum(memberKinds),
  verification: z.enum(verificationStates),
  restrictions: z.array(z.enum(restrictionKinds)),
  /** Total in NT$: cash and positions at their last price, less what is owed. */
  total: minor,
  /** Of the whole account, hundredths of a per cent; null where nothing is owed. */
  ratioBp: z.nullable(z.int()),
  /** Deposits less withdrawals that were approved within thirty days, NT$. */
  inflow: minor,
  callDeadline: z.nullable(instant),
  /** Kinds of the open reviews about this member. */
  waiting: z.array(z.enum(reviewKinds)),
  /** Other members who signed in from the same browser. */
  sharing: z.int(),
  joinedAt: instant,
  lastSeenAt: z.nullable(instant),
})

const position = z.object({
  positionId: id,
  symbol: text(12),
  nameTw: text(80),
  nameEn: text(120),
  direction: z.enum(['long', 'short']),
  multiple: z.int(),
  dayTrade: z.boolean(),
  shares: z.int(),
  price: z.int(),
  last: z.nullable(z.int()),
  margin: minor,
  unrealised: z.nullable(minor),
})

const order = z.object({
  orderId: id,
  symbol: text(12),
  side: text(8),
  purpose: text(8),
  price: z.nullable(z.int()),
  quantity: z.int(),
  left: z.int(),
  state: text(24),
  placedAt: instant,
})

const fundOrder = z.object({
  id,
  kind: z.enum(['deposit', 'withdrawal']),
  amount: minor,
  currency: text(3),
  state: text(16),
  stage: z.nullable(text(16)),
  sentAt: instant,
  review: z.nullable(z.object({ reviewId: id, number: text(16), state: z.enum(reviewStates) })),
  /** The operators who decided, in order. */
  deciders: z.array(text(40)),
})

const restriction = z.object({
  restrictionId: id,
  kind: z.enum(restrictionKinds),
  reason: z.enum(restrictionReasons),
  rule: z.nullable(text(120)),
  since: instant,
  reviewOn: day,
  setBy: z.array(text(40)),
  liftedAt: z.nullable(instant),
  liftedBy: z.array(text(40)),
  liftReason: z.nullable(text(1_000)),
  appeal: z.nullable(z.object({ state: z.enum(['pending', 'passed', 'rejected']), at: instant })),
})

const detail = z.object({
  memberId: id,
  account,
  name: z.nullable(text(40)),
  kind: z.enum(memberKinds),
  verification: z.enum(verificationStates),
  joinedAt: instant,
  lastSeenAt: z.nullable(instant),
  inviter: z.nullable(z.object({ memberId: id, account })),
  invited: z.int(),
  assets: z.object({
    total: minor,
    available: minor,
    held: minor,
    margin: minor,
    loans: minor,
    unrealised: minor,
    ratioBp: z.nullable(z.int()),
    others: z.array(z.object({ currency: text(3), amount: minor })),
    callDeadline: z.nullable(instant),
  }),
  /** The sum of all lines of the member's accounts, compared with the stored balances now. */
  ledger: z.object({ accounts: z.int(), lines: z.int(), differing: z.int(), checkedAt: instant }),
  positions: z.array(position),
  orders: z.array(order),
  fundOrders: z.array(fundOrder),
  fundOrderCount: z.int(),
  documents: z.object({
    identity: z.nullable(
      z.object({
        state: z.enum(verificationStates),
        document: text(24),
        numberMasked: text(40),
        attempt: z.int(),
        sentAt: instant,
        decidedAt: z.nullable(instant),
      }),
    ),
    bankAccounts: z.array(
      z.object({
        bankAccountId: id,
        bank: text(120),
        ending: text(8),
        currency: text(3),
        state: text(16),
        usableFrom: z.nullable(instant),
      }),
    ),
    dayTrading: z.nullable(z.object({ state: text(16), appliedAt: instant })),
  }),
  sessions: z.array(
    z.object({
      sessionId: id,
      label: text(120),
      network: text(80),
      signedInAt: instant,
      lastSeenAt: instant,
      endedFor: z.nullable(text(24)),
      isOpen: z.boolean(),
    }),
  ),
  devices: z.array(z.object({ deviceId: id, label: text(120), firstSeenAt: instant, lastSeenAt: instant })),
  restrictions: z.array(restriction),
  /** Open reviews about this member. `of` is the subject: a kind of restriction, or a row. */
  waiting: z.array(
    z.object({
      reviewId: id,
      number: text(16),
      kind: z.enum(reviewKinds),
      state: z.enum(reviewStates),
      of: text(80),
    }),
  ),
  trail: z.array(
    z.object({
      at: instant,
      action: text(80),
      /** `member`, `system`, `anonymous`, or an operator's name. */
      actor: text(60),
      byOperator: z.boolean(),
      details: z.array(z.object({ code: text(24), value: text(300) })),
    }),
  ),
  related: z.array(
    z.object({ memberId: id, account, how: z.enum(['device', 'inviter', 'invited']), detail: text(120) }),
  ),
  notes: z.array(z.object({ noteId: id, operator: text(40), text: text(1_000), at: instant })),
  views: z.array(
    z.object({ operator: text(40), field: z.enum(personalFields), purpose: text(200), at: instant }),
  ),
})

const proposalRefusals = [
  'proposal.why',
  'input.required',
  'members.not-found',
  'members.proposal-open',
  'review.own-account',
  'review.not-allowed',
] as const

export const membersConsoleRoutes = {
  list: defineConsoleRoute({
    path: '/members/list',
    feature: 'members',
    summary: 'List members with masked data, newest or last active first, fifty per page',
    right: 'read',
    rateLimit: 'read',
    body: z.strictObject({
      filter,
      sort: z.enum(['joined', 'seen']),
      /** A whole name, account or member number. The search is recorded, and no view stores it. */
      text: z.optional(text(64).check(z.minLength(1))),
      after: z.optional(text(80)),
    }),
    data: z.object({ members: z.array(memberRow), next: z.nullable(text(80)) }),
    refusals: [],
  }),
  counts: defineConsoleRoute({
    path: '/members/counts',
    feature: 'members',
    summary: 'Count members: all, restricted, with a margin call, with an open review',
    right: 'read',
    rateLimit: 'read',
    body: nothing,
    data: z.object({
      all: z.int(),
      /** True when `all` is the database's estimate and not a count: above twenty thousand. */
      isEstimate: z.boolean(),
      restricted: z.int(),
      called: z.int(),
      waiting: z.int(),
    }),
    refusals: [],
  }),
  detail: defineConsoleRoute({
    path: '/members/detail',
    feature: 'members',
    summary: 'Read one member: reconciled balances, masked documents, devices, restrictions and audit trail',
    right: 'read',
    rateLimit: 'read',
    body: z.strictObject({ memberId: id }),
    data: detail,
    refusals: ['members.not-found'],
    objectIds: ['memberId'],
  }),
  addNote: defineConsoleRoute({
    path: '/members/addNote',
    feature: 'members',
    summary: 'Add a note about a member for other operators; notes cannot be edited',
    right: 'open-personal',
    rateLimit: 'write',
    body: z.strictObject({ memberId: id, text: text(1_000).check(z.minLength(1)) }),
    data: z.object({ noteId: id }),
    refusals: ['members.not-found', 'input.required'],
    objectIds: ['memberId'],
  }),
  proposeRestriction: defineConsoleRoute({
    path: '/members/proposeRestriction',
    feature: 'members',
    summary: 'Propose a restriction with its reason, legal basis and review date',
    right: 'propose-funds',
    rateLimit: 'write',
    body: z.strictObject({
      memberId: id,
      kind: z.enum(restrictionKinds),
      reason: z.enum(restrictionReasons),
      rule: text(120).check(z.minLength(1)),
      reviewOn: day,
      why: text(1_000).check(z.minLength(1)),
    }),
    data: proposed,
    refusals: [...proposalRefusals, 'members.restricted-already', 'members.review-date'],
    objectIds: ['memberId'],
  }),
  proposeLift: defineConsoleRoute({
    path: '/members/proposeLift',
    feature: 'members',
    summary: 'Propose to lift a restriction',
    right: 'propose-funds',
    rateLimit: 'write',
    body: z.strictObject({ restrictionId: id, why: text(1_000).check(z.minLength(1)) }),
    data: proposed,
    refusals: proposalRefusals,
    objectIds: ['restrictionId'],
  }),
  listViews: defineConsoleRoute({
    path: '/members/listViews',
    feature: 'members',
    summary: 'List my saved member filters',
    right: 'read',
    rateLimit: 'read',
    body: nothing,
    data: z.object({ views: z.array(z.object({ viewId: id, name: text(40), filter })) }),
    refusals: [],
  }),
  saveView: defineConsoleRoute({
    path: '/members/saveView',
    feature: 'members',
    summary: 'Save a member filter under a name',
    right: 'read',
    rateLimit: 'write',
    body: z.strictObject({ name: text(40).check(z.minLength(1)), filter }),
    data: z.object({ viewId: id }),
    refusals: ['view.limit', 'view.exists'],
  }),
  removeView: defineConsoleRoute({
    path: '/members/removeView',
    feature: 'members',
    summary: 'Remove one of my saved member filters',
    right: 'read',
    rateLimit: 'write',
    body: z.strictObject({ viewId: id }),
    data: none,
    refusals: ['view.not-found'],
    objectIds: ['viewId'],
  }),
}
