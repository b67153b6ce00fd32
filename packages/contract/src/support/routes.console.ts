import * as z from 'zod/mini'
import { defineConsoleRoute } from '../console-route.ts'
import { id, instant, none, text } from '../fields.ts'
import { restrictionKinds, verificationStates } from '../members/index.ts'
import { supportStatistics, threadEntry, threadHead } from './fields.ts'
import { supportStates } from './states.ts'

const owner = z.object({ memberId: id, account: text(32), name: z.nullable(text(80)), number: text(16) })
const assignee = z.nullable(z.object({ operatorId: id, name: text(40) }))
const refusals = ['support.thread-not-found', 'review.own-account', 'review.not-allowed'] as const

export const supportConsoleRoutes = {
  inbox: defineConsoleRoute({
    path: '/support/inbox',
    feature: 'support',
    summary: 'Matters of members: waiting ones by their promised time, others newest first',
    right: 'answer-support',
    rateLimit: 'read',
    body: z.strictObject({ state: z.enum(supportStates), mine: z.optional(z.boolean()) }),
    data: z.object({
      threads: z.array(
        z.extend(threadHead, {
          owner,
          assignee,
          /** Opened by a member whose sign-in is blocked. */
          byTicket: z.boolean(),
          last: text(120),
        }),
      ),
      counts: z.record(z.enum(supportStates), z.int()),
      statistics: supportStatistics,
    }),
    refusals: [],
  }),
  thread: defineConsoleRoute({
    path: '/support/thread',
    feature: 'support',
    summary: 'One matter with messages, answers, notes of operators, the thing it is about and its member',
    right: 'answer-support',
    rateLimit: 'read',
    body: z.strictObject({ threadId: id }),
    data: z.object({
      thread: z.extend(threadHead, { byTicket: z.boolean(), language: z.enum(['tw', 'en']) }),
      owner: z.extend(owner, {
        verification: z.enum(verificationStates),
        restrictions: z.array(z.enum(restrictionKinds)),
        earlier: z.int(),
      }),
      assignee,
      entries: z.array(threadEntry),
      notes: z.array(
        z.object({
          noteId: id,
          by: text(40),
          text: text(1000),
          /** The colleague who takes over. */
          to: z.nullable(text(40)),
          at: instant,
        }),
      ),
      ratings: z.array(z.object({ solved: z.boolean(), at: instant })),
      colleagues: z.array(z.object({ operatorId: id, name: text(40) })),
    }),
    refusals: ['support.thread-not-found'],
    objectIds: ['threadId'],
  }),
  answer: defineConsoleRoute({
    path: '/support/answer',
    feature: 'support',
    summary: 'Answer the member under the own name, and close the matter if it is done',
    right: 'answer-support',
    rateLimit: 'write',
    idempotent: true,
    body: z.strictObject({
      threadId: id,
      text: text(2000),
      closes: z.boolean(),
      /** The newest entry that was shown: a message that came meanwhile is read first. */
      seen: id,
    }),
    data: none,
    refusals: ['input.required', 'support.changed', ...refusals],
    objectIds: ['threadId'],
  }),
  addNote: defineConsoleRoute({
    path: '/support/addNote',
    feature: 'support',
    summary: 'A note for colleagues; no member reads it',
    right: 'answer-support',
    rateLimit: 'write',
    body: z.strictObject({ threadId: id, text: text(1000) }),
    data: none,
    refusals: ['input.required', ...refusals],
    objectIds: ['threadId'],
  }),
  assign: defineConsoleRoute({
    path: '/support/assign',
    feature: 'support',
    summary: 'Take a matter, release it, or hand it over to a colleague with a note',
    right: 'answer-support',
    rateLimit: 'write',
    body: z.strictObject({ threadId: id, to: z.nullable(id), note: text(1000) }),
    data: none,
    refusals: ['input.required', 'support.no-colleague', ...refusals],
    objectIds: ['threadId'],
  }),
  openAttachment: defineConsoleRoute({
    path: '/support/openAttachment',
    feature: 'support',
    summary: 'Open a picture of a matter; the member reads who opened it',
    right: 'answer-support',
    rateLimit: 'write',
    gives: 'file',
    body: z.strictObject({ threadId: id, fileId: id }),
    data: z.unknown(),
    refusals: [
      'support.thread-not-found',
      'personal.not-found',
      'personal.purpose-required',
      'review.own-account',
      'review.not-found',
    ],
    objectIds: ['threadId', 'fileId'],
  }),
}
