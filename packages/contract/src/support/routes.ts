import * as z from 'zod/mini'
import { id, instant, none, nothing, text } from '../fields.ts'
import { defineRoute } from '../route.ts'
import { supportStatistics, threadEntry, threadHead } from './fields.ts'
import { aboutKinds, supportTopics } from './states.ts'

const uploads = z.optional(z.array(id).check(z.maxLength(5)))
const about = z.optional(z.strictObject({ kind: z.enum(aboutKinds), id: text(64) }))
/** From the refusal of a blocked sign-in. */
const ticket = text(128)
const language = z.enum(['tw', 'en'])
const writeRefusals = ['input.text-length', 'support.too-many-messages'] as const

export const supportRoutes = {
  list: defineRoute({
    path: '/support/list',
    feature: 'support',
    summary: 'My matters at customer service, newest first, and how fast it answers',
    capability: 'read-own',
    rateLimit: 'read',
    body: nothing,
    data: z.object({
      threads: z.array(z.extend(threadHead, { last: z.object({ isOwn: z.boolean(), text: text(120) }) })),
      statistics: supportStatistics,
    }),
    refusals: [],
  }),
  read: defineRoute({
    path: '/support/read',
    feature: 'support',
    summary: 'One of my matters with its messages and answers',
    capability: 'read-own',
    rateLimit: 'read',
    body: z.strictObject({ threadId: id }),
    data: z.object({
      thread: threadHead,
      entries: z.array(threadEntry),
      /** Whether the newest answer solved it; null until the member says so. */
      rating: z.nullable(z.object({ solved: z.boolean(), at: instant })),
      canRate: z.boolean(),
    }),
    refusals: ['support.not-found'],
    objectIds: ['threadId'],
  }),
  open: defineRoute({
    path: '/support/open',
    feature: 'support',
    summary: 'Ask customer service about a matter, with the thing it is about and pictures',
    capability: 'read-own',
    rateLimit: 'write',
    idempotent: true,
    body: z.strictObject({
      topic: z.enum(supportTopics),
      title: text(60),
      text: text(2000),
      language,
      about,
      uploads,
    }),
    data: z.object({ threadId: id }),
    refusals: [
      ...writeRefusals,
      'input.required',
      'support.too-many-open',
      'support.about-not-found',
      'upload.not-found',
    ],
  }),
  write: defineRoute({
    path: '/support/write',
    feature: 'support',
    summary: 'Write a further message; a closed matter opens again',
    capability: 'read-own',
    rateLimit: 'write',
    idempotent: true,
    body: z.strictObject({ threadId: id, text: text(2000), uploads }),
    data: none,
    refusals: [...writeRefusals, 'support.not-found', 'upload.not-found'],
    objectIds: ['threadId'],
  }),
  rate: defineRoute({
    path: '/support/rate',
    feature: 'support',
    summary: 'Say whether the newest answer solved the matter; a solved one is closed',
    capability: 'read-own',
    rateLimit: 'write',
    idempotent: true,
    body: z.strictObject({ threadId: id, solved: z.boolean() }),
    data: none,
    refusals: ['support.not-found', 'support.not-answered'],
    objectIds: ['threadId'],
  }),
  statistics: defineRoute({
    path: '/support/statistics',
    feature: 'support',
    summary: 'How fast customer service answered in the last 30 days; public',
    capability: 'public',
    rateLimit: 'read',
    body: nothing,
    data: supportStatistics,
    refusals: [],
  }),
  readBlocked: defineRoute({
    path: '/support/readBlocked',
    feature: 'support',
    summary: 'My matter while my sign-in is blocked, with the ticket from the refused sign-in',
    capability: 'public',
    rateLimit: 'credential',
    body: z.strictObject({ ticket }),
    data: z.object({ thread: z.nullable(threadHead), entries: z.array(threadEntry) }),
    refusals: ['auth.challenge-expired'],
  }),
  writeBlocked: defineRoute({
    path: '/support/writeBlocked',
    feature: 'support',
    summary:
      'Write to customer service while my sign-in is blocked, with the ticket from the refused sign-in',
    capability: 'public',
    rateLimit: 'credential',
    idempotent: true,
    body: z.strictObject({ ticket, text: text(2000), language }),
    data: none,
    refusals: ['auth.challenge-expired', ...writeRefusals],
  }),
}
