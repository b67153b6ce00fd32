// Notifies members of what became of their orders. Settlement does not do this: it has a cost per order, and a notice
// may be a second late. The worker reads what settlement has committed, many orders at once.

import { deliverNow, type DeliveryDeps } from '../delivery/deliver-notices.ts'
import type { NoticeToSend } from '../send-notice.ts'
import { endsIn, noticesOf } from './notices-of.ts'
import { lockUnread, moveCursor, readEnds, readFilled, readOrders, type UnreadRange } from './store.ts'
import type { Tx } from '#platform/db'

const eventsAtOnce = 20_000n
// Limits a run after a long outage, so that the worker's other loops also run. The next run continues.
const maxBatches = 50

/** The notices and the cursor are one transaction: each order is reported once. Returns the number of notices. */
export async function notifyTrades(deps: DeliveryDeps, now: Date): Promise<number> {
  let sent = 0
  for (let batch = 0; batch < maxBatches; batch += 1) {
    const result = await deps.db.transaction(async (tx) => {
      const ranges = await lockUnread(tx, eventsAtOnce)
      const notices: NoticeToSend[] = []
      for (const range of ranges) {
        const read = await noticesIn(tx, range)
        notices.push(...read.notices)
        await moveCursor(tx, range, read.newest)
      }
      await deliverNow(tx, deps, notices, now)
      return { sent: notices.length, more: ranges.some(({ from, upto }) => upto - from === eventsAtOnce) }
    })
    sent += result.sent
    if (!result.more) break
  }
  return sent
}

async function noticesIn(
  tx: Tx,
  range: UnreadRange,
): Promise<{ readonly notices: readonly NoticeToSend[]; readonly newest: Date | undefined }> {
  const [fills, events] = await Promise.all([readFilled(tx, range), readEnds(tx, range)])
  const ends = endsIn(events)
  const ids = [...new Set([...fills, ...ends].map(({ orderId }) => orderId))]
  return {
    notices: ids.length === 0 ? [] : noticesOf(fills, ends, await readOrders(tx, ids)),
    newest: [...fills, ...events]
      .map(({ at }) => at)
      .toSorted((a, b) => a.getTime() - b.getTime())
      .at(-1),
  }
}
