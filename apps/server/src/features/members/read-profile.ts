import { publicNumber } from '@fairlot/rules/members'
import type { Tx } from '#platform/db'
import { readMember, readRestrictions } from './store.ts'

export async function readProfile(tx: Tx, memberId: string) {
  const member = await readMember(tx, memberId)
  if (!member) throw new Error('the session names an unknown member')
  return {
    ...member,
    joinedAt: member.joinedAt.toISOString(),
    restrictions: await showRestrictions(tx, memberId),
  }
}

/** The restrictions as their member reads them. */
export async function showRestrictions(tx: Tx, memberId: string) {
  const restrictions = await readRestrictions(tx, memberId)
  return restrictions.map((restriction) => ({
    ...restriction,
    setBy: restriction.setBy.map(publicNumber),
    since: restriction.since.toISOString(),
    appealedAt: restriction.appealedAt?.toISOString() ?? null,
    rejectedAt: restriction.rejectedAt?.toISOString() ?? null,
  }))
}
