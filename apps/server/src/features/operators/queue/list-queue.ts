import type { ReviewKind, ReviewState } from '@fairlot/contract/operators'
import type { Db } from '#platform/db'
import type { OperatorCaller } from '#platform/handler'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import { showRow, type ShownRow, viewerOf } from './show-row.ts'
import { pageSize, type Place, type QueueRow, readOpen, readOver } from './store.ts'

export interface AskedFilter {
  readonly kinds?: readonly ReviewKind[] | undefined
  readonly state?: 'open' | 'over' | ReviewState | undefined
  readonly mine?: boolean | undefined
  readonly secondWanted?: boolean | undefined
  readonly flagged?: boolean | undefined
  readonly waitingOverMinutes?: number | undefined
  readonly memberId?: string | undefined
}

export async function listQueue(
  db: Db,
  { filter, after }: { readonly filter: AskedFilter; readonly after?: string | undefined },
  caller: OperatorCaller,
  now: Date,
): Promise<ConsoleOutcome<{ reviews: ShownRow[]; next: string | null }>> {
  const place = after === undefined ? undefined : readPlace(after)
  if (after !== undefined && place === undefined) return refuse('input.invalid', { field: 'after' })
  const asked = {
    kinds: filter.kinds === undefined || filter.kinds.length === 0 ? null : filter.kinds,
    states: statesOf(filter),
    mine: filter.mine ?? false,
    flagged: filter.flagged ?? false,
    openedBefore:
      filter.waitingOverMinutes === undefined
        ? null
        : new Date(now.getTime() - filter.waitingOverMinutes * 60_000),
    memberId: filter.memberId ?? null,
  }
  const isOpen = asked.states.every((state) => state === 'waiting' || state === 'second')
  const read = isOpen ? readOpen : readOver
  const rows = await read(db, viewerOf(caller, now), asked, place)
  const shown = rows.slice(0, pageSize)
  return done({
    reviews: shown.map(showRow),
    next: rows.length > pageSize ? writePlace(shown.at(-1)!) : null,
  })
}

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
