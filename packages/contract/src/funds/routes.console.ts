import * as z from 'zod/mini'
import { defineConsoleRoute } from '../console-route.ts'
import { id, instant, minor, none, nothing, text, texts } from '../fields.ts'
import {
  bankGapKinds,
  journalAccounts,
  journalReasons,
  nightChecks,
  payoutStopReasons,
  reconChecks,
} from './states.ts'

const currency = text(3)
const draft = {
  currency,
  /** The account of the one member the correction can touch; null when it touches none. */
  member: z.nullable(text(10)),
  lines: z
    .array(z.strictObject({ account: z.enum(journalAccounts), amount: minor }))
    .check(z.minLength(2), z.maxLength(8)),
  why: z.enum(journalReasons),
  /** The entry being corrected. */
  original: z.nullable(id),
}
const check = z.object({ ok: z.boolean(), code: text(60), value: text(120) })
const effect = z.object({ account: z.enum(journalAccounts), before: minor, after: minor })
const checked = z.object({
  code: z.enum([...reconChecks, ...nightChecks]),
  unit: z.enum(['money', 'shares', 'count']),
  counted: z.int(),
  /** The amount in the books; null when the check only counts. */
  value: z.nullable(minor),
  /** How far the amount is from the expected one. */
  difference: minor,
  /** The first difference found. */
  detail: z.nullable(text(300)),
})
const draftRefusals = [
  'funds.journal-unbalanced',
  'funds.journal-lines',
  'funds.journal-twice',
  'funds.journal-zero',
  'funds.journal-limit',
  'funds.journal-member',
  'funds.journal-goodwill',
  'funds.journal-entry',
] as const

