import * as z from 'zod/mini'
import { defineConsoleRoute } from '../console-route.ts'
import { id, minor, nothing, text } from '../fields.ts'
import { requestMember } from '../fund-requests/index.ts'
import { application, level, mentor } from './fields.ts'

export const mentorsConsoleRoutes = {
  listed: defineConsoleRoute({
    path: '/mentors/listed',
    feature: 'mentors',
    summary: 'Mentors with their figures, and applications that wait or were decided lately',
    right: 'read',
    rateLimit: 'read',
    body: nothing,
    data: z.object({
      mentors: z.array(
        z.object({
          ...mentor.shape,
          member: requestMember,
          /** The level of the day end before. */
          levelBefore: z.nullable(level),
          /** Copies that run now, and what is put behind the mentor with them. No follower is named. */
          followers: z.int(),
          followed: minor,
        }),
      ),
      applications: z.array(
        z.object({ ...application.shape, member: requestMember, reviewId: id, number: text(16) }),
      ),
    }),
    refusals: [],
  }),
}
