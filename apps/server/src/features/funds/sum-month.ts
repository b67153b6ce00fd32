// The current month as a sum the member can check by hand: own cash at its start, plus deposits, withdrawals and trading,
// gives own cash now.

import type { DataOf } from '@fairlot/contract/routes'
import { balancesAt, balancesOf, changesSince } from '@fairlot/ledger'
import { taipeiDate, taipeiMidnight } from '@fairlot/rules/calendar'
import type { Tx } from '#platform/db'
import { isOwnCash, ownCashOf } from './own-cash.ts'
import { type RecordsTab, tabOf } from './record-tab.ts'

type Month = NonNullable<DataOf<'/funds/records'>['month']>

export async function sumMonth(tx: Tx, memberId: string, now: Date): Promise<Month> {
  const month = taipeiDate(now.getTime()).slice(0, 7)
  const began = new Date(taipeiMidnight(`${month}-01`))
  const start = ownCashOf(await balancesAt(tx, memberId, began))
  const end = ownCashOf(await balancesOf(tx, memberId))
  const changes = (await changesSince(tx, memberId, began)).filter(
    ({ asset, kind }) => asset === 'TWD' && isOwnCash(kind),
  )
  const sumOf = (tab: RecordsTab): string =>
    changes.reduce((sum, { event, amount }) => (tabOf(event) === tab ? sum + amount : sum), 0n).toString()
  return {
    month,
    start: start.toString(),
    storedValue: sumOf('stored-value'),
    withdrawal: sumOf('withdrawal'),
    transaction: sumOf('transaction'),
    now: end.toString(),
  }
}
