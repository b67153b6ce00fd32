import * as z from 'zod/mini'
import { id, instant, minor, none, nothing, text, texts } from '../fields.ts'
import { defineRoute } from '../route.ts'
import { application, figures, level, mentor, strategy } from './fields.ts'
import { mentorTradeKinds } from './states.ts'

const trade = z.object({
  tradeId: id,
  kind: z.enum(mentorTradeKinds),
  symbol: text(10),
  name: texts,
  direction: z.enum(['long', 'short']),
  openedOn: z.iso.date(),
  shares: z.int(),
  openedValue: minor,
})

export const mentorsRoutes = {
  hub: defineRoute({
    path: '/mentors/hub',
    feature: 'mentors',
    summary: 'How many mentors each level has, and whether I am one',
    capability: 'read-own',
    rateLimit: 'read',
    body: nothing,
    data: z.object({
      levels: z.array(z.object({ level, mentors: z.int(), minFollow: minor })),
      mine: z.enum(['none', 'pending', 'active', 'closed']),
    }),
    refusals: [],
  }),
  list: defineRoute({
    path: '/mentors/list',
    feature: 'mentors',
    summary:
      'Mentors of a level, the smallest drawdown first; closed ones last. Those below junior are listed with junior',
    capability: 'read-own',
    rateLimit: 'read',
    body: z.strictObject({ level, before: z.exactOptional(id) }),
    data: z.object({
      mentors: z.array(mentor),
      count: z.int(),
      /** The mentor to ask before; null at the end. */
      next: z.nullable(id),
    }),
    refusals: [],
  }),
  read: defineRoute({
    path: '/mentors/read',
    feature: 'mentors',
    summary: 'One mentor: strategy, figures of the last day end, and what they held then',
    capability: 'read-own',
    rateLimit: 'read',
    body: z.strictObject({ mentorId: id }),
    data: z.object({ mentor, holdings: z.array(trade) }),
    refusals: ['follow.mentor-not-found'],
  }),
  record: defineRoute({
    path: '/mentors/record',
    feature: 'mentors',
    summary: 'The day ends that the figures of a mentor are computed from, oldest first',
    capability: 'read-own',
    rateLimit: 'read',
    body: z.strictObject({ mentorId: id, after: z.exactOptional(z.iso.date()) }),
    data: z.object({
      days: z.array(
        z.object({ date: z.iso.date(), total: minor, paidIn: minor, holdings: minor, fills: z.int() }),
      ),
      /** The date to ask after; null at the end. */
      next: z.nullable(z.iso.date()),
    }),
    refusals: ['follow.mentor-not-found'],
  }),
  trades: defineRoute({
    path: '/mentors/trades',
    feature: 'mentors',
    summary: 'The closed trades that the figures of a mentor are computed from, newest first',
    capability: 'read-own',
    rateLimit: 'read',
    body: z.strictObject({ mentorId: id, before: z.exactOptional(id) }),
    data: z.object({
      trades: z.array(z.object({ ...trade.shape, closedAt: instant, realised: minor })),
      /** The trade to ask before; null at the end. */
      next: z.nullable(id),
    }),
    refusals: ['follow.mentor-not-found'],
  }),
  fills: defineRoute({
    path: '/mentors/fills',
    feature: 'mentors',
    summary: 'The fills of one closed trade of a mentor',
    capability: 'read-own',
    rateLimit: 'read',
    body: z.strictObject({ mentorId: id, tradeId: id }),
    data: z.object({
      fills: z.array(
        z.object({
          fillId: text(60),
          side: z.enum(['buy', 'sell']),
          price: z.int(),
          quantity: z.int(),
          fee: minor,
          tax: minor,
          borrowFee: minor,
          at: instant,
        }),
      ),
      /** Interest of a margin trade, and the price of shares that came from an offer: no fill has them. */
      interest: minor,
      offered: minor,
      realised: minor,
    }),
    refusals: ['follow.mentor-not-found', 'order.not-found'],
  }),
  own: defineRoute({
    path: '/mentors/own',
    feature: 'mentors',
    summary: 'My figures as a mentor would have them, my latest application and my profile',
    capability: 'read-own',
    rateLimit: 'read',
    body: nothing,
    data: z.object({
      /** Of the last day end; null before the first. */
      figures: z.nullable(figures),
      level: z.nullable(level),
      isVerified: z.boolean(),
      application: z.nullable(application),
      mentor: z.nullable(mentor),
    }),
    refusals: [],
  }),
  apply: defineRoute({
    path: '/mentors/apply',
    feature: 'mentors',
    summary: 'Apply as a mentor, or for new texts; two operators decide',
    capability: 'trade',
    rateLimit: 'write',
    idempotent: true,
    body: z.strictObject({ applicationId: id, name: text(60), strategy, agreed: z.boolean() }),
    data: z.object({ application }),
    refusals: [
      'input.required',
      'input.invalid',
      'identity.complete-first',
      'identity.pending',
      'identity.not-passed',
      'order.pending-review-exists',
      'mentor.below-threshold',
      'mentor.name-taken',
      'system.busy',
    ],
  }),
  cancel: defineRoute({
    path: '/mentors/cancel',
    feature: 'mentors',
    summary: 'Take an application back before it is decided',
    capability: 'read-own',
    rateLimit: 'write',
    idempotent: true,
    body: z.strictObject({ applicationId: id }),
    data: none,
    refusals: ['order.not-found', 'order.not-review'],
    objectIds: ['applicationId'],
  }),
  close: defineRoute({
    path: '/mentors/close',
    feature: 'mentors',
    summary: 'Close my profile as a mentor; the record stays listed',
    capability: 'read-own',
    rateLimit: 'write',
    idempotent: true,
    body: nothing,
    data: none,
    refusals: ['follow.mentor-not-found'],
  }),
}
