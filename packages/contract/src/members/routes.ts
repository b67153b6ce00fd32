import * as z from 'zod/mini'
import { id, instant, minor, none, nothing, text } from '../fields.ts'
import { defineRoute } from '../route.ts'
import { memberKinds, restrictionKinds, restrictionReasons, verificationStates } from './states.ts'

const restriction = z.object({
  restrictionId: id,
  kind: z.enum(restrictionKinds),
  reason: z.enum(restrictionReasons),
  /** The basis of the restriction: an article, a clause of the agreement, or a case number. */
  rule: z.nullable(text(120)),
  since: instant,
  reviewOn: text(10),
  /** The two operators who set the restriction, by their public numbers. */
  setBy: z.array(text(40)),
  appealedAt: z.nullable(instant),
})

export const membersRoutes = {
  profile: defineRoute({
    path: '/members/profile',
    feature: 'members',
    summary: 'Who I am here: account, kind, verification, invitation code, restrictions',
    capability: 'read-own',
    rateLimit: 'read',
    body: nothing,
    data: z.object({
      memberId: id,
      account: text(32),
      kind: z.enum(memberKinds),
      verification: z.enum(verificationStates),
      invitationCode: text(12),
      joinedAt: instant,
      restrictions: z.array(restriction),
    }),
    refusals: [],
  }),
  assets: defineRoute({
    path: '/members/assets',
    feature: 'members',
    summary: 'Total, available and held money, from the ledger',
    capability: 'read-own',
    rateLimit: 'read',
    body: nothing,
    data: z.object({
      currency: z.literal('TWD'),
      total: minor,
      available: minor,
      held: minor,
      profit: minor,
      usd: minor,
      creditScore: z.int(),
      simulated: z.boolean(),
      asOf: instant,
    }),
    refusals: [],
  }),
  appealRestriction: defineRoute({
    path: '/members/appealRestriction',
    feature: 'members',
    summary: 'Ask for a restriction to be looked at again',
    capability: 'read-own',
    rateLimit: 'write',
    idempotent: true,
    body: z.strictObject({ restrictionId: id, statement: text(500) }),
    data: none,
    refusals: ['request.not-found', 'member.appeal-exists', 'input.text-length'],
    objectIds: ['restrictionId'],
  }),
}
