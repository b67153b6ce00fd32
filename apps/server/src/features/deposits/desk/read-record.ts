import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import type { Db } from '#platform/db'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import { readLineBeside, showLine } from '../statements/read-lines.ts'
import { showDeskDeposit } from './list-requests.ts'
import { readDeskDeposit, readRequestLines } from './store.ts'

/** Refuses: `request.not-found`. */
export function readDepositRecord(
  db: Db,
  depositId: string,
): Promise<ConsoleOutcome<ConsoleDataOf<'/deposits/record'>>> {
  return db.transaction(async (tx) => {
    const row = await readDeskDeposit(tx, depositId)
    if (!row) return refuse('request.not-found', { field: 'depositId' })
    const [line, lines] = await Promise.all([readLineBeside(tx, depositId), readRequestLines(tx, depositId)])
    return done({
      deposit: showDeskDeposit(row),
      reference: row.reference,
      ending: row.fromEnding,
      fee: row.fee.toString(),
      note: row.note,
      steps: row.steps.map(({ what, at }) => ({ what, at })),
      line: line ? showLine(line) : null,
      lines,
    })
  })
}
