import type { BankAccountState } from '@fairlot/contract/bank-accounts'
import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { maskAccount } from '@fairlot/rules/members'
import type { Db } from '#platform/db'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import { cursorAfter, cursorFrom } from '#platform/page-cursor'
import { countPendingAccounts, readDecidedAccounts, readPendingAccounts } from './store.ts'

const pageSize = 50

/** Refuses: `input.invalid`. */
export async function listRegistered(
  db: Db,
  { state, after }: { readonly state: BankAccountState; readonly after?: string | undefined },
  now: Date,
): Promise<ConsoleOutcome<ConsoleDataOf<'/bank-accounts/registered'>>> {
  const place = cursorFrom(after)
  if (place === undefined) return refuse('input.invalid', { field: 'after' })
  const [rows, counts] = await Promise.all([
    state === 'pending'
      ? readPendingAccounts(db, place, pageSize + 1)
      : readDecidedAccounts(db, state, place, pageSize + 1),
    countPendingAccounts(db, now),
  ])
  const page = rows.slice(0, pageSize)
  const last = page.at(-1)
  return done({
    bankAccounts: page.map(({ id, memberId, account, ...row }) => ({
      ...row,
      bankAccountId: id,
      member: { memberId, account: maskAccount(account) },
      addedAt: row.addedAt.toISOString(),
      promisedAt: row.promisedAt?.toISOString() ?? null,
      decidedAt: row.decidedAt?.toISOString() ?? null,
      usableFrom: row.usableFrom?.toISOString() ?? null,
    })),
    next: last && rows.length > pageSize ? cursorAfter({ id: last.id, sentAt: last.addedAt }) : null,
    ...counts,
  })
}
