import type { DataOf } from '@fairlot/contract/routes'
import { forcedCloses, topUpFor } from '@fairlot/rules/positions'
import { type Db, inSnapshot } from '#platform/db'
import { readAccount, shownFigures } from '../account.ts'
import type { MarketFacts } from '../deps.ts'
import { showPosition } from '../show-position.ts'
import { type MarginCallRow, readEarlierCalls, readOpenCall } from './store.ts'

const shownEarlier = 20

/** The open call, what would meet it, and the positions a forced close would take, in its order. */
export const readMarginCall = (
  db: Db,
  facts: MarketFacts,
  memberId: string,
  now: Date,
): Promise<DataOf<'/positions/marginCall'>> =>
  inSnapshot(db, async (tx) => {
    const account = await readAccount(tx, facts, memberId, now)
    const open = await readOpenCall(tx, memberId)
    const earlier = await readEarlierCalls(tx, memberId, shownEarlier)
    const { cancelRatio } = account.today.terms
    const byId = new Map(account.holdings.map((row) => [row.positionId, row]))
    return {
      open: open ? shownCall(open) : null,
      account: shownFigures(account.figures, now),
      topUp: topUpFor(account.secured, cancelRatio).toString(),
      positions: forcedCloses(account.secured, cancelRatio).map(({ positionId }) =>
        showPosition(byId.get(positionId)!, account.today, account.secured),
      ),
      earlier: earlier.map(shownCall),
    }
  })

const shownCall = (call: MarginCallRow) => ({
  callId: call.callId,
  calledAt: call.calledAt.toISOString(),
  ratioBp: call.ratioBp,
  amount: call.amount.toString(),
  paid: call.paid.toString(),
  deadline: call.deadline.toISOString(),
  state: call.state,
})
