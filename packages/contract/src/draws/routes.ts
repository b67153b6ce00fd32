import * as z from 'zod/mini'
import { treeRoot } from '../audit/index.ts'
import { id, instant, text } from '../fields.ts'
import { defineRoute } from '../route.ts'
import { drawDetail, drawSummary, openingDraw, signedText } from './fields.ts'

export const drawsRoutes = {
  list: defineRoute({
    path: '/draws/list',
    feature: 'draws',
    summary: 'All draws, newest first',
    capability: 'public',
    rateLimit: 'read',
    body: z.strictObject({ before: z.optional(id) }),
    data: z.object({ draws: z.array(drawSummary), next: z.nullable(id) }),
    refusals: [],
  }),
  detail: defineRoute({
    path: '/draws/detail',
    feature: 'draws',
    summary: 'What is public of one draw: terms, commitment, signed list, secret, beacon round and seed',
    capability: 'public',
    rateLimit: 'read',
    body: z.strictObject({ drawId: id }),
    data: z.object({ draw: drawDetail, list: z.nullable(treeRoot) }),
    refusals: ['draw.not-found'],
  }),
  tickets: defineRoute({
    path: '/draws/tickets',
    feature: 'draws',
    summary: 'The list of a closed draw in pages, and its order once decided',
    capability: 'public',
    rateLimit: 'read',
    body: z.strictObject({ drawId: id, from: z.int().check(z.minimum(0)) }),
    data: z.object({
      /** Ticket ids, 64 hex digits each, without anything between them; in the order of the list. */
      tickets: text(640_000),
      /** For each of these positions of the order, from `from` on, the index of its ticket in the list. */
      order: z.array(z.int()),
      /** Where the next page begins. */
      next: z.nullable(z.int()),
    }),
    refusals: ['draw.not-found'],
  }),
  openings: defineRoute({
    path: '/draws/openings',
    feature: 'draws',
    summary:
      'The draws that decided between equal prices at the last openings, newest first; or that of one day',
    capability: 'public',
    rateLimit: 'read',
    body: z.strictObject({ date: z.exactOptional(z.iso.date().check(z.regex(/^20/))) }),
    data: z.object({ openings: z.array(openingDraw) }),
    refusals: [],
  }),
  mine: defineRoute({
    path: '/draws/mine',
    feature: 'draws',
    summary: 'My tickets of one draw: receipt, place in the list and place in the order',
    capability: 'read-own',
    rateLimit: 'read',
    body: z.strictObject({ drawId: id }),
    data: z.object({
      tickets: z.array(
        z.object({
          ticketId: text(64),
          reference: id,
          salt: text(64),
          issuedAt: instant,
          receipt: signedText,
          /** Null until the close. */
          proof: z.nullable(
            z.object({
              n: z.int(),
              path: z.array(z.object({ hash: text(64), side: z.enum(['left', 'right']) })),
            }),
          ),
          /** From 1; null until the draw is decided. */
          rank: z.nullable(z.int()),
        }),
      ),
    }),
    refusals: ['draw.not-found'],
  }),
}
