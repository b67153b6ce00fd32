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
import { recordOutcomes } from '#features/members'
import type { Tx } from '#platform/db'
import { newId } from '#platform/ids'
import type { WorkDeps } from '../deps.ts'
import { advanceDelivery, type Holder, lockDelivery, readHolders, type Delivery } from './notice-store.ts'

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
  const concerned = holders.filter((holder) => isConcerned(delivery, holder))
  await notify(tx, deps, delivery, concerned, now)
  await advanceDelivery(tx, delivery, {
    upto: holders.at(-1)?.memberId ?? delivery.upto,
    count: concerned.length,
    endedAt: holders.length < size ? now : null,
  })
  return concerned.length
}

const isConcerned = (delivery: Delivery, { positions }: Holder): boolean =>
  isEntitled(
    entitlementOf(
      delivery,
      exReference(delivery.kind, delivery.price, delivery.cashMicros, ratioOf(delivery)),
      positions,
    ),
  )

function announcedNotice(delivery: Delivery) {
  const { cashMicros, stockMicros, splitTo, splitFrom, exOn, paysOn, about } = delivery
  const cash = cashText(cashMicros)
  if (!changesShares(delivery)) return { code: `dividend.${about}` as const, params: { cash, exOn, paysOn } }
  if (about === 'cancelled') return { code: 'shares.cancelled' as const, params: { exOn } }
  return isSplit(delivery)
    ? { code: 'split.announced' as const, params: { from: splitFrom, to: splitTo, exOn } }
    : {
        code: 'stock-dividend.announced' as const,
        params: { perThousand: perThousandText(stockMicros), cash, exOn, paysOn },
      }
}

async function notify(
  tx: Tx,
  deps: WorkDeps,
  delivery: Delivery,
  holders: readonly Holder[],
  at: Date,
): Promise<void> {
  if (holders.length === 0) return
  const { id, symbol, nameTw, nameEn, about } = delivery
  const notice = announcedNotice(delivery)
  const params = { name: nameTw, nameEn, ...notice.params }
  const path = `/position/position?view=dividend&symbol=${symbol}&id=${id}`
  await recordOutcomes(
    tx,
    deps,
    {
      action: 'corporate-actions.notified',
      actor: 'system',
      subject: `corporate-action:${id}`,
      now: { state: about },
      details: { count: holders.length },
      requestId: newId(at.getTime()),
      at,
    },
    holders.map(({ memberId }) => ({
      memberId,
      event: { kind: 'dividend.changed' as const, id },
      notice: { code: notice.code, params, path },
    })),
  )
}
