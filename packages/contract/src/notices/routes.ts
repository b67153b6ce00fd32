import * as z from 'zod/mini'
import { id, instant, none, nothing, text } from '../fields.ts'
import { defineRoute } from '../route.ts'
import { mutableTopics, noticeKinds, noticeTopics } from './states.ts'

const bilingual = (max: number) => z.object({ tw: text(max), en: text(max) })

const notice = z.object({
  noticeId: id,
  kind: z.enum(noticeKinds),
  topic: z.enum(noticeTopics),
  title: bilingual(120),
  summary: bilingual(300),
  at: instant,
  isRead: z.boolean(),
  /** A path of the app that the notice links to; null without a link. */
  path: z.nullable(text(200)),
})

const whole = z.object({ notice, body: bilingual(8_000) })

export const noticesRoutes = {
  siteList: defineRoute({
    path: '/notices/siteList',
    feature: 'notices',
    summary: 'Public notices, newest first, for callers who are not signed in',
    capability: 'public',
    rateLimit: 'read',
    body: z.strictObject({ before: z.optional(text(64)) }),
    data: z.object({ notices: z.array(notice), next: z.nullable(text(64)) }),
    refusals: [],
  }),
  readSite: defineRoute({
    path: '/notices/readSite',
    feature: 'notices',
    summary: 'One public notice in full, for callers who are not signed in',
    capability: 'public',
    rateLimit: 'read',
    body: z.strictObject({ noticeId: id }),
    data: whole,
    refusals: ['request.not-found'],
    objectIds: ['noticeId'],
  }),
  list: defineRoute({
    path: '/notices/list',
    feature: 'notices',
    summary: 'Public notices and my own, newest first',
    capability: 'read-own',
    rateLimit: 'read',
    body: z.strictObject({
      kind: z.optional(z.enum(noticeKinds)),
      topic: z.optional(z.enum(noticeTopics)),
      before: z.optional(text(64)),
    }),
    data: z.object({
      notices: z.array(notice),
      next: z.nullable(text(64)),
      /** Of all kinds. */
      unread: z.int(),
      unreadTrading: z.int(),
    }),
    refusals: [],
  }),
  read: defineRoute({
    path: '/notices/read',
    feature: 'notices',
    summary: 'One notice in full; from then on it counts as read',
    capability: 'read-own',
    rateLimit: 'read',
    body: z.strictObject({ noticeId: id }),
    data: whole,
    refusals: ['request.not-found'],
    objectIds: ['noticeId'],
  }),
  readAll: defineRoute({
    path: '/notices/readAll',
    feature: 'notices',
    summary: 'Mark everything read',
    capability: 'read-own',
    rateLimit: 'write',
    body: nothing,
    data: none,
    refusals: [],
  }),
  pushKey: defineRoute({
    path: '/notices/pushKey',
    feature: 'notices',
    summary: 'The key a browser needs to subscribe to push messages, and whether this session has done so',
    capability: 'read-own',
    rateLimit: 'read',
    body: nothing,
    data: z.object({
      publicKey: z.nullable(text(200)),
      isSubscribed: z.boolean(),
      /** Topics that this browser gets no push of. */
      muted: z.array(z.enum(mutableTopics)),
    }),
    refusals: [],
  }),
  subscribe: defineRoute({
    path: '/notices/subscribe',
    feature: 'notices',
    summary: 'Have notices pushed to this browser',
    capability: 'edit-own',
    rateLimit: 'write',
    body: z.strictObject({
      endpoint: text(500),
      p256dh: text(200),
      auth: text(100),
      /** The language of the messages. */
      lang: z.enum(['tw', 'en']),
    }),
    data: none,
    refusals: ['notice.push-refused'],
  }),
  mute: defineRoute({
    path: '/notices/mute',
    feature: 'notices',
    summary: 'Set the topics that this browser gets no push messages of',
    capability: 'edit-own',
    rateLimit: 'write',
    body: z.strictObject({ muted: z.array(z.enum(mutableTopics)).check(z.maxLength(mutableTopics.length)) }),
    data: none,
    refusals: ['request.not-found'],
  }),
  unsubscribe: defineRoute({
    path: '/notices/unsubscribe',
    feature: 'notices',
    summary: 'No more push messages to this browser',
    capability: 'edit-own',
    rateLimit: 'write',
    body: nothing,
    data: none,
    refusals: [],
  }),
}
