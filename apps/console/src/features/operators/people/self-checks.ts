import { reviewKinds } from '@fairlot/contract/operators'
import { hasRight, reviewTerms } from '@fairlot/rules/operators'
import type { Person } from './PeoplePage.tsx'

const MONTH_MS = 30 * 86_400_000

export interface SelfCheck {
  readonly name: 'approvers' | 'admins' | 'left' | 'invited' | 'ending'
  readonly ok: boolean
  readonly count: number
  readonly of?: number
}

/** What can be seen from the list of people alone: whether the rule of two can be kept at all. */
export const selfChecks = (people: readonly Person[], now: Date): readonly SelfCheck[] => {
  const active = people
    .filter(({ state }) => state === 'active')
    .map((person) => ({
      ...person,
      granted: person.roles.map(({ role, until }) => ({
        role,
        until: until === null ? null : new Date(until),
      })),
    }))
  const covered = reviewKinds.filter((kind) => {
    const { first, propose, second } = reviewTerms[kind]
    const opening = first ?? propose
    const openers = active.filter(({ granted }) => opening !== null && hasRight(granted, opening, now))
    const closers = active.filter(({ granted }) => hasRight(granted, second, now))
    // One who can open and another who can close.
    return openers.some((one) => closers.some((other) => other.operatorId !== one.operatorId))
  })
  const admins = active.filter(({ granted }) => hasRight(granted, 'propose-people', now)).length
  const open = people.filter(({ state, roles }) => state === 'left' && roles.length > 0).length
  const invited = people.filter(({ state }) => state === 'invited').length
  const ending = active
    .flatMap(({ granted }) => granted)
    .filter(({ until }) => until !== null && until > now && until.getTime() - now.getTime() < MONTH_MS).length
  return [
    {
      name: 'approvers',
      ok: covered.length === reviewKinds.length,
      count: covered.length,
      of: reviewKinds.length,
    },
    { name: 'admins', ok: admins >= 2, count: admins },
    { name: 'left', ok: open === 0, count: open },
    { name: 'invited', ok: invited === 0, count: invited },
    { name: 'ending', ok: ending === 0, count: ending },
  ]
}
