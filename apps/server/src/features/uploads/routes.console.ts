import type { consoleRoutes } from '@fairlot/contract/console-routes'
import { openWritten } from '#features/operators'
import type { Db } from '#platform/db'
import type { Files } from '#platform/files'
import type { ConsoleHandlers } from '#platform/handler'
import type { Secrets } from '#platform/secrets'
import { readFileOf } from './read-file.ts'

export interface UploadsConsoleDeps {
  readonly db: Db
  readonly secrets: Secrets
  readonly files: Files
}

export const uploadsConsoleHandlers = (
  deps: UploadsConsoleDeps,
): ConsoleHandlers<(typeof consoleRoutes)['uploads']> => ({
  openPicture: ({ memberId, fileId, purpose, reviewId }, context) => {
    const opening = {
      memberId,
      field: 'identity-documents',
      purpose,
      reviewId,
      document: `file:${fileId}`,
    } as const
    return openWritten(deps.db, opening, context, async (tx) => {
      const file = await readFileOf(deps, tx, memberId, fileId)
      return file && { type: file.type, name: `${file.purpose}.webp`, bytes: file.bytes }
    })
  },
})
