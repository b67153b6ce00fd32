// Allowed transitions of a day-trading application; database triggers refuse all others. A check compares this table
// with the diagram in docs/features/day-trading.md, a test with the database. A rejected member sends a new one.

export const applicationStates = ['pending', 'passed', 'rejected'] as const
export type ApplicationState = (typeof applicationStates)[number]

/** The practice market approves an application at once, by rule. */
export const applicationBegins: readonly ApplicationState[] = ['pending', 'passed']

export const applicationTransitions: readonly (readonly [from: ApplicationState, to: ApplicationState])[] = [
  ['pending', 'passed'],
  ['pending', 'rejected'],
]
