import * as z from 'zod/mini'
import { defineConsoleRoute } from '../console-route.ts'
import { id, instant, minor, nothing, openProposal, proposed, text, texts } from '../fields.ts'
import { auctionStates } from './states.ts'

const day = z.iso.date()
const name = z.strictObject({ tw: text(40), en: text(40) })

const terms = {
  symbol: text(10),
  name,
  industry: name,
  floorPrice: minor,
  lots: z.int(),
  minLots: z.int(),
  maxLots: z.int(),
  startsAt: instant,
  closesAt: instant,
  opensAt: instant,
  payBy: instant,
  listsOn: day,
}

const auction = z.object({
  auctionId: id,
  ...terms,
  name: texts,
  industry: texts,
  capLots: z.int(),
  fee: minor,
  deposit: z.int(),
  round: z.int(),
  state: z.enum(auctionStates),
  isRemoved: z.boolean(),
  reviewId: id,
  number: text(16),
  /** Before the opening the console knows how many bids there are, and no more. */
  counts: z.object({
    bids: z.int(),
    cancelled: z.int(),
    void: z.int(),
    invalid: z.int(),
    notWon: z.int(),
    due: z.int(),
    paid: z.int(),
    delivered: z.int(),
    forfeited: z.int(),
  }),
  result: z.nullable(z.object({ lowest: minor, highest: minor, amount: minor, lots: z.int() })),
  /** A removal that waits for a second operator. */
  removal: z.nullable(openProposal),
})

export const auctionsConsoleRoutes = {
  published: defineConsoleRoute({
    path: '/auctions/published',
    feature: 'auctions',
    summary: 'List auctions with their bids by state, newest first, and proposals that wait',
    right: 'read',
    rateLimit: 'read',
    body: nothing,
    data: z.object({
      auctions: z.array(auction),
      proposals: z.array(
        z.object({ ...openProposal.shape, symbol: text(10), name: texts, floorPrice: minor, lots: z.int() }),
      ),
    }),
    refusals: [],
  }),
  proposeAuction: defineConsoleRoute({
    path: '/auctions/proposeAuction',
    feature: 'auctions',
    summary: 'Propose an auction; a second operator approves and publishes it',
    right: 'propose-market',
    rateLimit: 'write',
    body: z.strictObject({ ...terms, reason: text(1_000) }),
    data: proposed,
    refusals: ['proposal.why', 'proposal.open', 'review.not-allowed', 'auction.terms', 'offer.symbol-taken'],
  }),
  proposeRemoval: defineConsoleRoute({
    path: '/auctions/proposeRemoval',
    feature: 'auctions',
    summary: 'Propose to take an auction down before its close; every bid is refunded in full',
    right: 'propose-market',
    rateLimit: 'write',
    body: z.strictObject({ auctionId: id, reason: text(1_000) }),
    data: proposed,
    refusals: ['proposal.why', 'proposal.open', 'review.not-allowed', 'request.not-found', 'offer.closed'],
    objectIds: ['auctionId'],
  }),
}
