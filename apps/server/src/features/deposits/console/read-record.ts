import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { balanceOf, member } from '@fairlot/ledger'
import type { Currency } from '@fairlot/money'
import { readLineBeside, showLine } from '#features/bank-statements'
import { readProposals, readRequestLines } from '#features/fund-requests'
import { showProposal } from '#features/operators'
import type { Db } from '#platform/db'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import { showConsoleDeposit } from './list-requests.ts'
import { readCorrection } from '../reversing/store.ts'
import { readConsoleDeposit } from './store.ts'

/** Refuses: `request.not-found`. */
export function readDepositRecord(
  db: Db,
  depositId: string,
): Promise<ConsoleOutcome<ConsoleDataOf<'/deposits/record'>>> {
  return db.transaction(async (tx) => {
    const row = await readConsoleDeposit(tx, depositId)
    if (!row) return refuse('request.not-found', { field: 'depositId' })
    const [line, lines, corrected, proposals, available] = await Promise.all([
      readLineBeside(tx, depositId),
      readRequestLines(tx, depositId),
      readCorrection(tx, depositId),
      readProposals(tx, 'deposit-reversal'),
      balanceOf(tx, member(row.memberId).available(row.currency as Currency)),
    ])
    const proposal = proposals.find(({ subject }) => subject === depositId)
    return done({
      deposit: showConsoleDeposit(row),
      reference: row.reference,
      ending: row.fromEnding,
      fee: row.fee.toString(),
      note: row.note,
      steps: row.steps.map(({ what, at }) => ({ what, at })),
      line: line ? showLine(line) : null,
      lines,
      reversal:
        row.state === 'passed'
          ? {
              available: available.toString(),
              corrected: corrected
                ? {
                    reviewId: corrected.reviewId,
                    reversed: corrected.reversed.toString(),
                    booked: corrected.booked?.toString() ?? null,
                    at: corrected.at.toISOString(),
                    texts: { tw: corrected.texts.tw, en: corrected.texts.en },
                  }
                : null,
              proposal: proposal ? showProposal(proposal) : null,
            }
          : null,
    })
  })
}
