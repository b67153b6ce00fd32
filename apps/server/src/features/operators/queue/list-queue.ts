import type { ReviewKind, ReviewState } from '@fairlot/contract/operators'
import type { Db } from '#platform/db'
import type { OperatorCaller } from '#platform/handler'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import { showRow, type ShownRow, viewerOf } from './show-row.ts'
import {
  pageSize,
  type Place,
  type QueueFilter,
  type QueueRow,
  type QueueSort,
  readOpen,
  readOver,
  readSorted,
  type SortedPlace,
} from './store.ts'

export interface AskedFilter {
  readonly kinds?: readonly ReviewKind[] | undefined
  readonly state?: 'open' | 'over' | ReviewState | undefined
  readonly mine?: boolean | undefined
  readonly secondWanted?: boolean | undefined
  readonly flagged?: boolean | undefined
  readonly waitingOverMinutes?: number | undefined
  readonly memberId?: string | undefined
  readonly assignedToMe?: boolean | undefined
  readonly late?: boolean | undefined
  readonly sort?: QueueSort | undefined
}

export async function listQueue(
  db: Db,
  { filter, after }: { readonly filter: AskedFilter; readonly after?: string | undefined },
  caller: OperatorCaller,
  now: Date,
): Promise<ConsoleOutcome<{ reviews: ShownRow[]; next: string | null }>> {
  const viewer = viewerOf(caller, now)
  const wanted = wantedOf(filter, now)
  if (filter.sort !== undefined && isOpenOnly(wanted)) {
    const place = after === undefined ? undefined : readSortedPlace(after)
    if (after !== undefined && place === undefined) return refuse('input.invalid', { field: 'after' })
    const rows = await readSorted(db, viewer, wanted, filter.sort, place)
    return done(pageOf(rows, ({ sortKey, reviewId }) => `${sortKey}_${reviewId}`))
  }
  const place = after === undefined ? undefined : readPlace(after)
  if (after !== undefined && place === undefined) return refuse('input.invalid', { field: 'after' })
  const read = isOpenOnly(wanted) ? readOpen : readOver
  return done(pageOf(await read(db, viewer, wanted, place), writePlace))
}

function pageOf<Row extends QueueRow>(rows: readonly Row[], placeOf: (row: Row) => string) {
  const shown = rows.slice(0, pageSize)
  return { reviews: shown.map(showRow), next: rows.length > pageSize ? placeOf(shown.at(-1)!) : null }
}

export const wantedOf = (filter: AskedFilter, now: Date): QueueFilter => ({
  kinds: filter.kinds === undefined || filter.kinds.length === 0 ? null : filter.kinds,
  states: statesOf(filter),
  mine: filter.mine ?? false,
  flagged: filter.flagged ?? false,
  openedBefore:
    filter.waitingOverMinutes === undefined
      ? null
      : new Date(now.getTime() - filter.waitingOverMinutes * 60_000),
  memberId: filter.memberId ?? null,
  assignedToMe: filter.assignedToMe ?? false,
  late: filter.late ?? false,
})

export const isOpenOnly = ({ states }: QueueFilter): boolean =>
  states.every((state) => state === 'waiting' || state === 'second')

function statesOf({ state, secondWanted }: AskedFilter): readonly ReviewState[] {
  if (secondWanted === true) return ['second']
  if (state === 'over') return ['decided', 'closed', 'expired', 'cancelled']
  return state === undefined || state === 'open' ? ['waiting', 'second'] : [state]
}

const writePlace = ({ isUrgent, state, openedAt, reviewId }: QueueRow): string =>
  `${isUrgent ? 0 : 1}${state === 'second' ? 0 : 1}_${openedAt.toISOString()}_${reviewId}`

function readPlace(text: string): Place | undefined {
  const parts = /^([01])([01])_(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([0-9a-f-]{36})$/.exec(text)
  if (!parts || Number.isNaN(Date.parse(parts[3]!))) return undefined
  return { usual: parts[1] === '1', later: parts[2] === '1', openedAt: parts[3]!, reviewId: parts[4]! }
}

function readSortedPlace(text: string): SortedPlace | undefined {
  const parts = /^(-?\d{1,20}(?:\.\d{1,10})?)_([0-9a-f-]{36})$/.exec(text)
  return parts ? { key: parts[1]!, reviewId: parts[2]! } : undefined
}
