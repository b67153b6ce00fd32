import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { maskAccount, memberNumber } from '@fairlot/rules/members'
import { rulebook, ruleTitlesEn, ruleTitlesTw } from '@fairlot/rules/site'
import { recordAudit } from '#features/audit'
import type { Db, Tx } from '#platform/db'
import { type ConsoleOutcome, done } from '#platform/outcome'
import type { ByOperator } from '../by-operator.ts'
import { asksForMember, type Query, queryOf, recordedText } from './query.ts'
import {
  findBankAccounts,
  findBankLines,
  findDeposits,
  findMembers,
  findOrders,
  findReviews,
  findStocks,
  findWithdrawals,
} from './store.ts'

type Found = ConsoleDataOf<'/operators/search'>['found'][number]

/** Of each kind. Who needs more narrows the text. */
const limit = 8

/**
 * Whole numbers and whole names only, so that members cannot be browsed; names are compared masked. A search that can
 * find a member is recorded in the same transaction as it is read.
 */
export function search(
  db: Db,
  typed: string,
  context: ByOperator,
): Promise<ConsoleOutcome<{ found: Found[] }>> {
  const query = queryOf(typed)
  return db.transaction(async (tx) => {
    const found = [...(await findOwned(tx, query)), ...(await findPublic(tx, query))]
    if (asksForMember(query)) await recordSearch(tx, query, found.length, context)
    return done({ found })
  })
}

/** For a list with a search box: the members whose rows it shows, or null when the text names none. */
export async function membersOfSearch(tx: Tx, query: Query): Promise<readonly string[]> {
  const { account, id, memberNumber: number, maskedName } = query
  const rows = await findMembers(tx, { account, id, memberNumber: number, maskedName }, 50)
  return rows.map(({ memberId }) => memberId)
}

export const recordSearch = (
  tx: Tx,
  query: Query,
  found: number,
  { caller, requestId }: ByOperator,
): Promise<void> =>
  recordAudit(tx, {
    action: 'operators.searched',
    actor: `operator:${caller.operatorId}`,
    subject: `operator:${caller.operatorId}`,
    details: { text: recordedText(query), found },
    requestId,
  })

interface Owner {
  readonly memberId: string | null
  readonly account: string | null
  readonly name: string | null
}

const ownerText = ({ memberId, account, name }: Owner): string =>
  memberId === null ? '' : [name ?? maskAccount(account ?? ''), memberNumber(memberId)].join(' ')

async function findOwned(tx: Tx, query: Query): Promise<Found[]> {
  const { account, id, memberNumber: number, maskedName, reviewNumber, reference, ending } = query
  const isMember = account !== null || id !== null || number !== null || maskedName !== null
  const members = isMember
    ? await findMembers(tx, { account, id, memberNumber: number, maskedName }, limit)
    : []
  const reviews = reviewNumber !== null || id !== null ? await findReviews(tx, reviewNumber, id, limit) : []
  const requests = [
    ...(reference !== null || ending !== null ? await findDeposits(tx, reference, ending, limit) : []),
    ...(reference !== null ? await findWithdrawals(tx, reference, limit) : []),
    ...(ending !== null ? await findBankAccounts(tx, ending, limit) : []),
    ...(id !== null ? await findOrders(tx, id) : []),
  ]
  const lines = reference === null ? [] : await findBankLines(tx, reference, limit)
  return [
    ...members.map((row) => ({
      kind: 'member' as const,
      id: row.memberId,
      title: { tw: row.name ?? maskAccount(row.account), en: row.name ?? maskAccount(row.account) },
      detail: `${memberNumber(row.memberId)} ${maskAccount(row.account)}`,
      of: null,
      memberId: row.memberId,
    })),
    ...reviews.map((row) => ({
      kind: 'review' as const,
      id: row.id,
      title: { tw: row.number, en: row.number },
      detail: ownerText(row),
      of: row.kind,
      memberId: row.memberId,
    })),
    ...requests.map((row) => ({
      kind: row.kind,
      id: row.id,
      title: { tw: row.title, en: row.title },
      detail: ownerText(row),
      of: null,
      memberId: row.memberId,
    })),
    ...lines.map((row) => ({
      kind: 'bank-line' as const,
      id: row.id,
      title: { tw: row.reference, en: row.reference },
      detail: row.bankNumber,
      of: null,
      memberId: null,
    })),
  ]
}

/** Stocks and rules, which everyone can read. */
async function findPublic(tx: Tx, { text }: Query): Promise<Found[]> {
  if ([...text].length < 2) return []
  const stocks = await findStocks(tx, text, limit)
  const lower = text.toLowerCase()
  const rules = rulebook
    .map(({ id: rule }) => ({ rule, tw: ruleTitlesTw[rule] ?? rule, en: ruleTitlesEn[rule] ?? rule }))
    .filter((each) => [each.rule, each.tw, each.en].some((part) => part.toLowerCase().includes(lower)))
    .slice(0, limit)
  return [
    ...stocks.map(({ symbol, nameTw, nameEn }) => ({
      kind: 'stock' as const,
      id: symbol,
      title: { tw: nameTw, en: nameEn },
      detail: symbol,
      of: null,
      memberId: null,
    })),
    ...rules.map(({ rule, tw, en }) => ({
      kind: 'rule' as const,
      id: rule,
      title: { tw, en },
      detail: rule,
      of: null,
      memberId: null,
    })),
  ]
}
