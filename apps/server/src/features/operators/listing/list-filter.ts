// What narrows the console's lists of fund requests and bank accounts.

import { dayMs, taipeiMidnight } from '@fairlot/rules/calendar'
import { maskAccount, memberNumber } from '@fairlot/rules/members'
import type { Tx } from '#platform/db'
import type { ByOperator } from '../by-operator.ts'
import { asksForMember, type Query, queryOf } from '../searching/query.ts'
import { membersOfSearch, recordSearch } from '../searching/search.ts'

export interface AskedListFilter {
  readonly text?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly min?: string | undefined
  readonly max?: string | undefined
  readonly channelId?: string | undefined
}

export interface ListFilter {
  readonly from: Date | null
  /** Excluded. */
  readonly until: Date | null
  readonly min: bigint | null
  readonly max: bigint | null
  readonly channelId: string | null
  /** What the searched text names; null without a text. */
  readonly ids: readonly string[] | null
}

/** Which rows of a list belong to these members, or have this reference, ending or review number. */
export type FindIds = (tx: Tx, query: Query, memberIds: readonly string[]) => Promise<readonly string[]>

/** A searched list is recorded once, with its first page. */
export async function resolveFilter(
  tx: Tx,
  asked: AskedListFilter | undefined,
  findIds: FindIds,
  context: ByOperator | null,
): Promise<ListFilter> {
  const { text, from, to, min, max, channelId } = asked ?? {}
  return {
    from: from === undefined ? null : new Date(taipeiMidnight(from)),
    until: to === undefined ? null : new Date(taipeiMidnight(to) + dayMs),
    min: min === undefined ? null : BigInt(min),
    max: max === undefined ? null : BigInt(max),
    channelId: channelId ?? null,
    ids: text === undefined ? null : await searchIds(tx, text, findIds, context),
  }
}

async function searchIds(
  tx: Tx,
  text: string,
  findIds: FindIds,
  context: ByOperator | null,
): Promise<readonly string[]> {
  const query = queryOf(text)
  if (!asksForMember(query)) return []
  const ids = await findIds(tx, query, await membersOfSearch(tx, query))
  if (context !== null) await recordSearch(tx, query, ids.length, context)
  return ids
}

/** Zero where the database returned no row. */
export const countsFrom = <State extends string>(
  states: readonly State[],
  counted: readonly { readonly state: State; readonly count: number }[],
): Record<State, number> =>
  Object.fromEntries(
    states.map((state) => [state, counted.find((row) => row.state === state)?.count ?? 0]),
  ) as Record<State, number>

/** The member of a row, masked. */
export const showOwner = (row: {
  readonly memberId: string
  readonly account: string
  readonly name: string | null
}) => ({
  memberId: row.memberId,
  account: maskAccount(row.account),
  name: row.name,
  number: memberNumber(row.memberId),
})

/** In the order of the parameters that every list's statement begins its filter with. */
export const filterValues = ({ from, until, min, max, ids }: ListFilter): unknown[] => [
  from,
  until,
  min,
  max,
  ids,
]
