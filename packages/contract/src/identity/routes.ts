import * as z from 'zod/mini'
import { verificationStates } from '../members/index.ts'
import { id, instant, none, nothing, text } from '../fields.ts'
import { defineRoute } from '../route.ts'
import { identityDocuments, identityProblems, identityFields, identityRejections } from './states.ts'

export const identityRoutes = {
  status: defineRoute({
    path: '/identity/status',
    feature: 'identity',
    summary: 'How far my identity is verified, what was refused, and what each step allows',
    capability: 'read-own',
    rateLimit: 'read',
    body: nothing,
    data: z.object({
      state: z.enum(verificationStates),
      /** The member's last submission, masked. */
      sent: z.nullable(
        z.object({
          document: z.enum(identityDocuments),
          name: text(80),
          number: text(40),
          at: instant,
        }),
      ),
      /** While under review: when a decision is promised, and how many applications come first. */
      promisedAt: z.nullable(instant),
      ahead: z.nullable(z.int()),
      /** Why the whole application was rejected; `problems` lists the fields. */
      reason: z.nullable(z.enum(identityRejections)),
      problems: z.array(z.object({ field: z.enum(identityFields), problem: z.enum(identityProblems) })),
      note: z.nullable(text(300)),
      verifiedAt: z.nullable(instant),
      /** Tiers and what they allow, lowest first; `isMine` marks the member's tier. */
      tiers: z.array(
        z.object({
          tier: text(20),
          isMine: z.boolean(),
          allows: z.array(text(40)),
          needs: z.array(text(40)),
        }),
      ),
      /** Which operators opened which of the member's identity documents, newest first. */
      views: z.array(z.object({ field: text(40), operator: text(40), purpose: text(200), at: instant })),
    }),
    refusals: [],
  }),
  submit: defineRoute({
    path: '/identity/submit',
    feature: 'identity',
    summary: 'Send name, number and pictures; after a rejection only what was refused',
    capability: 'edit-own',
    rateLimit: 'write',
    idempotent: true,
    body: z.strictObject({
      document: z.optional(z.enum(identityDocuments)),
      name: z.optional(text(80)),
      number: z.optional(text(40)),
      birthDate: z.optional(text(10)),
      /** Ids of the member's uploads, from /uploads/image. */
      front: z.optional(id),
      back: z.optional(id),
    }),
    data: z.object({ state: z.enum(verificationStates) }),
    refusals: [
      'input.required',
      'identity.name',
      'identity.number',
      'identity.birth-date',
      'identity.under-age',
      'identity.duplicate',
      'identity.already-verified',
      'order.pending-review-exists',
      'upload.not-found',
    ],
    objectIds: ['front', 'back'],
  }),
  cancel: defineRoute({
    path: '/identity/cancel',
    feature: 'identity',
    summary: 'Cancel my application before it is decided',
    capability: 'edit-own',
    rateLimit: 'write',
    idempotent: true,
    body: nothing,
    data: none,
    refusals: ['order.not-review'],
  }),
}
