// The frames of the live socket: JSON text both ways. One frame per client per tick has the changes of what that client
// watches. Each side checks what the other sends.

import * as z from 'zod/mini'
import { text } from '../fields.ts'
import type { DeepReadonly } from '../deep-readonly.ts'
import { memberEvent } from './member-events.ts'
import { detailUpdate, indexUpdate, rowUpdate } from './quote-updates.ts'

/**
 * A fill that the exchange has committed and settlement has not booked: no money yet. It has no number and is not
 * repeated; the numbered `order.filled` follows.
 */
const executedFill = z.object({
  orderId: z.string(),
  symbol: z.string(),
  side: z.enum(['buy', 'sell']),
  /** In hundredths. */
  price: z.number(),
  quantity: z.number(),
  /** Shares of the order still open after this fill; 0 when it is filled completely. */
  left: z.number(),
})

/** An event whose kind or data this build does not know, because the gateway is newer. Its number counts. */
const unreadEvent = z.object({ n: z.number(), kind: z.string() })

export const serverFrame = z.discriminatedUnion('t', [
  /**
   * The answer to `hello`. `member`: whether the ticket was valid. `own`: the member event the gateway continues from;
   * if it differs from the one the client named, some were missed and must be read again. `now`: the gateway's clock,
   * because a client's clock can be minutes off.
   */
  z.object({ t: z.literal('hello'), member: z.boolean(), own: z.number(), now: z.number() }),
  z.object({
    t: z.literal('f'),
    /** When the newest price reached the gateway. If that is over 10 s ago, the screen shows stale. */
    at: z.number(),
    rows: z.exactOptional(z.array(rowUpdate)),
    detail: z.exactOptional(z.array(detailUpdate)),
    idx: z.exactOptional(z.array(indexUpdate)),
    own: z.exactOptional(z.array(z.union([memberEvent, unreadEvent]))),
    executed: z.exactOptional(z.array(executedFill)),
  }),
])

/** Letters and digits only: a symbol becomes part of a NATS subject, where dots and stars have a meaning. */
const watched = z.array(z.string().check(z.regex(/^[0-9A-Za-z]{1,16}$/)))

export const clientFrame = z.discriminatedUnion('t', [
  /**
   * The first message. Without a ticket the client is a guest; a guest can send it again with a ticket. `own` is the
   * last member event seen.
   */
  z.object({
    t: z.literal('hello'),
    ticket: z.exactOptional(text(64)),
    own: z.exactOptional(z.int().check(z.gte(0))),
  }),
  /** Everything visible now; replaces the previous watch list. */
  z.object({ t: z.literal('watch'), rows: watched, detail: watched, idx: z.boolean() }),
])

export type ExecutedFill = DeepReadonly<z.output<typeof executedFill>>
export type ServerFrame = DeepReadonly<z.output<typeof serverFrame>>
export type ClientFrame = DeepReadonly<z.output<typeof clientFrame>>
