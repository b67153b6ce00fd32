import type { fundsRoutes } from '@fairlot/contract/funds'
import type { Db } from '#platform/db'
import type { Handlers } from '#platform/handler'
import { listLedgerLines } from './list-ledger-lines.ts'
import { listRecords } from './list-records.ts'
import { readEntry } from './read-entry.ts'

export const fundsHandlers = ({ db }: { readonly db: Db }): Handlers<typeof fundsRoutes> => ({
  records: ({ tab, before }, { caller, now }) =>
    listRecords(db, { memberId: caller.memberId, tab, before, now }),
  entry: ({ entryId }, { caller }) => readEntry(db, caller.memberId, entryId),
  ledgerLines: ({ asset, before }, { caller }) =>
    listLedgerLines(db, { memberId: caller.memberId, asset, before }),
})
