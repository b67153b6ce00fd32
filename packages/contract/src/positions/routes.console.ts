import * as z from 'zod/mini'
import { defineConsoleRoute } from '../console-route.ts'
import { id, instant, minor, text } from '../fields.ts'
import { requestMember } from '../fund-requests/index.ts'

const position = z.object({
  positionId: id,
  symbol: text(16),
  nameTw: text(80),
  nameEn: text(120),
  direction: z.enum(['long', 'short']),
  multiple: z.int(),
  dayTrade: z.boolean(),
  shares: z.int(),
  /** Average opening price. */
  price: z.int(),
  last: z.nullable(z.int()),
  loan: minor,
  collateral: minor,
  interest: minor,
  /** Own money in it. */
  margin: minor,
  unrealised: z.nullable(minor),
  /** The price at which the whole account gets a margin call; null without debt. */
  callPrice: z.nullable(z.int()),
  openedAt: instant,
})

export const positionsConsoleRoutes = {
  holdings: defineConsoleRoute({
    path: '/positions/holdings',
    feature: 'positions',
    summary:
      'Read the open positions and margin of the members a whole name, account or number names; recorded',
    right: 'read',
    rateLimit: 'read',
    body: z.strictObject({ text: text(64).check(z.minLength(1)), symbol: z.optional(text(16)) }),
    data: z.object({
      at: instant,
      accounts: z.array(
        z.object({
          member: requestMember,
          total: minor,
          available: minor,
          margin: minor,
          loans: minor,
          unrealised: minor,
          /** Hundredths of a percent of the whole account; null without loans and shorts. */
          ratioBp: z.nullable(z.int()),
          /** What an open margin call still requires. */
          called: minor,
          positions: z.array(position),
        }),
      ),
    }),
    refusals: [],
  }),
}
