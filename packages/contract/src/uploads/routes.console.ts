import * as z from 'zod/mini'
import { defineConsoleRoute } from '../console-route.ts'
import { id, text } from '../fields.ts'

export const uploadsConsoleRoutes = {
  openPicture: defineConsoleRoute({
    path: '/uploads/openPicture',
    feature: 'uploads',
    summary: 'Open one image of a member for a stated purpose, which the member can read',
    right: 'open-personal',
    rateLimit: 'write',
    gives: 'file',
    body: z.strictObject({
      memberId: id,
      fileId: id,
      purpose: text(200),
      /** The review it is opened for: recorded once and reused until the review is decided. */
      reviewId: z.optional(id),
    }),
    data: z.unknown(),
    refusals: ['personal.not-found', 'personal.purpose-required', 'review.own-account', 'review.not-found'],
    objectIds: ['memberId', 'fileId'],
  }),
}
