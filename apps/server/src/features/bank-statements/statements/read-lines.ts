// Bank lines as the console shows them, each with its matched deposit. SQL is in store.ts.

import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import type { Tx } from '#platform/db'
import { type BesideRow, readBeside, readBesideDeposit } from './store.ts'

type Shown = ConsoleDataOf<'/deposits/statementLines'>['lines'][number]

/** The lines of one statement, or all that need attention. */
export const readLines = async (tx: Tx, statementId: string | undefined): Promise<Shown[]> =>
  (await readBeside(tx, statementId ?? null)).map(showLine)

export const readLineBeside = (tx: Tx, depositId: string): Promise<BesideRow | undefined> =>
  readBesideDeposit(tx, depositId)

export const showLine = (row: BesideRow): Shown => ({
  lineId: row.id,
  account: row.account,
  bankNumber: row.bankNumber,
  currency: row.currency,
  amount: row.amount.toString(),
  reference: row.reference,
  ending: row.ending,
  bookedAt: row.bookedAt.toISOString(),
  differences: [...row.differences],
  deposit:
    row.depositId === null
      ? null
      : {
          depositId: row.depositId,
          reviewId: row.reviewId,
          number: row.number,
          amount: row.claimed!.toString(),
          reference: row.expectedReference!,
          ending: row.fromEnding,
          sentAt: row.sentAt!.toISOString(),
          state: row.state!,
        },
  withdrawalId: row.withdrawalId,
})
