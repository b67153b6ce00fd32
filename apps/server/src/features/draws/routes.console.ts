import type { consoleRoutes } from '@fairlot/contract/console-routes'
import type { Db } from '#platform/db'
import type { ConsoleHandlers } from '#platform/handler'
import { listForConsole, readCeremony } from './reading/read-ceremony.ts'
import { proposeRelease } from './release-draw.ts'

export const drawsConsoleHandlers = ({
  db,
}: {
  readonly db: Db
}): ConsoleHandlers<(typeof consoleRoutes)['draws']> => ({
  ceremonies: (_body, { now }) => listForConsole(db, now),
  ceremony: ({ drawId }, { now }) => readCeremony(db, drawId, now),
  proposeRelease: (body, { caller: by, now, requestId }) => proposeRelease(db, body, { by, now, requestId }),
})
