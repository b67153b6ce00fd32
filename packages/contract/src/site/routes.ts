import * as z from 'zod/mini'
import { none, text } from '../fields.ts'
import { defineRoute } from '../route.ts'

const pair = z.object({ name: text(64), value: text(4000) })
const clause = z.object({ title: text(120), text: text(4000), plain: text(400) })

export const siteRoutes = {
  /** The specification documents this route: path, `type: 'all'` and the list of pairs must not change. */
  config: defineRoute({
    path: '/common/config',
    feature: 'site',
    summary: 'Site config as name/value pairs; called once at start-up',
    capability: 'public',
    rateLimit: 'read',
    body: z.object({ type: z.literal('all') }),
    data: z.array(pair),
    refusals: [],
  }),
  agreement: defineRoute({
    path: '/site/agreement',
    feature: 'site',
    summary: 'The agreement and privacy policy in force',
    capability: 'public',
    rateLimit: 'read',
    body: z.strictObject({ lang: z.enum(['tw', 'en']) }),
    data: z.object({
      version: text(32),
      effectiveOn: text(10),
      agreement: z.array(clause),
      privacy: z.array(clause),
    }),
    refusals: [],
  }),
  rules: defineRoute({
    path: '/site/rules',
    feature: 'site',
    summary: 'Every rule with its value in force, default, bounds, reason and history',
    capability: 'public',
    rateLimit: 'read',
    body: z.strictObject({}),
    data: z.object({
      version: text(64),
      profile: z.enum(['tw', 'practice']),
      rules: z.array(
        z.object({
          rule: text(64),
          feature: text(32),
          value: z.number(),
          default: z.number(),
          min: z.number(),
          max: z.number(),
          unit: text(16),
          reason: text(400),
          /** Newest first; entries with a future `holdsFrom` are announced. */
          history: z.array(
            z.object({
              value: z.number(),
              announcedAt: text(32),
              holdsFrom: text(32),
              reason: text(400),
              reasonEn: text(400),
              /** Set when the change was stopped before it took effect. */
              stoppedAt: z.nullable(text(32)),
            }),
          ),
        }),
      ),
    }),
    refusals: [],
  }),
  /** Browsers post policy violations here; only a count and a redacted log line are kept. */
  cspReport: defineRoute({
    path: '/site/cspReport',
    feature: 'site',
    summary: 'Browser policy violation report',
    capability: 'public',
    rateLimit: 'read',
    body: z.unknown(),
    data: none,
    refusals: [],
  }),
}
