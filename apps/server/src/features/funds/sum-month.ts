// The current month as a sum the member can check by hand: spendable cash at its start, plus deposits, withdrawals and
// trading, gives spendable cash now.

import type { DataOf } from '@fairlot/contract/routes'
import { balancesAt, balancesOf, member, sumsSince } from '@fairlot/ledger'
import { taipeiDate, taipeiMidnight } from '@fairlot/rules/calendar'
import type { Tx } from '#platform/db'
import { type RecordsTab, tabOf } from './record-tab.ts'
import { spendableOf } from './spendable.ts'

type Month = NonNullable<DataOf<'/funds/records'>['month']>

export async function sumMonth(tx: Tx, memberId: string, now: Date): Promise<Month> {
  const month = taipeiDate(now.getTime()).slice(0, 7)
  const began = new Date(taipeiMidnight(`${month}-01`))
  const start = spendableOf(await balancesAt(tx, memberId, began))
  const end = spendableOf(await balancesOf(tx, memberId))
  const sums = await sumsSince(tx, member(memberId).available('TWD'), began)
  const sumOf = (tab: RecordsTab): bigint =>
    [...sums].reduce((sum, [event, amount]) => (tabOf(event) === tab ? sum + amount : sum), 0n)
  const [storedValue, withdrawal] = [sumOf('stored-value'), sumOf('withdrawal')]
  return {
    month,
    start: start.toString(),
    storedValue: storedValue.toString(),
    withdrawal: withdrawal.toString(),
    // The remainder: trades also move cash that arrives on later days.
    transaction: (end - start - storedValue - withdrawal).toString(),
    now: end.toString(),
  }
}
