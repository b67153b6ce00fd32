// Allowed transitions of a mentor and of an application; ../state-machines.ts lists them for the database, and the diagrams
// in docs/features/mentors.md are compared with them.

import type { MentorApplicationState, MentorState } from '@fairlot/contract/mentors/states'

/** A closed mentor who applies again and passes is active with the same record. */
export const mentorTransitions: readonly (readonly [from: MentorState, to: MentorState])[] = [
  ['active', 'closed'],
  ['closed', 'active'],
]

export const mentorApplicationTransitions: readonly (readonly [
  from: MentorApplicationState,
  to: MentorApplicationState,
])[] = [
  ['pending', 'passed'],
  ['pending', 'rejected'],
]
