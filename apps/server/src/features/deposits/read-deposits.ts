import type { DataOf } from '@fairlot/contract/routes'
import type { Db } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { cursorAfter, cursorFrom } from '#platform/page-cursor'
import { showDeposit } from './show-deposit.ts'
import { listDepositRows, readDeposit } from './store.ts'

const pageSize = 20

/** Refuses: `input.invalid`. */
export async function listDeposits(
  db: Db,
  memberId: string,
  before: string | undefined,
): Promise<Outcome<DataOf<'/deposits/list'>>> {
  const cursor = cursorFrom(before)
  if (cursor === undefined) return refuse('input.invalid', { field: 'before' })
  const rows = await listDepositRows(db, memberId, cursor, pageSize + 1)
  const page = rows.slice(0, pageSize)
  return done({
    deposits: page.map(showDeposit),
    next: rows.length > pageSize ? cursorAfter(page.at(-1)!) : null,
  })
}

/** Refuses: `order.not-found`, also for another member's deposit. */
export async function readOneDeposit(
  db: Db,
  memberId: string,
  depositId: string,
): Promise<Outcome<DataOf<'/deposits/read'>>> {
  const row = await readDeposit(db, depositId)
  return row?.memberId === memberId ? done({ deposit: showDeposit(row) }) : refuse('order.not-found')
}
