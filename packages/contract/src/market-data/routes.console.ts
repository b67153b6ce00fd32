import * as z from 'zod/mini'
import { defineConsoleRoute } from '../console-route.ts'
import { instant, nothing, proposed, text } from '../fields.ts'
import { phases } from '../venue/commands.ts'
import { haltReasons } from './halts.ts'

const symbol = text(8)
const tradingStates = ['opening-call', 'continuous', 'paused', 'halted', 'closing-call', 'closed'] as const

const halt = z.object({
  haltedAt: instant,
  reason: z.enum(haltReasons),
  by: z.array(text(40)),
})
const proposal = z.object({
  ...proposed.shape,
  kind: z.enum(['market-halt', 'market-resume']),
  openedAt: instant,
  by: text(40),
})

export const marketDataConsoleRoutes = {
  control: defineConsoleRoute({
    path: '/market/control',
    feature: 'market-data',
    summary: 'Read the session, the state of every security, halts with their operators, and open proposals',
    right: 'read',
    rateLimit: 'read',
    body: nothing,
    data: z.object({
      calendar: z.enum(['twse', 'practice']),
      now: z.int(),
      date: z.string(),
      phase: z.enum(phases),
      /** The phases of this trading day, and the next change, which can be on another day. */
      phases: z.array(z.object({ phase: z.enum(phases), at: z.int() })),
      next: z.object({ phase: z.enum(phases), at: z.int() }),
      /** Set while the whole market is halted. */
      halt: z.nullable(halt),
      proposal: z.nullable(proposal),
      securities: z.array(
        z.object({
          symbol,
          nameTw: text(60),
          nameEn: text(80),
          board: z.enum(['listed', 'otc']),
          state: z.enum(tradingStates),
          reason: z.nullable(text(40)),
          until: z.nullable(z.int()),
          last: z.nullable(z.int()),
          reference: z.int(),
          upper: z.nullable(z.int()),
          lower: z.nullable(z.int()),
          halt: z.nullable(halt),
          proposal: z.nullable(proposal),
        }),
      ),
    }),
    refusals: [],
  }),
  standing: defineConsoleRoute({
    path: '/market/standing',
    feature: 'market-data',
    summary: 'Count members’ open orders and waiting conditional orders in one security',
    right: 'read',
    rateLimit: 'read',
    body: z.strictObject({ symbol }),
    data: z.object({
      orders: z.int(),
      buyLots: z.int(),
      sellLots: z.int(),
      conditional: z.int(),
      indicativePrice: z.nullable(z.int()),
    }),
    refusals: ['stock.not-found'],
    objectIds: ['symbol'],
  }),
  proposeHalt: defineConsoleRoute({
    path: '/market/proposeHalt',
    feature: 'market-data',
    summary:
      'Propose to halt one security or the whole market: no new orders and no trades, cancellations are accepted',
    right: 'propose-market',
    rateLimit: 'write',
    body: z.strictObject({ symbol: z.nullable(symbol), reason: z.enum(haltReasons), why: text(300) }),
    data: proposed,
    refusals: ['stock.not-found', 'market.halted', 'proposal.open', 'proposal.why', 'review.not-allowed'],
    objectIds: ['symbol'],
  }),
  proposeResume: defineConsoleRoute({
    path: '/market/proposeResume',
    feature: 'market-data',
    summary:
      'Propose to end a halt: orders are collected for two minutes, matched at one price, then trading resumes',
    right: 'propose-market',
    rateLimit: 'write',
    body: z.strictObject({ symbol: z.nullable(symbol), why: text(300) }),
    data: proposed,
    refusals: [
      'stock.not-found',
      'market.not-halted',
      'market.halted-whole',
      'proposal.open',
      'proposal.why',
      'review.not-allowed',
    ],
    objectIds: ['symbol'],
  }),
}
