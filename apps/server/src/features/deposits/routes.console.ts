import type { consoleRoutes } from '@fairlot/contract/console-routes'
import type { Db } from '#platform/db'
import type { ConsoleHandlers } from '#platform/handler'
import { done } from '#platform/outcome'
import type { Secrets } from '#platform/secrets'
import { listDeskChannels } from './desk/list-channels.ts'
import { listDepositRequests } from './desk/list-requests.ts'
import { readDepositRecord } from './desk/read-record.ts'
import { proposeChannel } from './propose-channel.ts'
import { importStatement } from './statements/import-statement.ts'
import { listStatements } from './statements/list-statements.ts'
import { readLines } from './statements/read-lines.ts'

export const depositsConsoleHandlers = (deps: {
  readonly db: Db
  readonly secrets: Secrets
}): ConsoleHandlers<(typeof consoleRoutes)['deposits']> => ({
  requests: (body, { now }) => listDepositRequests(deps.db, body, now),
  record: ({ depositId }) => readDepositRecord(deps.db, depositId),
  channelList: async (_body, { now }) => done(await listDeskChannels(deps.db, now)),
  statements: async () => done(await listStatements(deps.db)),
  async importStatement({ fileName, content }, { caller, now, requestId }) {
    const by = `operator:${caller.operatorId}` as const
    const report = await deps.db.transaction((tx) =>
      importStatement(tx, { fileName, text: content, by, now, requestId }),
    )
    return done({
      result: report.result,
      lines: report.result === 'taken' ? report.lines : 0,
      fresh: report.result === 'taken' ? report.fresh : 0,
      leftOut: report.result === 'taken' ? report.leftOut : 0,
      wrongLine: report.result === 'refused' ? report.line : null,
      why: report.result === 'refused' ? report.why : null,
    })
  },
  statementLines: async ({ statementId }) => done({ lines: await readLines(deps.db, statementId) }),
  proposeChannel: (body, { caller, now, requestId }) =>
    proposeChannel(deps, body, { by: caller, now, requestId }),
})
