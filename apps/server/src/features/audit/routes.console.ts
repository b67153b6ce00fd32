import type { consoleRoutes } from '@fairlot/contract/console-routes'
import type { Db } from '#platform/db'
import type { ConsoleHandlers } from '#platform/handler'
import { done } from '#platform/outcome'
import { approverPairs } from './explorer/approver-pairs.ts'
import { listEntries } from './explorer/list-entries.ts'
import { listLinks } from './explorer/list-links.ts'
import { noteVerified } from './explorer/note-verified.ts'
import { readChain } from './explorer/read-chain.ts'

export const auditConsoleHandlers = ({
  db,
}: {
  readonly db: Db
}): ConsoleHandlers<(typeof consoleRoutes)['audit']> => ({
  entries: (body, context) => listEntries(db, body, context),
  chain: async (_body, { now }) => done(await readChain(db, now)),
  links: async (body) => done(await listLinks(db, body)),
  noteVerified: (body, context) => noteVerified(db, body, context),
  approverPairs: async ({ days }, { now }) => done(await approverPairs(db, days, now)),
})