export const fundsConsoleRoutes = {
  reconciliation: defineConsoleRoute({
    path: '/funds/reconciliation',
    feature: 'funds',
    summary: 'Read the last reconciliation: every check, the last 24 hours, and whether payouts are stopped',
    right: 'read',
    rateLimit: 'read',
    body: nothing,
    data: z.object({
      /** Null until the worker has run the checks once. */
      last: z.nullable(
        z.object({
          at: instant,
          tookMs: z.int(),
          broken: z.int(),
          /** Why the run did not finish. */
          failure: z.nullable(text(300)),
          checks: z.array(checked),
        }),
      ),
      /** The last nightly run, over all closed days. */
      night: z.nullable(
        z.object({
          at: instant,
          tookMs: z.int(),
          broken: z.int(),
          failure: z.nullable(text(300)),
          checks: z.array(checked),
        }),
      ),
      /** When the last run of the every-minute checks finished. */
      finishedAt: z.nullable(instant),
      /** Why payouts are stopped now; null when they are not. */
      stoppedBy: z.nullable(z.enum(payoutStopReasons)),
      /** By the rule recon.freshMinutes. */
      freshMinutes: z.int(),
      /** The last sixty every-minute runs, oldest first. */
      runs: z.array(z.object({ at: instant, tookMs: z.int(), broken: z.int() })),
      closedDays: z.array(z.object({ day: text(10), lines: z.int(), hash: text(64), closedAt: instant })),
      everySeconds: z.int(),
      /** Start of the current series of clean runs; null when the last run found a difference. */
      cleanSince: z.nullable(instant),
      /** The last 24 hours in half hours, oldest first. */
      day: z.array(z.object({ from: instant, runs: z.int(), broken: z.int() })),
      stop: z.nullable(z.object({ since: instant, checks: z.array(text(40)) })),
      lastBreak: z.nullable(
        z.object({ at: instant, resumedAt: z.nullable(instant), checks: z.array(text(40)) }),
      ),
      lastStatement: z.nullable(instant),
      lastTree: z.nullable(z.object({ at: instant, root: text(64) })),
    }),
    refusals: [],
  }),
  bankCover: defineConsoleRoute({
    path: '/funds/bankCover',
    feature: 'funds',
    summary: 'Compare bank lines with the ledger per bank account and currency; each difference with its age',
    right: 'read',
    rateLimit: 'read',
    body: nothing,
    data: z.object({
      rows: z.array(
        z.object({
          account: text(40),
          /** The channel with this account number; null when there is none. */
          channel: z.nullable(texts),
          currency,
          lines: z.int(),
          bank: minor,
          books: minor,
          /** Since when books and bank differ; null when they agree. */
          since: z.nullable(instant),
        }),
      ),
      /** Single differences, oldest first. */
      gaps: z.array(
        z.object({
          kind: z.enum(bankGapKinds),
          id,
          account: text(40),
          currency,
          amount: minor,
          at: instant,
        }),
      ),
      /** Who owns the money at the bank, by the books. */
      owners: z.array(
        z.object({ currency, members: minor, suspense: minor, payouts: minor, house: minor, bank: minor }),
      ),
      lastStatement: z.nullable(instant),
      /** By the rule bank.coverHours. 0 means that a difference is shown but stops nothing. */
      coverHours: z.int(),
    }),
    refusals: [],
  }),
  reconcileNow: defineConsoleRoute({
    path: '/funds/reconcileNow',
    feature: 'funds',
    summary: 'Ask the worker to reconcile now instead of at the next minute',
    right: 'read',
    rateLimit: 'read',
    body: nothing,
    data: none,
    refusals: [],
  }),
  trialBalance: defineConsoleRoute({
    path: '/funds/trialBalance',
    feature: 'funds',
    summary:
      'Read the trial balance, now or at the end of a past day: every asset by kind of account, each summing to zero',
    right: 'read',
    rateLimit: 'read',
    body: z.strictObject({
      /** A past day in Taipei. */
      on: z.optional(z.iso.date()),
    }),
    data: z.object({
      /** The end of the day: excluded. */
      at: instant,
      assets: z.array(
        z.object({
          asset: text(16),
          sum: minor,
          rows: z.array(z.object({ owner: text(20), kind: text(20), total: minor })),
        }),
      ),
    }),
    refusals: ['input.invalid'],
  }),
  entryLines: defineConsoleRoute({
    path: '/funds/entryLines',
    feature: 'funds',
    summary: 'Read one ledger entry with all its lines',
    right: 'read',
    rateLimit: 'read',
    body: z.strictObject({ entryId: id }),
    data: z.object({
      entryId: id,
      event: text(64),
      reference: text(128),
      postedAt: instant,
      lines: z.array(z.object({ account: text(128), asset: text(16), amount: minor })),
    }),
    refusals: ['funds.journal-entry'],
    objectIds: ['entryId'],
  }),
  journals: defineConsoleRoute({
    path: '/funds/journals',
    feature: 'funds',
    summary: 'List posted corrections, newest first',
    right: 'read',
    rateLimit: 'read',
    body: nothing,
    data: z.object({
      journals: z.array(
        z.object({
          journalId: id,
          reviewId: id,
          number: text(16),
          /** Masked. */
          member: z.nullable(text(20)),
          why: z.enum(journalReasons),
          texts,
          currency,
          amount: minor,
          entryId: id,
          postedAt: instant,
          operators: z.array(text(40)),
        }),
      ),
    }),
    refusals: [],
  }),
  weighJournal: defineConsoleRoute({
    path: '/funds/weighJournal',
    feature: 'funds',
    summary: 'Preview a correction: its effect on each account and on the checks; nothing is proposed',
    right: 'propose-funds',
    rateLimit: 'read',
    body: z.strictObject(draft),
    data: z.object({ effects: z.array(effect), checks: z.array(check) }),
    refusals: draftRefusals,
  }),
  proposeJournal: defineConsoleRoute({
    path: '/funds/proposeJournal',
    feature: 'funds',
    summary:
      'Propose a correction as a balanced entry; a second approver decides, and the member sees the reason',
    right: 'propose-funds',
    rateLimit: 'write',
    body: z.strictObject({
      ...draft,
      /** The text that the member and the auditors read. */
      texts,
      /** An extra note for the second operator. */
      note: text(1_000),
    }),
    data: z.object({ reviewId: id, number: text(16) }),
    refusals: [
      'proposal.why',
      ...draftRefusals,
      'funds.journal-short',
      'review.not-allowed',
      'review.own-account',
      'funds.proposal-open',
    ],
  }),
}
