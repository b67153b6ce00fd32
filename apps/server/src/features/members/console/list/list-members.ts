import type { ConsoleBodyOf, ConsoleDataOf } from '@fairlot/contract/console-routes'
import { dayMs } from '@fairlot/rules/calendar'
import { maskAccount, memberNumber } from '@fairlot/rules/members'
import { maintenance } from '@fairlot/rules/positions'
import { asksForMember, type ByOperator, membersOfSearch, queryOf, recordSearch } from '#features/operators'
import { type Db, inSnapshot, type Tx } from '#platform/db'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import { fillIn, type ListedRow, type Place, readPage, readSecured } from './store.ts'

const pageSize = 50
type Asked = ConsoleBodyOf<'/members/list'>
type Listed = ConsoleDataOf<'/members/list'>

/** Refuses with input.invalid for an invalid cursor. */
export function listMembers(
  db: Db,
  { filter, sort, text, after }: Asked,
  context: ByOperator,
): Promise<ConsoleOutcome<Listed>> {
  // The filter by last visit uses the index on last visits, so it always sorts by them.
  const order = filter.seenWithinDays === undefined ? sort : 'seen'
  const place = after === undefined ? undefined : placeFrom(after, order)
  if (after !== undefined && place === undefined) {
    return Promise.resolve(refuse('input.invalid', { field: 'after' }))
  }
  const { now } = context
  const { seenWithinDays, joinedWithinDays, ...others } = filter
  const ago = (days: number | undefined) =>
    days === undefined ? undefined : new Date(now.getTime() - days * dayMs)
  const wanted = { ...others, seenSince: ago(seenWithinDays), joinedSince: ago(joinedWithinDays) }
  const read = async (tx: Tx, ids: readonly string[] | undefined) => {
    const found = await readPage(tx, { ...wanted, ids }, order, place, pageSize + 1)
    const page = found.slice(0, pageSize)
    const listed = page.map(({ memberId }) => memberId)
    const [rows, secured] = await Promise.all([
      fillIn(tx, listed, new Date(now.getTime() - 30 * dayMs)),
      readSecured(tx, listed),
    ])
    const held = Map.groupBy(secured, ({ memberId }) => memberId)
    return done({
      members: rows.map((row) => showRow(row, maintenance(held.get(row.memberId) ?? []))),
      next: found.length > pageSize ? placeText(page.at(-1)!) : null,
    })
  }
  return text === undefined
    ? inSnapshot(db, (tx) => read(tx, undefined))
    : db.transaction(async (tx) => read(tx, await searched(tx, text, after === undefined, context)))
}

/** The members that a whole name, account or number names; recorded with the first page. */
async function searched(
  tx: Tx,
  text: string,
  isFirst: boolean,
  context: ByOperator,
): Promise<readonly string[]> {
  const query = queryOf(text)
  const ids = await membersOfSearch(tx, query)
  if (isFirst && asksForMember(query)) await recordSearch(tx, query, ids.length, context)
  return ids
}

const showRow = (row: ListedRow, ratioBp: number | null): Listed['members'][number] => ({
  memberId: row.memberId,
  account: maskAccount(row.account),
  number: memberNumber(row.memberId),
  name: row.name,
  kind: row.kind,
  verification: row.verification,
  restrictions: [...row.restrictions],
  total: row.total.toString(),
  ratioBp,
  inflow: row.inflow.toString(),
  callDeadline: row.callDeadline?.toISOString() ?? null,
  waiting: [...row.waiting],
  sharing: row.sharing,
  joinedAt: row.joinedAt.toISOString(),
  lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
})

const placeText = ({ memberId, seenAt }: Place): string => `${seenAt?.toISOString() ?? ''}_${memberId}`

function placeFrom(text: string, sort: Asked['sort']): Place | undefined {
  const parts =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)?_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(text)
  if (!parts) return undefined
  const seenAt = parts[1] === undefined ? null : new Date(parts[1])
  if (seenAt !== null && Number.isNaN(seenAt.getTime())) return undefined
  if (sort === 'seen' && seenAt === null) return undefined
  return { memberId: parts[2]!, seenAt }
}
