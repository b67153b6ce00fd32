import type { Capability, DataOf } from '@fairlot/contract'
import { barOf, blockedBy } from '@fairlot/rules/members'
import { useRead } from '../data.ts'
import { useSession } from '../session.ts'

export type Restriction = DataOf<'/members/profile'>['restrictions'][number]

/** The member's restrictions that block this; undefined until known. The server refuses by the same table. */
export const useRestrictions = (capability: Capability): readonly Restriction[] | undefined => {
  const isMember = useSession() !== null
  const { data, isError } = useRead('/members/profile', {}, { quiet: true, enabled: isMember })
  if (!isMember || isError) return []
  return data?.restrictions.filter((restriction) => blockedBy(capability, [barOf(restriction)]) !== undefined)
}
