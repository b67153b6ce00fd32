import * as z from 'zod/mini'
import { defineConsoleRoute } from '../console-route.ts'
import { id, instant, nothing, text } from '../fields.ts'
import { reviewKinds } from '../operators/index.ts'
import { serviceLevelNames } from './service-levels.ts'
import { drillKinds, processNames, processStates, waitingNames } from './states.ts'

const figure = z.nullable(z.number())

const copy = z.object({
  host: text(120),
  pid: z.int(),
  version: text(40),
  startedAt: instant,
  heartbeatAt: instant,
  isHeard: z.boolean(),
  /** How far its clock is ahead of the database's. */
  clockMs: z.int(),
})

export const statusConsoleRoutes = {
  system: defineConsoleRoute({
    path: '/status/system',
    feature: 'status',
    summary: 'Read the state of the processes, delays, queues, drills and today’s changes',
    right: 'audit',
    rateLimit: 'read',
    body: nothing,
    data: z.object({
      at: instant,
      processes: z.array(
        z.object({
          name: z.enum(processNames),
          state: z.enum(processStates),
          /** Why it is not well: a code the console has a text for. */
          why: z.nullable(text(40)),
          copies: z.array(copy),
          versions: z.array(text(40)),
          perSecond: figure,
          p50Ms: figure,
          p99Ms: figure,
          memoryMb: figure,
          /** The 99th percentile over the last thirty minutes, one value every half minute, oldest first. */
          line: z.array(z.number()),
        }),
      ),
      waiting: z.array(
        z.object({
          name: z.enum(waitingNames),
          amount: z.int(),
          waitedMs: z.int(),
          /** Above this limit an operator should look. */
          limitMs: z.int(),
          isLate: z.boolean(),
          /** The last hour of `waitedMs`, oldest first. */
          line: z.array(z.object({ at: instant, value: z.number() })),
        }),
      ),
      database: z.object({ version: text(40), answersMs: z.number(), migrations: z.int() }),
      /** Phone sockets open at the live gateways. */
      clients: figure,
      requestsPerSecond: figure,
      /** Decided reviews that could not be executed. */
      stuck: z.array(
        z.object({
          reviewId: id,
          number: text(16),
          kind: z.enum(reviewKinds),
          trouble: text(300),
          tries: z.int(),
          retryAt: z.nullable(instant),
        }),
      ),
      /** Thirty days. */
      levels: z.array(
        z.object({
          name: z.enum(serviceLevelNames),
          good: z.number(),
          bad: z.number(),
          /** Of the error budget: 1 is all of it, below 0 it is used up; null where nothing was counted. */
          left: figure,
        }),
      ),
      drills: z.array(
        z.object({
          kind: z.enum(drillKinds),
          /** Null when none was ever recorded. */
          last: z.nullable(z.object({ at: instant, ok: z.boolean(), seconds: z.int(), note: text(300) })),
          isDue: z.boolean(),
        }),
      ),
      /** Process starts and approved changes, newest first. */
      today: z.array(
        z.object({
          at: instant,
          what: z.enum(['started', 'review']),
          name: text(60),
          detail: text(120),
          by: z.array(text(40)),
        }),
      ),
    }),
    refusals: [],
  }),
}
