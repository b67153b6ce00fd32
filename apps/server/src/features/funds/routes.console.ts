import type { consoleRoutes } from '@fairlot/contract/console-routes'
import type { Bus } from '#platform/bus'
import type { Db } from '#platform/db'
import type { ConsoleHandlers } from '#platform/handler'
import { done } from '#platform/outcome'
import { listJournals } from './correcting/list-journals.ts'
import { proposeJournal } from './correcting/propose-journal.ts'
import { readEntry } from './correcting/read-entry.ts'
import { weighDraft } from './correcting/weigh-journal.ts'
import { reconcileSubject } from './reconciling/reconcile-subject.ts'
import { readBankCover } from './reconciling/read-bank-cover.ts'
import { readReconciliation, readTrialBalance } from './reconciling/read-reconciliation.ts'

export const fundsConsoleHandlers = ({
  db,
  bus,
  namespace,
}: {
  readonly db: Db
  readonly bus: Bus
  readonly namespace: string
}): ConsoleHandlers<(typeof consoleRoutes)['funds']> => ({
  reconciliation: async (_, { now }) => done(await readReconciliation(db, now)),
  bankCover: async () => done(await readBankCover(db)),
  async reconcileNow() {
    bus.publish(reconcileSubject(namespace), {})
    return done(null)
  },
  trialBalance: (body, { now }) => readTrialBalance(db, body, now),
  entryLines: ({ entryId }) => readEntry(db, entryId),
  journals: async () => done(await listJournals(db)),
  async weighJournal(draft) {
    const weighed = await weighDraft(db, draft)
    if (!weighed.ok) return weighed
    const { effects, checks } = weighed.data
    return done({ effects, checks })
  },
  proposeJournal: (body, { caller: by, now, requestId }) => proposeJournal(db, body, { by, now, requestId }),
})
