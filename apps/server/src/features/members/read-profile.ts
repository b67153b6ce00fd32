import { publicNumber } from '@fairlot/rules/members'
import type { Tx } from '#platform/db'
import { readMember, readRestrictions } from './store.ts'

export async function readProfile(tx: Tx, memberId: string) {
  const member = await readMember(tx, memberId)
  if (!member) throw new Error('the session names an unknown member')
  const restrictions = await readRestrictions(tx, memberId)
  return {
    ...member,
    joinedAt: member.joinedAt.toISOString(),
    restrictions: restrictions.map((restriction) => ({
      ...restriction,
      setBy: restriction.setBy.map(publicNumber),
      since: restriction.since.toISOString(),
      appealedAt: restriction.appealedAt?.toISOString() ?? null,
    })),
  }
}
