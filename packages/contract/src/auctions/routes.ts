import * as z from 'zod/mini'
import { treeRoot } from '../audit/index.ts'
import { id, instant, minor, text, texts } from '../fields.ts'
import { defineRoute } from '../route.ts'
import {
  auctionStates,
  auctionViews,
  bidProblemCodes,
  bidStates,
  bidViews,
  bidVoidReasons,
} from './states.ts'

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const signedText = z.object({ keyId: text(16), publicKey: text(200), signature: text(200) })

const auction = z.object({
  auctionId: id,
  symbol: text(10),
  name: texts,
  industry: texts,
  floorPrice: minor,
  lots: z.int(),
  minLots: z.int(),
  maxLots: z.int(),
  /** The most lots of one person. */
  capLots: z.int(),
  fee: minor,
  /** Hundredths of a percent of the ceiling. */
  deposit: z.int(),
  /** Generated figures of an invented company on the practice market. */
  isPractice: z.boolean(),
  startsAt: instant,
  closesAt: instant,
  opensAt: instant,
  payBy: instant,
  listsOn: text(10),
  state: z.enum(auctionStates),
  isRemoved: z.boolean(),
  round: z.int(),
  /** Bids that take part. */
  bids: z.int(),
  /** From the clearing on: the lowest and the highest winning price, what all winners pay, and the lots they get. */
  result: z.nullable(z.object({ lowest: minor, highest: minor, amount: minor, lots: z.int() })),
  /** My bids: how many, how many lots I got, and what I still have to pay. */
  mine: z.object({ bids: z.int(), awarded: z.int(), due: minor }),
})

const bid = z.object({
  bidId: id,
  auctionId: id,
  symbol: text(10),
  name: texts,
  fingerprint: hash,
  /** The most the bid can cost. Price and lots are sealed. */
  ceiling: minor,
  deposit: minor,
  fee: minor,
  /** Held now for this bid. */
  held: minor,
  state: z.enum(bidStates),
  voidReason: z.nullable(z.enum(bidVoidReasons)),
  problem: z.nullable(z.enum(bidProblemCodes)),
  /** Null until the bid is opened. */
  price: z.nullable(minor),
  lots: z.nullable(z.int()),
  rank: z.nullable(z.int()),
  awarded: z.int(),
  amount: minor,
  due: minor,
  sentAt: instant,
  closesAt: instant,
  opensAt: instant,
  payBy: instant,
  paidAt: z.nullable(instant),
  deliveredAt: z.nullable(instant),
})

const acted = z.object({ bid })

export const auctionsRoutes = {
  list: defineRoute({
    path: '/auctions/list',
    feature: 'auctions',
    summary: 'Auctions: taking bids or announced, waiting for the opening, or opened; newest fifty',
    capability: 'read-own',
    rateLimit: 'read',
    body: z.strictObject({ view: z.enum(auctionViews) }),
    data: z.object({ auctions: z.array(auction) }),
    refusals: [],
  }),
  detail: defineRoute({
    path: '/auctions/detail',
    feature: 'auctions',
    summary: 'One auction with its signed terms and my bids',
    capability: 'read-own',
    rateLimit: 'read',
    body: z.strictObject({ auctionId: id }),
    data: z.object({
      auction,
      /** Canonical JSON of AuctionTerms in packages/proof. */
      terms: text(10_000),
      bids: z.array(bid),
      /** From the clearing on: lots asked and lots won by price, the highest first. */
      bands: z.array(z.object({ from: minor, to: minor, asked: z.int(), awarded: z.int() })),
      hasFundPassword: z.boolean(),
      isVerified: z.boolean(),
      available: minor,
    }),
    refusals: ['stock.not-found'],
  }),
  bids: defineRoute({
    path: '/auctions/bids',
    feature: 'auctions',
    summary: 'My bids of all auctions, newest first: before the opening, won, or ended without lots',
    capability: 'read-own',
    rateLimit: 'read',
    body: z.strictObject({ view: z.enum(bidViews), before: z.optional(text(64)) }),
    data: z.object({ bids: z.array(bid), next: z.nullable(text(64)) }),
    refusals: [],
  }),
  bid: defineRoute({
    path: '/auctions/bid',
    feature: 'auctions',
    summary: 'Send a sealed bid; the deposit and the fee are held',
    capability: 'trade',
    rateLimit: 'credential',
    idempotent: true,
    body: z.strictObject({
      bidId: id,
      auctionId: id,
      fingerprint: hash,
      /** Hex. */
      sealed: z.string().check(z.regex(/^(?:[0-9a-f]{2}){100,400}$/)),
      ceiling: minor,
      fundPassword: text(64),
    }),
    data: z.object({
      bid,
      /** Signed: the bid will be in the list. */
      receipt: z.extend(signedText, { text: text(1_000) }),
    }),
    refusals: [
      'input.required',
      'identity.complete-first',
      'identity.pending',
      'identity.not-passed',
      'password.fund-not-set',
      'password.wrong-fund',
      'auth.fund-password-locked',
      'stock.not-found',
      'stock.removed',
      'auction.not-started',
      'auction.closed',
      'auction.ceiling',
      'auction.too-many',
      'balance.insufficient',
    ],
  }),
  cancel: defineRoute({
    path: '/auctions/cancel',
    feature: 'auctions',
    summary: 'Cancel a bid before the close; the deposit is released, the fee is charged',
    capability: 'read-own',
    rateLimit: 'write',
    idempotent: true,
    body: z.strictObject({ bidId: id }),
    data: acted,
    refusals: ['order.not-found', 'auction.closed'],
    objectIds: ['bidId'],
  }),
  pay: defineRoute({
    path: '/auctions/pay',
    feature: 'auctions',
    summary: 'Pay the remaining price of won lots',
    capability: 'close',
    rateLimit: 'write',
    idempotent: true,
    body: z.strictObject({ bidId: id }),
    data: acted,
    refusals: ['order.not-found', 'auction.not-due', 'balance.insufficient'],
    objectIds: ['bidId'],
  }),
  book: defineRoute({
    path: '/auctions/book',
    feature: 'auctions',
    summary:
      'What anyone needs to repeat an auction: signed list, round, and every bid once opened, in pages',
    capability: 'public',
    rateLimit: 'read',
    body: z.strictObject({ auctionId: id, from: z.int().check(z.minimum(0)) }),
    data: z.object({
      terms: text(10_000),
      announcement: z.extend(signedText, { publishedAt: instant }),
      /** Null before the close. */
      root: z.nullable(treeRoot),
      beacon: z.nullable(z.object({ round: z.int(), signature: text(96), randomness: hash })),
      /** The result is complete. */
      isCleared: z.boolean(),
      bids: z.array(
        z.object({
          bidId: id,
          person: hash,
          fingerprint: hash,
          ceiling: minor,
          sealHash: hash,
          /** Hex. Empty before the opening. */
          sealed: text(800),
          opened: z.nullable(z.object({ price: minor, lots: z.int(), salt: hash })),
          problem: z.nullable(z.enum(bidProblemCodes)),
          rank: z.nullable(z.int()),
          awarded: z.int(),
        }),
      ),
      next: z.nullable(z.int()),
    }),
    refusals: ['stock.not-found'],
  }),
}
