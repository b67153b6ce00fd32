import type { copyTradingRoutes } from '@fairlot/contract/copy-trading'
import type { Handlers } from '#platform/handler'
import { done } from '#platform/outcome'
import { changeAmount } from './change-amount.ts'
import { changeCopy, pauseCopy } from './change-copy.ts'
import type { CopyTradingDeps } from './deps.ts'
import { cancelCopy, stopCopy } from './end-copy.ts'
import { follow } from './follow.ts'
import { readProducts } from './products/read-products.ts'
import { listCopies, readOne } from './read-copies.ts'
import { readTerms } from './read-terms.ts'

export const copyTradingHandlers = (deps: CopyTradingDeps): Handlers<typeof copyTradingRoutes> => ({
  terms: (body, { caller, now }) => readTerms(deps, caller.memberId, body, now),
  follow: (body, { caller, now, requestId, tx }) =>
    follow(tx, deps, { memberId: caller.memberId, body, now, requestId }),
  list: async (body, { caller }) => done(await listCopies(deps.db, caller.memberId, body)),
  read: (body, { caller }) => readOne(deps.db, caller.memberId, body),
  change: (body, { caller, now, requestId, tx }) =>
    changeCopy(tx, deps, body, { memberId: caller.memberId, now, requestId }),
  changeAmount: (body, { caller, now, requestId, tx }) =>
    changeAmount(tx, deps, body, { memberId: caller.memberId, now, requestId }),
  pause: (body, { caller, now, requestId, tx }) =>
    pauseCopy(tx, deps, body, { memberId: caller.memberId, now, requestId }),
  stop: (body, { caller, now, requestId, tx }) =>
    stopCopy(tx, deps, body, { memberId: caller.memberId, now, requestId }),
  cancel: ({ copyId }, { caller, now, requestId, tx }) =>
    cancelCopy(tx, deps, copyId, { memberId: caller.memberId, now, requestId }),
  products: async (_body, { caller, now }) => done(await readProducts(deps.db, caller.memberId, now)),
})
