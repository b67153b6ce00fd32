import type { consoleRoutes } from '@fairlot/contract/console-routes'
import type { Db } from '#platform/db'
import type { ConsoleHandlers } from '#platform/handler'
import { done } from '#platform/outcome'
import type { Secrets } from '#platform/secrets'
import { listBankLines, readOneBankLine } from './bank-lines/list-lines.ts'
import { noteBankLine, proposeBankLine } from './bank-lines/propose-line.ts'
import { listConsoleChannels } from './console/list-channels.ts'
import { listDepositRequests } from './console/list-requests.ts'
import { readDepositRecord } from './console/read-record.ts'
import { proposeChannel } from './propose-channel.ts'
import { proposeReversal } from './reversing/propose-reversal.ts'
import { importStatement } from './statements/import-statement.ts'
import { listStatements } from './statements/list-statements.ts'
import { readLines } from './statements/read-lines.ts'

export const depositsConsoleHandlers = (deps: {
  readonly db: Db
  readonly secrets: Secrets
}): ConsoleHandlers<(typeof consoleRoutes)['deposits']> => ({
  requests: (body, { now }) => listDepositRequests(deps.db, body, now),
  record: ({ depositId }) => readDepositRecord(deps.db, depositId),
  channelList: async (_body, { now }) => done(await listConsoleChannels(deps.db, now)),
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
      matched: report.result === 'taken' ? report.matched : 0,
      leftOut: report.result === 'taken' ? report.leftOut : 0,
      wrongLine: report.result === 'refused' ? report.line : null,
      why: report.result === 'refused' ? report.why : null,
    })
  },
  statementLines: async ({ statementId }) => done({ lines: await readLines(deps.db, statementId) }),
  proposeChannel: (body, { caller, now, requestId }) =>
    proposeChannel(deps, body, { by: caller, now, requestId }),
  bankLines: async (body, { now }) => done(await listBankLines(deps.db, body, now)),
  bankLine: ({ lineId }) => readOneBankLine(deps.db, lineId),
  noteBankLine: (body, { caller: by, now, requestId }) => noteBankLine(deps.db, body, { by, now, requestId }),
  proposeBankLine: (body, { caller: by, now, requestId }) =>
    proposeBankLine(deps.db, body, { by, now, requestId }),
  proposeReversal: (body, { caller: by, now, requestId }) =>
    proposeReversal(deps.db, body, { by, now, requestId }),
})
