// The shown part of the queue. It is in the address, so that a reload, a link and the back button keep it.

import type { ConsoleBodyOf, ConsoleDataOf } from '@fairlot/contract/console-routes'
import { reviewKinds, type ReviewKind } from '@fairlot/contract/operators'
import { useLocation, useNavigate } from '@fairlot/app-shell/router'

export type QueueFilter = ConsoleBodyOf<'/operators/queue'>['filter']
export type ReviewRow = ConsoleDataOf<'/operators/queue'>['reviews'][number]
export type ReviewDetail = ConsoleDataOf<'/operators/review'>

export const chipNames = ['mine', 'taken', 'all', 'second', 'flagged', 'late', 'done'] as const
export type ChipName = (typeof chipNames)[number]

export const LONG_MINUTES = 60

const chipFilters: Readonly<Record<ChipName, QueueFilter>> = {
  all: { state: 'open' },
  mine: { state: 'open', mine: true },
  taken: { state: 'open', assignedToMe: true },
  second: { state: 'open', secondWanted: true },
  flagged: { state: 'open', flagged: true },
  late: { state: 'open', late: true },
  done: { state: 'over' },
}

export const sortNames = ['due', 'amount'] as const
export type SortName = (typeof sortNames)[number]

export interface QueueView {
  /** Null is the usual order: urgent, second approvals, longest waiting. */
  readonly sort: SortName | null
  readonly kind: ReviewKind | null
  readonly chip: ChipName
  /** The review in the pane. */
  readonly review: string | null
}

export const viewOf = (search: string): QueueView => {
  const query = new URLSearchParams(search)
  return {
    kind: reviewKinds.find((kind) => kind === query.get('kind')) ?? null,
    chip: chipNames.find((chip) => chip === query.get('show')) ?? 'mine',
    sort: sortNames.find((name) => name === query.get('sort')) ?? null,
    review: query.get('review'),
  }
}

export const searchOf = ({ kind, chip, sort, review }: QueueView): string => {
  const query = new URLSearchParams()
  if (kind !== null) query.set('kind', kind)
  // The page starts with the reviews this operator can decide.
  if (chip !== 'mine') query.set('show', chip)
  if (sort !== null) query.set('sort', sort)
  if (review !== null) query.set('review', review)
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

export const filterOf = ({ kind, chip, sort }: Pick<QueueView, 'kind' | 'chip' | 'sort'>): QueueFilter => ({
  ...chipFilters[chip],
  ...(sort === null || chip === 'done' ? {} : { sort }),
  ...(kind === null ? {} : { kinds: [kind] }),
})

/** The chip and tab of a saved filter; a saved view always has one of each. */
export const viewFrom = (filter: QueueFilter): Pick<QueueView, 'kind' | 'chip' | 'sort'> => ({
  sort: filter.sort ?? null,
  kind: filter.kinds?.[0] ?? null,
  chip:
    filter.mine === true
      ? 'mine'
      : filter.assignedToMe === true
        ? 'taken'
        : filter.secondWanted === true
          ? 'second'
          : filter.flagged === true
            ? 'flagged'
            : filter.late === true || filter.waitingOverMinutes !== undefined
              ? 'late'
              : filter.state === 'over' || filter.state === 'closed'
                ? 'done'
                : 'all',
})

export const useQueueView = (): readonly [QueueView, (next: Partial<QueueView>) => void] => {
  const { search } = useLocation()
  const navigate = useNavigate()
  const view = viewOf(search)
  // Moving through the list adds no entry to the browser's history.
  const turn = (next: Partial<QueueView>) =>
    navigate({ pathname: '/queue', search: searchOf({ ...view, ...next }) }, { replace: true })
  return [view, turn]
}
