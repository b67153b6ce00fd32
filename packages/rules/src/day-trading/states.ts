// What an application for day trading may become; triggers of the database refuse every other step. A check compares this
// table with the drawing in docs/features/day-trading.md, a test with the database. Who was rejected sends a new one.

export const applicationStates = ['pending', 'passed', 'rejected'] as const
export type ApplicationState = (typeof applicationStates)[number]

/** The practice market passes one at once, by rule. */
export const applicationBegins: readonly ApplicationState[] = ['pending', 'passed']

export const applicationTransitions: readonly (readonly [from: ApplicationState, to: ApplicationState])[] = [
  ['pending', 'passed'],
  ['pending', 'rejected'],
]
