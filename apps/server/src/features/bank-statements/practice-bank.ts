// The practice market has no real bank. This one writes the statements about payouts, in the ordinary format, under a
// name that cannot be mistaken for a real bank's.

import { statementHeading } from '@fairlot/contract/bank-statements'
import { decimalText } from '#features/fund-requests'
import type { Db } from '#platform/db'
import { newId } from '#platform/ids'
import { importStatement } from './statements/import-statement.ts'

export const practiceBank = 'practice-bank'

export interface PracticePayment {
  readonly reference: string
  readonly currency: string
  readonly amount: bigint
  readonly ending: string
  /** The house account that paid; the practice bank's own by default. */
  readonly account?: string
}

/** One statement over all of them; the transaction number is the payout's reference, so that none is reported twice. */
export async function notifySimulated(
  db: Db,
  payments: readonly PracticePayment[],
  now: Date,
): Promise<number> {
  if (payments.length === 0) return 0
  const lines = payments.map(({ reference, currency, amount, ending, account }) =>
    [
      account ?? practiceBank,
      reference,
      now.toISOString(),
      currency,
      `-${decimalText(amount)}`,
      reference,
      ending,
    ].join(','),
  )
  const text = [statementHeading, ...lines, ''].join('\n')
  const report = await db.transaction((tx) =>
    importStatement(tx, {
      fileName: `${practiceBank}-${now.toISOString()}.csv`,
      text,
      by: 'system',
      now,
      requestId: newId(now.getTime()),
    }),
  )
  return report.result === 'taken' ? report.fresh : 0
}
