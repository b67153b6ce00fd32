import * as z from 'zod/mini'
import { defineConsoleRoute } from '../console-route.ts'
import { id, instant, nothing, text } from '../fields.ts'

const both = (max: number) => z.strictObject({ tw: text(max), en: text(max) })

export const noticesConsoleRoutes = {
  sent: defineConsoleRoute({
    path: '/notices/sent',
    feature: 'notices',
    summary: 'List public notices, newest first, with their number of readers, and proposed notices',
    right: 'read',
    rateLimit: 'read',
    body: nothing,
    data: z.object({
      sent: z.array(
        z.object({
          noticeId: id,
          title: both(120),
          summary: both(300),
          body: both(8_000),
          path: z.nullable(text(200)),
          at: instant,
          /** Approved, and sent at its time. */
          isScheduled: z.boolean(),
          /** Distinct signed-in members who opened it. */
          readers: z.int(),
        }),
      ),
      waiting: z.array(
        z.object({
          reviewId: id,
          number: text(16),
          title: both(120),
          /** The scheduled notice that it cancels; null for a new notice. */
          cancels: z.nullable(id),
          openedAt: instant,
          by: text(40),
        }),
      ),
    }),
    refusals: [],
  }),
  proposeNotice: defineConsoleRoute({
    path: '/notices/proposeNotice',
    feature: 'notices',
    summary:
      'Propose a public notice in both languages; it is sent on the second approval, or at its time if that is later',
    right: 'write-notices',
    rateLimit: 'write',
    body: z.strictObject({
      title: both(120),
      summary: both(300),
      body: both(8_000),
      /** A path of the member app that the notice links to. */
      path: z.nullable(text(200)),
      sendAt: z.optional(z.nullable(instant)),
      reason: text(1_000),
    }),
    data: z.object({ reviewId: id, number: text(16) }),
    refusals: ['notice.texts', 'notice.path', 'notice.time', 'review.not-allowed'],
  }),
  proposeNoticeCancel: defineConsoleRoute({
    path: '/notices/proposeNoticeCancel',
    feature: 'notices',
    summary:
      'Propose to cancel a scheduled notice; it is deleted on the second approval, unless it was sent by then',
    right: 'write-notices',
    rateLimit: 'write',
    body: z.strictObject({ noticeId: id, reason: text(1_000) }),
    data: z.object({ reviewId: id, number: text(16) }),
    refusals: ['notice.sent', 'proposal.open', 'review.not-allowed'],
    objectIds: ['noticeId'],
  }),
}
