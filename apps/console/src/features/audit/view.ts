// The shown part of the trail. It is in the address, so that a reload and a link from another page keep it.

import type { AuditActor } from '@fairlot/contract/audit'
import type { ConsoleBodyOf, ConsoleDataOf } from '@fairlot/contract/console-routes'
import { addDays, taipeiDate, taipeiMidnight } from '@fairlot/rules/calendar'
import { useLocation, useNavigate } from '@fairlot/app-shell/router'

export type Entry = ConsoleDataOf<'/audit/entries'>['entries'][number]
export type EntryFilter = ConsoleBodyOf<'/audit/entries'>['filter']

export const spans = ['today', 'week', 'month', 'all'] as const
export type Span = (typeof spans)[number]

const actors: Readonly<Record<AuditActor, true>> = {
  operator: true,
  member: true,
  system: true,
  anonymous: true,
}
export const actorNames = Object.keys(actors) as AuditActor[]

export interface AuditView {
  readonly tab: 'trail' | 'pairs'
  /** An actor's id, or a kind of actor. */
  readonly who: string | null
  readonly action: string | null
  readonly member: string | null
  readonly review: string | null
  readonly request: string | null
  readonly span: Span
  readonly entry: number | null
}

const names = ['who', 'action', 'member', 'review', 'request'] as const

export const viewOf = (search: string): AuditView => {
  const query = new URLSearchParams(search)
  const entry = Number(query.get('entry'))
  return {
    tab: query.get('tab') === 'pairs' ? 'pairs' : 'trail',
    who: query.get('who'),
    action: query.get('action'),
    member: query.get('member'),
    review: query.get('review'),
    request: query.get('request'),
    span: spans.find((span) => span === query.get('time')) ?? 'today',
    entry: Number.isSafeInteger(entry) && entry > 0 ? entry : null,
  }
}

export const searchOf = (view: AuditView): string => {
  const query = new URLSearchParams()
  if (view.tab === 'pairs') query.set('tab', 'pairs')
  for (const name of names) {
    const value = view[name]
    if (value !== null) query.set(name, value)
  }
  if (view.span !== 'today') query.set('time', view.span)
  if (view.entry !== null) query.set('entry', String(view.entry))
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

const days: Readonly<Record<Span, number | null>> = { today: 0, week: 6, month: 29, all: null }

/** Midnight in Taiwan, a number of days ago: the same all day, so that the answer can be cached. */
const startOf = (span: Span, now: number): string | undefined => {
  const back = days[span]
  return back === null ? undefined : new Date(taipeiMidnight(addDays(taipeiDate(now), -back))).toISOString()
}

export const filterOf = (view: AuditView, now = Date.now()): EntryFilter => {
  const kind = actorNames.find((name) => name === view.who)
  const from = startOf(view.span, now)
  return {
    ...(view.action === null ? {} : { action: view.action }),
    ...(view.who === null ? {} : kind === undefined ? { operatorId: view.who } : { by: kind }),
    ...(view.member === null ? {} : { memberId: view.member }),
    ...(view.review === null ? {} : { reviewId: view.review }),
    ...(view.request === null ? {} : { requestId: view.request }),
    ...(from === undefined ? {} : { from }),
  }
}

export const useAuditView = (): readonly [AuditView, (next: Partial<AuditView>) => void] => {
  const { search } = useLocation()
  const navigate = useNavigate()
  const view = viewOf(search)
  const turn = (next: Partial<AuditView>) =>
    navigate({ pathname: '/audit', search: searchOf({ ...view, ...next }) }, { replace: true })
  return [view, turn]
}
