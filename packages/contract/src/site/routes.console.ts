import * as z from 'zod/mini'
import { defineConsoleRoute } from '../console-route.ts'
import { instant, nothing, openProposal, proposed, text } from '../fields.ts'

/** Text for members, in both languages. */
const both = z.strictObject({ tw: text(300), en: text(300) })

/** An approved change: announced, in force, no longer in force, or stopped before it took effect. */
const change = z.object({
  changeId: text(20),
  value: z.number(),
  announcedAt: instant,
  holdsFrom: instant,
  reason: both,
  by: z.array(text(40)),
  stopped: z.nullable(z.object({ at: instant, reason: both, by: z.array(text(40)) })),
})

const pair = z.object({
  name: text(64),
  value: text(4_000),
  updatedAt: instant,
  proposal: z.nullable(z.object({ ...openProposal.shape, value: text(4_000) })),
  history: z.array(
    z.object({
      changedAt: instant,
      before: z.nullable(text(4_000)),
      after: text(4_000),
      by: z.array(text(40)),
    }),
  ),
})

export const siteConsoleRoutes = {
  ruleBook: defineConsoleRoute({
    path: '/site/ruleBook',
    feature: 'site',
    summary:
      'List every rule with its value, announced and proposed changes, and its versions with their approvers',
    right: 'read',
    rateLimit: 'read',
    body: nothing,
    data: z.object({
      version: text(64),
      profile: z.enum(['tw', 'practice']),
      /** Days between announcement and effect for changes that cost members more. */
      noticeDays: z.int(),
      rules: z.array(
        z.object({
          rule: text(64),
          feature: text(32),
          unit: text(16),
          value: z.number(),
          /** The default, used until a value is set. */
          starting: z.number(),
          min: z.number(),
          max: z.number(),
          /** False for values that change only with a release. */
          settable: z.boolean(),
          /** Newest first. */
          changes: z.array(change),
          proposal: z.nullable(
            z.object({
              ...openProposal.shape,
              /** Null when it stops an announced change. */
              value: z.nullable(z.number()),
              notBefore: z.nullable(instant),
            }),
          ),
        }),
      ),
    }),
    refusals: [],
  }),
  ruleEffect: defineConsoleRoute({
    path: '/site/ruleEffect',
    feature: 'site',
    summary: 'Try a value of a rule on the requests of the last days',
    right: 'read',
    rateLimit: 'read',
    body: z.strictObject({ rule: text(64), value: z.int() }),
    data: z.object({
      days: z.int(),
      /** Null for a rule that no stored request can be compared with. */
      trial: z.nullable(
        z.object({
          requests: z.int(),
          /** Outside the rule with its present value, and with the asked one. */
          concernedNow: z.int(),
          concernedThen: z.int(),
          members: z.int(),
        }),
      ),
    }),
    refusals: ['rule.not-found'],
  }),
  proposeRule: defineConsoleRoute({
    path: '/site/proposeRule',
    feature: 'site',
    summary: 'Propose a rule change; after the second approval it is announced and takes effect on its date',
    right: 'propose-rules',
    rateLimit: 'write',
    body: z.strictObject({
      rule: text(64),
      value: z.number(),
      /** Earliest date in Taipei on which it takes effect; null leaves the date to the notice rule. */
      notBefore: z.nullable(z.iso.date().check(z.regex(/^20/))),
      why: both,
    }),
    data: proposed,
    refusals: [
      'rule.not-found',
      'rule.fixed',
      'rule.bounds',
      'rule.same',
      'rule.order',
      'rule.announced',
      'rule.date',
      'proposal.open',
      'proposal.why',
      'review.not-allowed',
    ],
  }),
  proposeRuleStop: defineConsoleRoute({
    path: '/site/proposeRuleStop',
    feature: 'site',
    summary: 'Propose to stop an announced rule change before it takes effect',
    right: 'propose-rules',
    rateLimit: 'write',
    body: z.strictObject({ changeId: text(20), why: both }),
    data: proposed,
    refusals: ['rule.not-found', 'rule.too-late', 'proposal.open', 'proposal.why', 'review.not-allowed'],
    objectIds: ['changeId'],
  }),
  siteConfig: defineConsoleRoute({
    path: '/site/siteConfig',
    feature: 'site',
    summary: 'List site settings with open proposals and earlier changes',
    right: 'read',
    rateLimit: 'read',
    body: nothing,
    data: z.object({
      pairs: z.array(pair),
      /** The current logo or the proposed one: WebP in base64. */
      logo: z.nullable(text(90_000)),
      proposedLogo: z.nullable(text(90_000)),
    }),
    refusals: [],
  }),
  cleanLogo: defineConsoleRoute({
    path: '/site/cleanLogo',
    feature: 'site',
    summary: 'Prepare an image as a logo: decode, resize to at most 256 pixels, re-encode; nothing is stored',
    right: 'propose-rules',
    rateLimit: 'read',
    takes: 'image',
    body: z.unknown(),
    data: z.object({ image: text(60_000), width: z.int(), height: z.int() }),
    refusals: ['site.logo'],
  }),
  proposeConfig: defineConsoleRoute({
    path: '/site/proposeConfig',
    feature: 'site',
    summary: 'Propose a change to a site setting; it takes effect on the second approval',
    right: 'propose-rules',
    rateLimit: 'write',
    body: z.strictObject({
      name: text(64),
      /** For the logo: empty removes it, and `image` has the new one. */
      value: text(4_000),
      image: z.optional(text(60_000)),
      why: text(300),
    }),
    data: proposed,
    refusals: [
      'site.unknown',
      'site.value',
      'site.same',
      'site.logo',
      'proposal.open',
      'proposal.why',
      'review.not-allowed',
    ],
  }),
}
