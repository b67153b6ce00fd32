import type { DataOf } from '@fairlot/contract/routes'
import { dayMs } from '@fairlot/rules/calendar'
import type { Db } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { cursorAfter, cursorFrom } from '#platform/page-cursor'
import { showWithdrawal } from './show-withdrawal.ts'
import { listWithdrawalRows, readStatistics, readWithdrawal } from './store.ts'

const pageSize = 20

/** Refuses: `input.invalid`. */
export async function listWithdrawals(
  db: Db,
  memberId: string,
  before: string | undefined,
): Promise<Outcome<DataOf<'/withdrawals/list'>>> {
  const cursor = cursorFrom(before)
  if (cursor === undefined) return refuse('input.invalid', { field: 'before' })
  const rows = await listWithdrawalRows(db, memberId, cursor, pageSize + 1)
  const page = rows.slice(0, pageSize)
  return done({
    withdrawals: page.map(showWithdrawal),
    next: rows.length > pageSize ? cursorAfter(page.at(-1)!) : null,
  })
}

/** Refuses: `order.not-found`, also for another member's withdrawal. */
export async function readOneWithdrawal(
  db: Db,
  memberId: string,
  withdrawalId: string,
): Promise<Outcome<DataOf<'/withdrawals/read'>>> {
  const row = await readWithdrawal(db, withdrawalId)
  return row?.memberId === memberId ? done({ withdrawal: showWithdrawal(row) }) : refuse('order.not-found')
}

const days = 30

export async function withdrawalStatistics(db: Db, now: Date): Promise<DataOf<'/withdrawals/statistics'>> {
  return { days, ...(await readStatistics(db, new Date(now.getTime() - days * dayMs))) }
}
