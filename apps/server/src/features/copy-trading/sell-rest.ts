// An end with a sale: what the copy got after it, and what could not be sold that day, is sold on the first day that allows it. Once
// an order sells a share, the share is the member's matter.

import { recordOutcome } from '#features/members'
import type { OrderDeps } from '#features/orders'
import type { Db } from '#platform/db'
import { newId } from '#platform/ids'
import { finishSales, readSellable } from './allocations/store.ts'
import { sellCopied } from './end-copy.ts'
import { readCopy } from './store.ts'

const fewAtOnce = 100

/** One transaction per copy. Returns how many copies had something sold or are finished. */
export async function sellRest(deps: OrderDeps & { readonly db: Db }, now: Date): Promise<number> {
  let did = 0
  let after: string | null = null
  do {
    const ids: readonly string[] = await readSellable(deps.db, after, now, fewAtOnce)
    for (const id of ids) if (await sellOne(deps, id, now)) did += 1
    after = ids.length === fewAtOnce ? ids.at(-1)! : null
  } while (after !== null)
  return did + (await deps.db.transaction(finishSales))
}

const sellOne = (deps: OrderDeps & { readonly db: Db }, id: string, now: Date): Promise<boolean> =>
  deps.db.transaction(async (tx) => {
    // Not locked: an end is final, and its orders have ids of their own. Orders lock their member first.
    const row = await readCopy(tx, id)
    if (row?.state !== 'ended') return false
    const origin = row.endReason === 'stopped' ? 'member' : 'conditional'
    const sold = await sellCopied(tx, deps, row, { isSold: true, origin, now })
    // The market is closed or the stock is halted: the next run tries again.
    if (sold.selling === 0) return false
    await recordOutcome(tx, deps, {
      memberId: row.memberId,
      action: 'copy-trading.rest-sold',
      actor: 'system',
      subject: `copy:${id}`,
      now: { state: row.state },
      details: sold,
      event: { kind: 'copy.changed', id },
      notice: null,
      requestId: newId(),
      at: now,
    })
    return true
  })
