// What operators use beside voting: the search, who works on which review, notes on a review, and the queue as a file.

import * as z from 'zod/mini'
import { defineConsoleRoute } from '../console-route.ts'
import { id, text, texts } from '../fields.ts'
import { reviewKinds } from './review-kinds.ts'
import { filter } from './reviews.console.ts'

const foundKinds = [
  'member',
  'review',
  'deposit',
  'withdrawal',
  'bank-account',
  'bank-line',
  'order',
  'stock',
  'rule',
] as const

/** At most one page of the queue at a time. */
const reviewIds = z.array(id).check(z.minLength(1), z.maxLength(50))

export const operatorWorkRoutes = {
  search: defineConsoleRoute({
    path: '/operators/search',
    feature: 'operators',
    summary:
      'Search members, reviews, fund requests, bank lines, orders, stocks and rules; whole numbers and names only; recorded',
    right: 'read',
    rateLimit: 'read',
    body: z.strictObject({ text: text(64).check(z.minLength(1)) }),
    data: z.object({
      found: z.array(
        z.object({
          kind: z.enum(foundKinds),
          /** A row's id, a symbol, or the key of a rule. */
          id: text(80),
          /** Masked where it is a member's. */
          title: texts,
          detail: text(160),
          /** The kind of a review. */
          of: z.nullable(z.enum(reviewKinds)),
          memberId: z.nullable(id),
        }),
      ),
    }),
    refusals: [],
  }),
  takeReviews: defineConsoleRoute({
    path: '/operators/takeReviews',
    feature: 'operators',
    summary: 'Assign open reviews I can decide to me, unless a colleague works on them; colleagues see it',
    right: 'read',
    rateLimit: 'write',
    body: z.strictObject({ reviewIds }),
    data: z.object({
      taken: z.array(id),
      /** Those a colleague works on. */
      others: z.array(z.object({ number: text(16), by: text(40) })),
    }),
    refusals: ['review.not-found'],
    objectIds: ['reviewIds'],
  }),
  releaseReviews: defineConsoleRoute({
    path: '/operators/releaseReviews',
    feature: 'operators',
    summary: 'End my assignment of reviews',
    right: 'read',
    rateLimit: 'write',
    body: z.strictObject({ reviewIds }),
    data: z.object({ released: z.int() }),
    refusals: [],
    objectIds: ['reviewIds'],
  }),
  addReviewNote: defineConsoleRoute({
    path: '/operators/addReviewNote',
    feature: 'operators',
    summary: 'Add a note on a review for other operators; members never see it, and it cannot be edited',
    right: 'open-personal',
    rateLimit: 'write',
    body: z.strictObject({ reviewId: id, text: text(1_000).check(z.minLength(1)) }),
    data: z.object({ noteId: id }),
    refusals: ['review.not-found', 'input.required'],
    objectIds: ['reviewId'],
  }),
  exportQueue: defineConsoleRoute({
    path: '/operators/exportQueue',
    feature: 'operators',
    summary: 'Download the reviews of a filter as CSV, masked as on the screen; recorded',
    right: 'read',
    rateLimit: 'write',
    gives: 'file',
    body: z.strictObject({ filter }),
    data: z.unknown(),
    refusals: [],
  }),
}
