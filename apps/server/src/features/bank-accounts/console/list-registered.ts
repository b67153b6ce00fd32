import { type BankAccountState, bankAccountStates } from '@fairlot/contract/bank-accounts'
import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { maxCounted } from '@fairlot/contract/fund-requests'
import { maskAccount, memberNumber } from '@fairlot/rules/members'
import {
  type AskedListFilter,
  type ByOperator,
  countsFrom,
  exportLimit,
  exportList,
  type ListFilter,
  resolveFilter,
  showOwner,
  taipeiText,
} from '#features/operators'
import type { CsvFile } from '#platform/csv'
import type { Db, Tx } from '#platform/db'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import { cursorAfter, cursorFrom, type PageCursor } from '#platform/page-cursor'
import {
  type ConsoleBankAccount,
  countByState,
  countPendingAccounts,
  findBankAccountIds,
  readDecidedAccounts,
  readPendingAccounts,
} from './store.ts'

const pageSize = 50

interface Asked {
  readonly state: BankAccountState
  readonly filter?: AskedListFilter | undefined
}

/** Refuses: `input.invalid`. */
export async function listRegistered(
  db: Db,
  { state, filter: asked, after }: Asked & { readonly after?: string | undefined },
  context: ByOperator,
): Promise<ConsoleOutcome<ConsoleDataOf<'/bank-accounts/registered'>>> {
  const place = cursorFrom(after)
  if (place === undefined) return refuse('input.invalid', { field: 'after' })
  return db.transaction(async (tx) => {
    const filter = await resolveFilter(tx, asked, findBankAccountIds, place === null ? context : null)
    const rows = await readState(tx, state, filter, place, pageSize + 1)
    const page = rows.slice(0, pageSize)
    const last = page.at(-1)
    const counts = await countByState(tx, filter, bankAccountStates, maxCounted)
    return done({
      bankAccounts: page.map(show),
      next: last && rows.length > pageSize ? cursorAfter({ id: last.id, sentAt: last.addedAt }) : null,
      ...(await countPendingAccounts(tx, context.now)),
      counts: countsFrom(bankAccountStates, counts),
    })
  })
}

const show = ({ id, memberId, account, name, ...row }: ConsoleBankAccount) => ({
  ...row,
  bankAccountId: id,
  member: showOwner({ memberId, account, name }),
  addedAt: row.addedAt.toISOString(),
  promisedAt: row.promisedAt?.toISOString() ?? null,
  decidedAt: row.decidedAt?.toISOString() ?? null,
  usableFrom: row.usableFrom?.toISOString() ?? null,
})

const readState = (
  tx: Tx,
  state: BankAccountState,
  filter: ListFilter,
  place: PageCursor | null,
  limit: number,
): Promise<readonly ConsoleBankAccount[]> =>
  state === 'pending'
    ? readPendingAccounts(tx, filter, place, limit)
    : readDecidedAccounts(tx, filter, state, place, limit)

const head = [
  'number',
  'state',
  'member',
  'member_number',
  'account',
  'holder',
  'bank',
  'ending',
  'currency',
  'added_at',
  'decided_at',
  'usable_from',
  'rejection_reason',
]

export function exportRegistered(
  db: Db,
  { state, filter: asked }: Asked,
  context: ByOperator,
): Promise<ConsoleOutcome<CsvFile>> {
  return db.transaction(async (tx) => {
    const filter = await resolveFilter(tx, asked, findBankAccountIds, context)
    const rows = await readState(tx, state, filter, null, exportLimit)
    const exported = { list: 'bank-accounts', filter: { state, ...asked }, head, rows: rows.map(lineOf) }
    return done(await exportList(tx, exported, context))
  })
}

const lineOf = (row: ConsoleBankAccount): readonly (string | null)[] => [
  row.number,
  row.state,
  row.name,
  memberNumber(row.memberId),
  maskAccount(row.account),
  row.holder,
  row.bank,
  row.ending,
  row.currency,
  taipeiText(row.addedAt),
  taipeiText(row.decidedAt),
  taipeiText(row.usableFrom),
  row.rejectionReason,
]
