import * as z from 'zod/mini'
import { id, instant, none, nothing, text } from '../fields.ts'
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
  /** The newest appeal that failed, and what the operators wrote; empty when it expired without a decision. */
  rejectedAt: z.nullable(instant),
  rejectionNote: z.nullable(text(1000)),
})

/** From the refusal of a blocked sign-in. */
const ticket = text(128)
const appeal = { restrictionId: id, statement: text(500) }
const appealRefusals = ['request.not-found', 'member.appeal-exists', 'input.text-length'] as const

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
  appealRestriction: defineRoute({
    path: '/members/appealRestriction',
    feature: 'members',
    summary: 'Ask for a restriction to be looked at again',
    capability: 'read-own',
    rateLimit: 'write',
    idempotent: true,
    body: z.strictObject(appeal),
    data: none,
    refusals: appealRefusals,
    objectIds: ['restrictionId'],
  }),
  showBlock: defineRoute({
    path: '/members/showBlock',
    feature: 'members',
    summary: 'Why my sign-in is blocked: my restrictions, with the ticket from the refused sign-in',
    capability: 'public',
    rateLimit: 'credential',
    body: z.strictObject({ ticket }),
    data: z.object({ restrictions: z.array(restriction) }),
    refusals: ['auth.challenge-expired'],
  }),
  appealBlock: defineRoute({
    path: '/members/appealBlock',
    feature: 'members',
    summary: 'Ask for a restriction to be looked at again, with the ticket from the refused sign-in',
    capability: 'public',
    rateLimit: 'credential',
    idempotent: true,
    body: z.strictObject({ ticket, ...appeal }),
    data: none,
    refusals: ['auth.challenge-expired', ...appealRefusals],
    objectIds: ['restrictionId'],
  }),
}
