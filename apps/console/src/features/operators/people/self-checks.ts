import { reviewKinds, type ReviewKind } from '@fairlot/contract/operators'
import { dayMs } from '@fairlot/rules/calendar'
import { hasRight, reviewTerms } from '@fairlot/rules/operators'
import type { Person } from './person.ts'

const MONTH_MS = 30 * dayMs

export interface SelfCheck {
  readonly name: 'approvers' | 'admins' | 'auditors' | 'left' | 'invited' | 'ending'
  readonly ok: boolean
  readonly count: number
  readonly of?: number
}

const activeOf = (people: readonly Person[]) =>
  people
    .filter(({ state }) => state === 'active')
    .map((person) => ({
      ...person,
      granted: person.roles.map(({ role, until }) => ({
        role,
        until: until === null ? null : new Date(until),
      })),
    }))

/** One operator can vote first and another second, and their votes count together. */
const isCovered = (kind: ReviewKind, active: ReturnType<typeof activeOf>, now: Date): boolean => {
  const { first, propose, second } = reviewTerms[kind]
  const opening = first ?? propose
  const openers = active.filter(({ granted }) => opening !== null && hasRight(granted, opening, now))
  const closers = active.filter(({ granted }) => hasRight(granted, second, now))
  return openers.some((one) =>
    closers.some((other) => other.operatorId !== one.operatorId && !areSeparated(one, other, now)),
  )
}

const areSeparated = (one: Person, other: Person, now: Date): boolean =>
  [[one, other.operatorId] as const, [other, one.operatorId] as const].some(
    ([{ lineage }, proposer]) =>
      lineage?.proposedBy.operatorId === proposer && new Date(lineage.separatedUntil) > now,
  )

export interface MissingPeople {
  /** Kinds that no two operators here can decide. */
  readonly kinds: readonly ReviewKind[]
  readonly approvers: number
  readonly hasAuditor: boolean
  readonly auditorApproves: boolean
}

/**
 * An appeal needs two operators besides the two who set the restriction; a lost voting key needs two besides its owner.
 */
export const missingPeople = (people: readonly Person[], now: Date): MissingPeople => {
  const active = activeOf(people)
  const auditors = active.filter(({ roles }) => roles.some(({ role }) => role === 'auditor'))
  return {
    kinds: reviewKinds.filter((kind) => !isCovered(kind, active, now)),
    approvers: active.filter(({ granted }) => hasRight(granted, 'approve', now)).length,
    hasAuditor: auditors.some(({ roles }) => roles.length === 1),
    auditorApproves: auditors.some(({ granted }) => hasRight(granted, 'approve', now)),
  }
}

/** Checks on the list of people alone: whether the two-person rule can work at all. */
export const selfChecks = (people: readonly Person[], now: Date): readonly SelfCheck[] => {
  const active = activeOf(people)
  const covered = reviewKinds.filter((kind) => isCovered(kind, active, now))
  const admins = active.filter(({ granted }) => hasRight(granted, 'propose-people', now)).length
  const open = people.filter(({ state, roles }) => state === 'left' && roles.length > 0).length
  const invited = people.filter(({ state }) => state === 'invited').length
  const ending = active
    .flatMap(({ granted }) => granted)
    .filter(({ until }) => until !== null && until > now && until.getTime() - now.getTime() < MONTH_MS).length
  // An auditor decides nothing: the same person must not do both.
  const both = active.filter(
    ({ granted, roles }) =>
      roles.some(({ role }) => role === 'auditor') &&
      (['review', 'approve', 'propose-people'] as const).some((right) => hasRight(granted, right, now)),
  ).length
  return [
    {
      name: 'approvers',
      ok: covered.length === reviewKinds.length,
      count: covered.length,
      of: reviewKinds.length,
    },
    { name: 'admins', ok: admins >= 2, count: admins },
    { name: 'auditors', ok: both === 0, count: both },
    { name: 'left', ok: open === 0, count: open },
    { name: 'invited', ok: invited === 0, count: invited },
    { name: 'ending', ok: ending === 0, count: ending },
  ]
}
