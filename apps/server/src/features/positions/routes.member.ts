import type { positionsRoutes } from '@fairlot/contract/positions'
import type { Handlers } from '#platform/handler'
import { done } from '#platform/outcome'
import type { PositionsDeps } from './deps.ts'
import { listPositions } from './list-positions.ts'
import { readMarginCall } from './margin/read-margin-call.ts'
import { seeCall } from './margin/see-call.ts'
import { topUp } from './margin/top-up.ts'
import { readProfit } from './profit/read-profit.ts'
import { readFigures } from './read-figures.ts'
import { readPosition } from './read-position.ts'
import { countStatement, makeStatement } from './statement/make-statement.ts'

export const positionsHandlers = (deps: PositionsDeps): Handlers<typeof positionsRoutes> => ({
  account: async (_body, { caller, now }) => done(await readFigures(deps.db, deps, caller.memberId, now)),
  list: (body, { caller, now }) => listPositions(deps.db, deps, caller.memberId, body, now),
  read: ({ positionId }, { caller, now }) => readPosition(deps.db, deps, caller.memberId, positionId, now),
  marginCall: async (_body, { caller, now }) =>
    done(await readMarginCall(deps.db, deps, caller.memberId, now)),
  topUp: (body, { caller, now, tx, requestId }) =>
    topUp(tx, { ...body, memberId: caller.memberId, now, requestId }),
  seeCall: ({ callId }, { caller, now }) => seeCall(deps.db, caller.memberId, callId, now),
  profit: async ({ range }, { caller, now }) =>
    done(await readProfit(deps.db, deps, caller.memberId, range, now)),
  statementCounts: (body, { caller, now }) => countStatement(deps, caller.memberId, body, now),
  statement: (body, { caller, now }) => makeStatement(deps, caller.memberId, body, now),
})
