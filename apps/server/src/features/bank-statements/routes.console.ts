import type { consoleRoutes } from '@fairlot/contract/console-routes'
import type { Db } from '#platform/db'
import type { ConsoleHandlers } from '#platform/handler'
import { done } from '#platform/outcome'
import { listBankLines, readOneBankLine } from './lines/list-lines.ts'
import { noteBankLine, proposeBankLine } from './lines/propose-line.ts'
import { importStatement } from './statements/import-statement.ts'
import { listStatements } from './statements/list-statements.ts'
import { readLines } from './statements/read-lines.ts'

export const bankStatementsConsoleHandlers = ({
  db,
}: {
  readonly db: Db
}): ConsoleHandlers<(typeof consoleRoutes)['bank-statements']> => ({
  statements: async () => done(await listStatements(db)),
  async importStatement({ fileName, content }, { caller, now, requestId }) {
    const by = `operator:${caller.operatorId}` as const
    const report = await db.transaction((tx) =>
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
  statementLines: async ({ statementId }) => done({ lines: await readLines(db, statementId) }),
  bankLines: async (body, { now }) => done(await listBankLines(db, body, now)),
  bankLine: ({ lineId }) => readOneBankLine(db, lineId),
  noteBankLine: (body, { caller: by, now, requestId }) => noteBankLine(db, body, { by, now, requestId }),
  proposeBankLine: (body, { caller: by, now, requestId }) =>
    proposeBankLine(db, body, { by, now, requestId }),
})
