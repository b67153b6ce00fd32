import type { consoleRoutes } from '@fairlot/contract/console-routes'
import { maskAccount } from '@fairlot/rules/members'
import type { Bus } from '#platform/bus'
import type { Db } from '#platform/db'
import type { ConsoleHandlers } from '#platform/handler'
import { done, refuse } from '#platform/outcome'
import { proposeJournal } from './correcting/propose-journal.ts'
import { readEntryHead, readJournals, readLegs } from './correcting/store.ts'
import { weighDraft } from './correcting/weigh-journal.ts'
import { lookSubject } from './reconciling/look-subject.ts'
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
  async lookNow() {
    bus.publish(lookSubject(namespace), {})
    return done(null)
  },
  trialBalance: async (_, { now }) => done(await readTrialBalance(db, now)),
  async entryLines({ entryId }) {
    const [head, legs] = await Promise.all([readEntryHead(db, entryId), readLegs(db, entryId)])
    if (!head) return refuse('funds.journal-entry', { field: 'entryId' })
    return done({
      entryId,
      event: head.event,
      reference: head.reference,
      postedAt: head.postedAt.toISOString(),
      lines: legs.map(({ amount, ...leg }) => ({ ...leg, amount: amount.toString() })),
    })
  },
  async journals() {
    const journals = await readJournals(db)
    return done({
      journals: journals.map(({ account, lines, postedAt, operators, ...journal }) => ({
        ...journal,
        member: account === null ? null : maskAccount(account),
        amount: lines
          .reduce((sum, { amount }) => (BigInt(amount) > 0n ? sum + BigInt(amount) : sum), 0n)
          .toString(),
        postedAt: postedAt.toISOString(),
        operators: [...operators],
      })),
    })
  },
  async weighJournal(draft) {
    const weighed = await weighDraft(db, draft)
    if (!weighed.ok) return weighed
    const { effects, checks } = weighed.data
    return done({ effects, checks })
  },
  proposeJournal: (body, { caller: by, now, requestId }) => proposeJournal(db, body, { by, now, requestId }),
})
