import type { fundsRoutes } from '@fairlot/contract/funds'
import type { Db } from '#platform/db'
import type { Handlers } from '#platform/handler'
import { listLedgerLines } from './list-ledger-lines.ts'

export const fundsHandlers = (db: Db): Handlers<typeof fundsRoutes> => ({
  ledgerLines: ({ asset, before }, { caller }) =>
    listLedgerLines(db, { memberId: caller.memberId, asset, before }),
})
