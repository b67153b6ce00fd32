// The month that is on as a sum the member can check by hand: what could be spent when it began, what came in, what went
// out, and what trading did, make what can be spent now.

import type { DataOf } from '@fairlot/contract/routes'
import { balancesAt, balancesOf, firstLineOf, member } from '@fairlot/ledger'
import { taipeiDate, taipeiMidnight } from '@fairlot/rules/calendar'
import type { Tx } from '#platform/db'
import { spendableOf } from './spendable.ts'

type Month = NonNullable<DataOf<'/funds/records'>['month']>

export async function sumMonth(tx: Tx, memberId: string, now: Date): Promise<Month> {
  const month = taipeiDate(now.getTime()).slice(0, 7)
  const began = new Date(taipeiMidnight(`${month}-01`))
  const start = spendableOf(await balancesAt(tx, memberId, began))
  const end = spendableOf(await balancesOf(tx, memberId))
  // Paper money is all that comes in until deposits exist, and nothing goes out until withdrawals do.
  const first = await firstLineOf(tx, member(memberId).available('TWD'))
  const storedValue = first?.event === 'practice-grant' && first.postedAt >= began ? first.amount : 0n
  return {
    month,
    start: start.toString(),
    storedValue: storedValue.toString(),
    withdrawal: '0',
    transaction: (end - start - storedValue).toString(),
    now: end.toString(),
  }
}
