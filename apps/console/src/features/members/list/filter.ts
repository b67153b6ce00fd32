// The filter of the member list. It is stored in the address, and for a saved view in the database.

import type { ConsoleBodyOf } from '@fairlot/contract/console-routes'
import { memberKinds, restrictionKinds, verificationStates } from '@fairlot/contract/members/states'

export type MemberFilter = ConsoleBodyOf<'/members/list'>['filter']

export const dayChoices = [1, 7, 30, 90] as const
export const restrictedChoices = ['any', ...restrictionKinds] as const

const oneOf = <Value extends string>(values: readonly Value[], text: string | null): Value | undefined =>
  values.find((value) => value === text)

export function filterFrom(get: (name: string) => string | null): MemberFilter {
  const restricted = oneOf(restrictedChoices, get('restricted'))
  const verification = oneOf(verificationStates, get('verification'))
  const kind = oneOf(memberKinds, get('kind'))
  const seen = dayChoices.find((days) => String(days) === get('seen'))
  const joined = dayChoices.find((days) => String(days) === get('joined'))
  return {
    ...(restricted && { restricted }),
    ...(verification && { verification }),
    ...(kind && { kind }),
    ...(seen && { seenWithinDays: seen }),
    ...(joined && { joinedWithinDays: joined }),
    ...(get('called') === '1' && { called: true }),
    ...(get('waiting') === '1' && { waiting: true }),
  }
}

/** Includes every part, so that parts a view does not use are removed from the address. */
export const addressOf = (filter: MemberFilter): Record<string, string | null> => ({
  restricted: filter.restricted ?? null,
  verification: filter.verification ?? null,
  kind: filter.kind ?? null,
  seen: filter.seenWithinDays?.toString() ?? null,
  joined: filter.joinedWithinDays?.toString() ?? null,
  called: filter.called === true ? '1' : null,
  waiting: filter.waiting === true ? '1' : null,
})

export const isSame = (one: MemberFilter, other: MemberFilter): boolean =>
  JSON.stringify(addressOf(one)) === JSON.stringify(addressOf(other))
