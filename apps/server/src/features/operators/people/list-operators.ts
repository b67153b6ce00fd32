import type { Tx } from '#platform/db'
import { type PersonRow, readPeople } from './store.ts'

export async function listOperators(tx: Tx, viewerId: string, now: Date) {
  return (await readPeople(tx)).map((person) => ({
    operatorId: person.operatorId,
    login: person.login,
    name: person.name,
    state: stateOf(person, now),
    roles: person.roles.map(({ role, until }) => ({
      role,
      until: until === null ? null : new Date(until).toISOString(),
    })),
    addedAt: person.addedAt.toISOString(),
    leftAt: person.leftAt?.toISOString() ?? null,
    lastSeenAt: person.lastSeenAt?.toISOString() ?? null,
    lineage: lineageOf(person),
    votingKeys: person.votingKeys,
    half: halfOf(person, viewerId, now),
  }))
}

const stateOf = (
  { leftAt, enrolledAt }: { readonly leftAt: Date | null; readonly enrolledAt: Date | null },
  now: Date,
): 'invited' | 'active' | 'left' =>
  leftAt !== null && leftAt <= now ? 'left' : enrolledAt === null ? 'invited' : 'active'

const lineageOf = (person: PersonRow) => {
  const { proposedBy, proposerName, approvedBy, approverName, separatedUntil } = person
  return proposedBy === null || approvedBy === null || separatedUntil === null
    ? null
    : {
        proposedBy: { operatorId: proposedBy, name: proposerName ?? '' },
        approvedBy: { operatorId: approvedBy, name: approverName ?? '' },
        separatedUntil: separatedUntil.toISOString(),
      }
}

/** While the enrolment code is still usable: whether the viewer's half and the other half were read. */
function halfOf({ halves, enrolmentUntil, enrolledAt }: PersonRow, viewerId: string, now: Date) {
  if (halves.length === 0 || enrolledAt !== null || enrolmentUntil === null || enrolmentUntil <= now)
    return null
  const mine = halves.find(({ approverId }) => approverId === viewerId)
  return {
    mine: mine === undefined ? null : mine.isTaken,
    otherTaken: halves.some(({ approverId, isTaken }) => approverId !== viewerId && isTaken),
    until: enrolmentUntil.toISOString(),
  }
}
