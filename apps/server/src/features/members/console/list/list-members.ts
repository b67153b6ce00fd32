import type { ConsoleBodyOf, ConsoleDataOf } from '@fairlot/contract/console-routes'
import { dayMs } from '@fairlot/rules/calendar'
import { maskAccount } from '@fairlot/rules/members'
import { maintenance } from '@fairlot/rules/positions'
import { type Db, inSnapshot } from '#platform/db'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import { fillIn, type ListedRow, type Place, readPage, readSecured } from './store.ts'

const pageSize = 50
type Asked = ConsoleBodyOf<'/members/list'>
type Listed = ConsoleDataOf<'/members/list'>

/** Refuses with input.invalid for an invalid cursor. */
export function listMembers(
  db: Db,
  { filter, sort, after }: Asked,
  now: Date,
): Promise<ConsoleOutcome<Listed>> {
  // The filter by last visit uses the index on last visits, so it always sorts by them.
  const order = filter.seenWithinDays === undefined ? sort : 'seen'
  const place = after === undefined ? undefined : placeFrom(after, order)
  if (after !== undefined && place === undefined) {
    return Promise.resolve(refuse('input.invalid', { field: 'after' }))
  }
  const { seenWithinDays, joinedWithinDays, ...others } = filter
  const ago = (days: number | undefined) =>
    days === undefined ? undefined : new Date(now.getTime() - days * dayMs)
  const wanted = { ...others, seenSince: ago(seenWithinDays), joinedSince: ago(joinedWithinDays) }
  return inSnapshot(db, async (tx) => {
    const found = await readPage(tx, wanted, order, place, pageSize + 1)
    const page = found.slice(0, pageSize)
    const ids = page.map(({ memberId }) => memberId)
    const [rows, secured] = await Promise.all([
      fillIn(tx, ids, new Date(now.getTime() - 30 * dayMs)),
      readSecured(tx, ids),
    ])
    const held = Map.groupBy(secured, ({ memberId }) => memberId)
    return done({
      members: rows.map((row) => showRow(row, maintenance(held.get(row.memberId) ?? []))),
      next: found.length > pageSize ? placeText(page.at(-1)!) : null,
    })
  })
}

const showRow = (row: ListedRow, ratioBp: number | null): Listed['members'][number] => ({
  memberId: row.memberId,
  account: maskAccount(row.account),
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
