// Notices to the holders of a stock: its dividend was announced, or cancelled.

import {
  cashText,
  changesShares,
  entitlementOf,
  exReference,
  isEntitled,
  isSplit,
  perThousandText,
  ratioOf,
} from '@fairlot/rules/corporate-actions'
import type { Tx } from '#platform/db'
import type { WorkDeps } from '../deps.ts'
import { advanceDelivery, lockDelivery, readHolders, type Delivery } from './notice-store.ts'
import { type DividendNotice, notifyMembers } from './notify-members.ts'

const batch = 500

/**
 * Each batch is one transaction with the place it has come to, so that no member gets two notices and a crash leaves the rest
 * for the next run. Returns how many members were notified.
 */
export async function notifyHolders(deps: WorkDeps, now: Date, size = batch): Promise<number> {
  let notified = 0
  for (;;) {
    const count = await deps.db.transaction((tx) => notifyBatch(tx, deps, now, size))
    if (count === undefined) return notified
    notified += count
  }
}

/** Undefined when there is nothing left to send. */
async function notifyBatch(tx: Tx, deps: WorkDeps, now: Date, size: number): Promise<number | undefined> {
  const delivery = await lockDelivery(tx)
  if (delivery === undefined) return undefined
  // Cancelled, or past its ex-date, before all holders were notified: another notice applies now.
  const isOver = delivery.state !== delivery.about
  const holders = isOver ? [] : await readHolders(tx, delivery, size)
  const reference = exReference(delivery.kind, delivery.price, delivery.cashMicros, ratioOf(delivery))
  const concerned = holders.filter(({ positions }) =>
    isEntitled(entitlementOf(delivery, reference, positions)),
  )
  const notice = announcedNotice(delivery)
  await notifyMembers(
    tx,
    deps,
    { action: delivery, did: 'notified', state: delivery.about, at: now },
    concerned,
    () => notice,
  )
  await advanceDelivery(tx, delivery, {
    upto: holders.at(-1)?.memberId ?? delivery.upto,
    count: concerned.length,
    endedAt: holders.length < size ? now : null,
  })
  return concerned.length
}

function announcedNotice(delivery: Delivery): DividendNotice {
  const { cashMicros, stockMicros, splitTo, splitFrom, exOn, paysOn, about } = delivery
  const cash = cashText(cashMicros)
  if (!changesShares(delivery)) return { code: `dividend.${about}`, params: { cash, exOn, paysOn } }
  if (about === 'cancelled') return { code: 'shares.cancelled', params: { exOn } }
  return isSplit(delivery)
    ? { code: 'split.announced', params: { from: splitFrom, to: splitTo, exOn } }
    : {
        code: 'stock-dividend.announced',
        params: { perThousand: perThousandText(stockMicros), cash, exOn, paysOn },
      }
}
