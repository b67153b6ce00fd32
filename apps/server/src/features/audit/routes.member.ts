import type { auditRoutes } from '@fairlot/contract/audit'
import type { Db } from '#platform/db'
import type { Handlers } from '#platform/handler'
import { done } from '#platform/outcome'
import type { Secrets } from '#platform/secrets'
import { readCopyEvidence } from './copies/read-copy-evidence.ts'
import { readFillEvidence } from './fills/read-fill-evidence.ts'
import { readCheckpoint } from './read-checkpoint.ts'
import { listRoots } from './trees/list-roots.ts'
import { readBalanceEvidence } from './trees/read-balance-evidence.ts'

export const auditHandlers = ({
  db,
  secrets,
}: {
  readonly db: Db
  readonly secrets: Secrets
}): Handlers<typeof auditRoutes> => ({
  checkpoint: async () => done(await readCheckpoint(db, secrets)),
  roots: (wanted) => listRoots(db, wanted),
  fillEvidence: ({ fillId }, { caller }) =>
    readFillEvidence(db, secrets, { memberId: caller.memberId, fillId }),
  copyEvidence: ({ copyId, blockId }, { caller }) =>
    readCopyEvidence(db, { memberId: caller.memberId, copyId, blockId }),
  balanceEvidence: ({ asset, kind = 'balances' }, { caller }) =>
    readBalanceEvidence(db, { memberId: caller.memberId, asset, kind }),
})
