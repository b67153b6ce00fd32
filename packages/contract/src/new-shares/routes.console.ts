import * as z from 'zod/mini'
import { defineConsoleRoute } from '../console-route.ts'
import { id, instant, minor, nothing, openProposal, proposed, text, texts } from '../fields.ts'
import { offerStages, offerStates, paymentModes, voidReasons } from './states.ts'

const day = z.iso.date()
const name = z.strictObject({ tw: text(40), en: text(40) })

const terms = {
  symbol: text(10),
  name,
  industry: name,
  price: minor,
  lots: z.int(),
  minShares: z.int(),
  maxPerMember: z.int(),
  paymentMode: z.enum(paymentModes),
  pe: z.nullable(z.int()),
  industryPe: z.nullable(z.int()),
  announcesAt: instant,
  opensAt: instant,
  closesAt: instant,
  drawsAt: instant,
  payBy: instant,
  issuesOn: day,
  listsOn: day,
}

const offer = z.object({
  offerId: id,
  ...terms,
  name: texts,
  industry: texts,
  fee: minor,
  state: z.enum(offerStates),
  stage: z.nullable(z.enum(offerStages)),
  isRemoved: z.boolean(),
  applications: z.int(),
  places: z.int(),
  drawId: z.nullable(id),
  reviewId: id,
  number: text(16),
  /** Winners by state, and applications that took no part. */
  counts: z.object({
    due: z.int(),
    paid: z.int(),
    delivered: z.int(),
    unpaid: z.int(),
    notWon: z.int(),
    cancelled: z.int(),
    void: z.int(),
  }),
  /** A removal that waits for a second operator. */
  removal: z.nullable(openProposal),
})

export const newSharesConsoleRoutes = {
  published: defineConsoleRoute({
    path: '/new-shares/published',
    feature: 'new-shares',
    summary: 'List new-share offers with applications and results, newest first, and proposals that wait',
    right: 'read',
    rateLimit: 'read',
    body: nothing,
    data: z.object({
      offers: z.array(offer),
      proposals: z.array(
        z.object({ ...openProposal.shape, symbol: text(10), name: texts, price: minor, lots: z.int() }),
      ),
    }),
    refusals: [],
  }),
  unqualified: defineConsoleRoute({
    path: '/new-shares/unqualified',
    feature: 'new-shares',
    summary: 'List the applications for an offer that took no part in the draw, with the reason',
    right: 'read',
    rateLimit: 'read',
    body: z.strictObject({ offerId: id, after: z.optional(text(64)) }),
    data: z.object({
      applications: z.array(
        z.object({
          applicationId: id,
          memberId: id,
          /** Masked. */
          account: text(20),
          shares: z.int(),
          refunded: minor,
          reason: z.enum(voidReasons),
          appliedAt: instant,
          decidedAt: instant,
        }),
      ),
      next: z.nullable(text(64)),
    }),
    refusals: ['request.not-found'],
    objectIds: ['offerId'],
  }),
  proposeOffer: defineConsoleRoute({
    path: '/new-shares/proposeOffer',
    feature: 'new-shares',
    summary: 'Propose a new-share offer; a second operator approves and publishes it',
    right: 'propose-market',
    rateLimit: 'write',
    body: z.strictObject({ ...terms, reason: text(1_000) }),
    data: proposed,
    refusals: ['proposal.why', 'proposal.open', 'review.not-allowed', 'offer.terms', 'offer.symbol-taken'],
  }),
  proposeRemoval: defineConsoleRoute({
    path: '/new-shares/proposeRemoval',
    feature: 'new-shares',
    summary: 'Propose to take an offer down before its close; every application is refunded in full',
    right: 'propose-market',
    rateLimit: 'write',
    body: z.strictObject({ offerId: id, reason: text(1_000) }),
    data: proposed,
    refusals: ['proposal.why', 'proposal.open', 'review.not-allowed', 'request.not-found', 'offer.closed'],
    objectIds: ['offerId'],
  }),
}
