import type { creditRoutes } from '@fairlot/contract/credit'
import type { Handlers } from '#platform/handler'
import { done } from '#platform/outcome'
import { addCredit } from './add-credit.ts'
import { applyForLoan } from './apply.ts'
import { cancelLoan } from './cancel-loan.ts'
import type { CreditDeps } from './deps.ts'
import { readOverview } from './read-overview.ts'
import { readRecords } from './read-records.ts'
import { repayLoan } from './repay.ts'

export const creditHandlers = (deps: CreditDeps): Handlers<typeof creditRoutes> => ({
  overview: async (_body, { caller, now }) => done(await readOverview(deps, caller.memberId, now)),
  records: async (body, { caller, now }) => done(await readRecords(deps.db, caller.memberId, body, now)),
  apply: (body, { caller: { memberId }, now, requestId, tx }) =>
    applyForLoan(tx, deps, body, { memberId, now, requestId }),
  cancel: ({ loanId }, { caller: { memberId }, now, requestId, tx }) =>
    cancelLoan(tx, deps, loanId, { memberId, now, requestId }),
  repay: (body, { caller: { memberId }, now, requestId, tx }) =>
    repayLoan(tx, deps, body, { memberId, now, requestId }),
  addCredit: (body, { caller: { memberId }, now, requestId, tx }) =>
    addCredit(tx, deps, body, { memberId, now, requestId }),
})
