// Evaluates the trades of the log against the alerts: firing rows, notices, member events and alert states.

import type { Subjects } from '@fairlot/contract/venue'
import { recordMemberEvents } from '#features/live'
import { sendNotice } from '#features/notices'
import type { Bus } from '#platform/bus'
import type { Db, Tx } from '#platform/db'
import type { LoopWork } from '#platform/loops'
import { isBehind, readTrades, type TradeCursor } from '#platform/trade-cursor'
import { dateTrades, firingsOf, reachesOf } from './firings-of.ts'
import { noticeOf } from './notice-of.ts'
import { insertFiring, lockReachable, markDone, readDays, readFired, readNames, upsertDays } from './store.ts'

export interface AlertDeps {
  readonly db: Db
  readonly bus: Bus
  readonly subjects: Subjects
}

const cursor: TradeCursor = { table: 'app.price_alert_cursors', heads: 'exchange.shards' }

export const tradesToCheck: LoopWork = { exists: isBehind(cursor) }

/** Returns how many alerts fired. */
export const fireAlerts = (deps: AlertDeps): Promise<number> =>
  readTrades(deps.db, {
    ...cursor,
    async run(tx, events) {
      const symbols = [...new Set(events.map(({ symbol }) => symbol))]
      const { trades, days } = dateTrades(events, symbols.length === 0 ? [] : await readDays(tx, symbols))
      await upsertDays(tx, days)
      return trades.length === 0 ? 0 : fire(tx, deps, trades)
    },
  })

async function fire(
  tx: Tx,
  { bus, subjects }: AlertDeps,
  trades: ReturnType<typeof dateTrades>['trades'],
): Promise<number> {
  const alerts = await lockReachable(tx, reachesOf(trades))
  if (alerts.length === 0) return 0
  const firings = firingsOf(
    trades,
    alerts,
    await readFired(
      tx,
      alerts.map(({ id }) => id),
    ),
  )
  // Of one member in the order of the trades.
  const ordered = firings.toSorted((a, b) =>
    a.memberId === b.memberId ? Number(a.event - b.event) : a.memberId < b.memberId ? -1 : 1,
  )
  const names = await readNames(tx, [...new Set(ordered.map(({ symbol }) => symbol))])
  for (const firing of ordered) {
    await insertFiring(tx, firing)
    await sendNotice(tx, noticeOf(firing, names.get(firing.symbol)!))
  }
  await recordMemberEvents(
    tx,
    { bus, subjects },
    ordered.map(({ memberId, alertId, symbol, price, at }) => ({
      memberId,
      kind: 'alert.fired',
      data: { alert: alertId, symbol, price, at: at.getTime() },
      at,
    })),
  )
  const done = new Set(firings.map(({ alertId }) => alertId))
  await markDone(
    tx,
    alerts.filter(({ id, repeat }) => repeat === 'once' && done.has(id)).map(({ id }) => id),
  )
  return firings.length
}
