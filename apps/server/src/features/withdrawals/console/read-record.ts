import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { readProposals, readRequestLines } from '#features/fund-requests'
import { showProposal } from '#features/operators'
import type { Db } from '#platform/db'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import { showConsoleWithdrawal } from './list-requests.ts'
import { readBankNumber, readConsoleWithdrawal } from './store.ts'

/** Refuses: `request.not-found`. */
export function readWithdrawalRecord(
  db: Db,
  withdrawalId: string,
): Promise<ConsoleOutcome<ConsoleDataOf<'/withdrawals/record'>>> {
  return db.transaction(async (tx) => {
    const row = await readConsoleWithdrawal(tx, withdrawalId)
    if (!row) return refuse('request.not-found', { field: 'withdrawalId' })
    const [bankNumber, proposals, lines] = await Promise.all([
      readBankNumber(tx, withdrawalId),
      readProposals(tx, 'payout-return'),
      readRequestLines(tx, withdrawalId),
    ])
    const proposal = proposals.find(({ subject }) => subject === withdrawalId)
    return done({
      withdrawal: showConsoleWithdrawal(row),
      withdrawable: row.withdrawable.toString(),
      note: row.note,
      steps: row.steps.map(({ what, at }) => ({ what, at })),
      bankNumber,
      proposal: proposal ? showProposal(proposal) : null,
      lines,
    })
  })
}
