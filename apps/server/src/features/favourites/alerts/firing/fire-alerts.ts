// Evaluates the trades of the log against the alerts. Firing rows, member events, alert states and the cursor move in
// one transaction per shard: a worker that crashes in between has done nothing, and the next one does it once.

import type { Subjects } from '@fairlot/contract/venue'
import { recordMemberEvent } from '#features/members'
import type { Bus } from '#platform/bus'
import type { Db, Tx } from '#platform/db'
import { dateTrades, firingsOf, reachesOf } from './firings-of.ts'
import {
  insertFiring,
  lockCursor,
  lockReachable,
  markDone,
  moveCursor,
  readDays,
  readEvents,
  readFired,
  readShardsBehind,
  upsertDays,
} from './store.ts'

export interface AlertDeps {
  readonly db: Db
  readonly bus: Bus
  readonly subjects: Subjects
}

const maxEvents = 2_000
// After a long outage, other work of the worker gets its turn in between; the remaining trades follow a second later.
const maxRounds = 50

/** Returns how many alerts fired. */
export async function fireAlerts(deps: AlertDeps): Promise<number> {
  let fired = 0
  for (const shard of await readShardsBehind(deps.db)) {
    for (let round = 0; round < maxRounds; round += 1) {
      const result = await deps.db.transaction((tx) => readOn(tx, deps, shard))
      fired += result.fired
      if (!result.more) break
    }
  }
  return fired
}

async function readOn(tx: Tx, deps: AlertDeps, shard: number): Promise<{ fired: number; more: boolean }> {
  const { cursor, head } = await lockCursor(tx, shard)
  const events = await readEvents(tx, shard, cursor, head, maxEvents)
  const symbols = [...new Set(events.map(({ symbol }) => symbol))]
  const { trades, days } = dateTrades(events, symbols.length === 0 ? [] : await readDays(tx, symbols))
  await upsertDays(tx, days)
  const fired = trades.length === 0 ? 0 : await fire(tx, deps, trades)
  const more = events.length === maxEvents
  await moveCursor(tx, shard, more ? events.at(-1)!.event : head)
  return { fired, more }
}

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
  // Members in id order: recordMemberEvent locks each until the commit.
  const ordered = firings.toSorted((a, b) =>
    a.memberId === b.memberId ? Number(a.event - b.event) : a.memberId < b.memberId ? -1 : 1,
  )
  for (const firing of ordered) {
    await insertFiring(tx, firing)
    await recordMemberEvent(
      tx,
      { bus, subjects },
      {
        memberId: firing.memberId,
        kind: 'alert.fired',
        data: {
          alert: firing.alertId,
          symbol: firing.symbol,
          price: firing.price,
          at: firing.at.getTime(),
        },
        at: firing.at,
      },
    )
  }
  const done = new Set(firings.map(({ alertId }) => alertId))
  await markDone(
    tx,
    alerts.filter(({ id, repeat }) => repeat === 'once' && done.has(id)).map(({ id }) => id),
  )
  return firings.length
}
