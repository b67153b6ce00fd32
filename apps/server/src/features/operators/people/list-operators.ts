import type { Tx } from '#platform/db'
import { readPeople } from './store.ts'

export async function listOperators(tx: Tx, now: Date) {
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
  }))
}

const stateOf = (
  { leftAt, enrolledAt }: { readonly leftAt: Date | null; readonly enrolledAt: Date | null },
  now: Date,
): 'invited' | 'active' | 'left' =>
  leftAt !== null && leftAt <= now ? 'left' : enrolledAt === null ? 'invited' : 'active'
