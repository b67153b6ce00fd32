import * as z from 'zod/mini'
import { defineConsoleRoute } from '../console-route.ts'
import { id, instant, minor, none, nothing, proposed, text, texts } from '../fields.ts'
import { statementLine } from './fields.ts'
import { bankLineActions, bankLineStates, bankLineTargets } from './states.ts'

const bankLine = z.object({
  lineId: id,
  account: text(40),
  channel: z.nullable(texts),
  bankNumber: text(80),
  currency: text(3),
  /** Positive: received. Negative: sent. */
  amount: minor,
  reference: text(300),
  ending: text(40),
  bookedAt: instant,
  state: z.enum(bankLineStates),
  /** The open proposal about this line. */
  proposal: z.nullable(z.object({ reviewId: id, number: text(16), by: text(40) })),
  /** What the line was matched to. */
  owner: z.nullable(z.object({ kind: z.enum(bankLineTargets), id, number: z.nullable(text(16)) })),
  /** When the line was matched, moved to suspense or sent back, and by which operator if one did it. */
  handledAt: z.nullable(instant),
  handledBy: z.array(text(40)),
})

// The paths are older than the feature: they stay under /deposits.
export const bankStatementsConsoleRoutes = {
  statements: defineConsoleRoute({
    path: '/deposits/statements',
    feature: 'bank-statements',
    summary: 'List imported bank statements, newest first, with the matching results of their lines',
    right: 'read',
    rateLimit: 'read',
    body: nothing,
    data: z.object({
      statements: z.array(
        z.object({
          statementId: id,
          fileName: text(200),
          sha256: text(64),
          /** Lines in the file, and how many of them were new: files overlap. */
          lines: z.int(),
          fresh: z.int(),
          matched: z.int(),
          differing: z.int(),
          open: z.int(),
          /** An operator's name; null when the system imported it. */
          by: z.nullable(text(40)),
          /** True when the practice market's own bank wrote it. */
          isPractice: z.boolean(),
          importedAt: instant,
        }),
      ),
      /** Total number of lines that need an operator's attention. */
      odd: z.int(),
    }),
    refusals: [],
  }),
  importStatement: defineConsoleRoute({
    path: '/deposits/importStatement',
    feature: 'bank-statements',
    summary: 'Import a bank statement; the worker matches its lines to deposits',
    right: 'propose-funds',
    rateLimit: 'write',
    body: z.strictObject({ fileName: text(200), content: text(900_000) }),
    data: z.object({
      result: z.enum(['taken', 'known', 'refused']),
      lines: z.int(),
      fresh: z.int(),
      /** New lines that match a waiting deposit. */
      matched: z.int(),
      /** Outgoing lines that were skipped. They confirm payouts, which no single operator can do. */
      leftOut: z.int(),
      /** The line of a refused file that is wrong, and the reason. */
      wrongLine: z.nullable(z.int()),
      why: z.nullable(text(200)),
    }),
    refusals: [],
  }),
  statementLines: defineConsoleRoute({
    path: '/deposits/statementLines',
    feature: 'bank-statements',
    summary: 'List the lines of one statement, or all lines that are unmatched or differ from their match',
    right: 'read',
    rateLimit: 'read',
    body: z.strictObject({ statementId: z.optional(id) }),
    data: z.object({ lines: z.array(statementLine) }),
    refusals: [],
    objectIds: ['statementId'],
  }),
  bankLines: defineConsoleRoute({
    path: '/deposits/bankLines',
    feature: 'bank-statements',
    summary: 'List the newest 200 bank lines of a state: unmatched, in suspense, being returned or matched',
    right: 'read',
    rateLimit: 'read',
    body: z.strictObject({ state: z.enum(bankLineStates), account: z.optional(text(40)) }),
    data: z.object({
      lines: z.array(bankLine),
      counts: z.record(z.enum(bankLineStates), z.int()),
      /** In NT$, with the number of NT$ lines. `books` is the balance of the suspense account. */
      sums: z.object({
        open: minor,
        suspense: minor,
        returning: minor,
        books: minor,
        lines: z.object({ open: z.int(), suspense: z.int(), returning: z.int() }),
      }),
      accounts: z.array(z.object({ account: text(40), channel: z.nullable(texts) })),
      /** Most recently handled lines, newest first. */
      handled: z.array(bankLine),
      /** By the rule bank.suspenseHours. */
      suspenseHours: z.int(),
    }),
    refusals: [],
  }),
  bankLine: defineConsoleRoute({
    path: '/deposits/bankLine',
    feature: 'bank-statements',
    summary: 'Read one bank line with its notes and its possible matches, best first',
    right: 'read',
    rateLimit: 'read',
    body: z.strictObject({ lineId: id }),
    data: z.object({
      line: bankLine,
      /** The reference the bank is asked to write on the returned transfer. */
      returnReference: z.nullable(text(40)),
      notes: z.array(z.object({ by: text(40), at: instant, note: text(200) })),
      candidates: z.array(
        z.object({
          kind: z.enum(bankLineTargets),
          id,
          number: z.nullable(text(16)),
          /** Masked. */
          member: text(20),
          amount: minor,
          sentAt: instant,
          agrees: z.object({
            amount: z.boolean(),
            ending: z.boolean(),
            reference: z.boolean(),
            time: z.boolean(),
          }),
        }),
      ),
    }),
    refusals: ['request.not-found'],
    objectIds: ['lineId'],
  }),
  noteBankLine: defineConsoleRoute({
    path: '/deposits/noteBankLine',
    feature: 'bank-statements',
    summary: 'Add a note to a bank line; moves no money',
    right: 'propose-funds',
    rateLimit: 'write',
    body: z.strictObject({ lineId: id, note: text(200) }),
    data: none,
    refusals: ['request.not-found', 'input.required'],
    objectIds: ['lineId'],
  }),
  proposeBankLine: defineConsoleRoute({
    path: '/deposits/proposeBankLine',
    feature: 'bank-statements',
    summary: 'Propose to match a bank line, move it to suspense or return it; a second approver decides',
    right: 'propose-funds',
    rateLimit: 'write',
    body: z.strictObject({
      lineId: id,
      action: z.enum(bankLineActions),
      /** What it is matched to; only with `match`. */
      target: z.optional(z.strictObject({ kind: z.enum(bankLineTargets), id })),
      reason: text(200),
    }),
    data: proposed,
    refusals: [
      'proposal.why',
      'request.not-found',
      'input.required',
      'funds.line-taken',
      'funds.line-target',
      'funds.line-return',
      'funds.proposal-open',
      'review.not-allowed',
      'review.own-account',
    ],
    objectIds: ['lineId'],
  }),
}
