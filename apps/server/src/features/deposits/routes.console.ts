import type { consoleRoutes } from '@fairlot/contract/console-routes'
import type { Db } from '#platform/db'
import type { ConsoleHandlers } from '#platform/handler'
import { done } from '#platform/outcome'
import type { Secrets } from '#platform/secrets'
import { proposeChannel } from './propose-channel.ts'
import { importStatement } from './statements/import-statement.ts'
import { readOddLines } from './statements/store.ts'

export const depositsConsoleHandlers = (deps: {
  readonly db: Db
  readonly secrets: Secrets
}): ConsoleHandlers<(typeof consoleRoutes)['deposits']> => ({
  async importStatement({ fileName, content }, { caller, now, requestId }) {
    const by = `operator:${caller.operatorId}` as const
    const report = await deps.db.transaction((tx) =>
      importStatement(tx, { fileName, text: content, by, now, requestId }),
    )
    return done({
      result: report.result,
      lines: report.result === 'taken' ? report.lines : 0,
      fresh: report.result === 'taken' ? report.fresh : 0,
      wrongLine: report.result === 'refused' ? report.line : null,
      why: report.result === 'refused' ? report.why : null,
    })
  },
  statementLines: async () => done({ lines: await readOddLines(deps.db) }),
  proposeChannel: (body, { caller, now, requestId }) =>
    proposeChannel(deps, body, { by: caller, now, requestId }),
})
