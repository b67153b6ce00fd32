// The practice market has no bank behind it. What a real one would say about payouts is written by this one, as a statement
// like any other, under a name nobody can take for a real bank's.

import type { Db } from '#platform/db'
import { newId } from '#platform/ids'
import { importStatement } from './import-statement.ts'
import { statementHeading } from './read-statement.ts'

export const practiceBank = 'practice-bank'

export interface PracticePayment {
  readonly reference: string
  readonly currency: string
  readonly amount: bigint
  readonly ending: string
}

const decimal = (minor: bigint): string => `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`

/** One statement over all of them; the transaction's number is the payout's reference, so that none is ever told twice. */
export async function tellPractised(
  db: Db,
  payments: readonly PracticePayment[],
  now: Date,
): Promise<number> {
  if (payments.length === 0) return 0
  const lines = payments.map(({ reference, currency, amount, ending }) =>
    [practiceBank, reference, now.toISOString(), currency, `-${decimal(amount)}`, reference, ending].join(
      ',',
    ),
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
